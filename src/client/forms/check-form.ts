'use client';

import type * as z from 'zod/mini';
import type { FieldErrors } from './use-form-submission.ts';

type Checked<Message> = { message: Message; errors?: undefined } | { message?: undefined; errors: FieldErrors };

/** Parses a form with its schema. Returns the message, or the first error of each field, in the order of the fields. */
export function checkForm<Schema extends z.ZodMiniType>(schema: Schema, form: HTMLFormElement): Checked<z.output<Schema>> {
  return checkValues(schema, Object.fromEntries(new FormData(form)));
}

/** Does what `checkForm` does, for values that have already been read from a form. */
export function checkValues<Schema extends z.ZodMiniType>(schema: Schema, values: object): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { message: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= issue.message;
  return { errors };
}
