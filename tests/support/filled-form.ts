import * as z from 'zod/mini';

/**
 * Returns a form with `mark` in every field whose schema takes it as a text, and in the email address, so that a new field is covered
 * without being named. `others` has the values of the fields that take no text.
 */
export function filledForm(form: z.ZodMiniObject, mark: string, others: Record<string, unknown> = {}): Record<string, unknown> {
  const fields = Object.entries(form.shape).map(([name, field]) => [name, z.safeParse(field, mark).success ? mark : others[name]]);
  return { ...Object.fromEntries(fields), email: `${mark}@visitor.example` };
}
