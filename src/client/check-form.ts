'use client';

import type * as z from 'zod/mini';
import type { FieldErrors } from './sent-form.ts';

type Checked<Message> = { message: Message; errors?: undefined } | { message?: undefined; errors: FieldErrors };

/** What a form holds, as its schema reads it, or the first error of each field in the order of the fields. */
export function checkForm<Schema extends z.ZodMiniType>(schema: Schema, form: HTMLFormElement): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(Object.fromEntries(new FormData(form)));
  if (parsed.success) return { message: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= issue.message;
  return { errors };
}
