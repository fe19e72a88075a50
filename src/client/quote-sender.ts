'use client';

import { readShortlist } from '#src/lib/shortlist-address.ts';
import { type QuoteRequest, quoteRequest } from '#src/schemas/quote-request.ts';
import type { FieldErrors, FormSender } from './sent-form.ts';

/** The sender waits no longer than this, in ms. */
const requestLimit = 15_000;

type Problem = { errors?: { field: string; message: string }[] };

/** Checks the quote form with its lines, and posts it to its own address. */
export const quoteSender: FormSender<QuoteRequest> = {
  check: (form) => {
    const sent = fieldsOf(form);
    const parsed = quoteRequest.safeParse({ ...Object.fromEntries(sent), lines: readShortlist(sent).lines });
    if (parsed.success) return { message: parsed.data };
    const errors: FieldErrors = {};
    for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
    return { errors };
  },
  send: async (_message, form) => {
    const response = await fetch('/api/quote-request', {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: fieldsOf(form),
      signal: AbortSignal.timeout(requestLimit),
    });
    if (response.ok) return undefined;
    const { errors = [] }: Problem = response.status === 422 ? await response.json() : {};
    if (errors.length === 0) throw new Error(`The quote form was answered with ${response.status}`);
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
  },
};

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') sent.append(name, value);
  return sent;
}
