'use client';

/** A form with a file may take this long over a slow line, in ms. */
const requestLimit = 60_000;

type Problem = { errors?: { field: string; message: string }[] };

/**
 * Posts a form to its own address and asks for JSON. Returns what is wrong, by field; nothing when it was accepted.
 * @throws Error when there was no answer, or one that names no field.
 */
export async function postForm(form: HTMLFormElement): Promise<Record<string, string>> {
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new FormData(form),
    signal: AbortSignal.timeout(requestLimit),
  });
  if (response.ok) return {};
  const { errors = [] }: Problem = response.status === 422 ? await response.json() : {};
  if (errors.length === 0) throw new Error(`The form was answered with ${response.status}`);
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}
