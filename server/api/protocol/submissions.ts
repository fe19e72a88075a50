import type { Context } from 'hono';
import { Refused } from '#server/platform/refused.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/clients.ts';
import type { Submission, SubmissionResult } from '#server/submissions.ts';
import { wellFormedKey } from '#shared/schemas/api.ts';
import { formTrap } from '#shared/schemas/form-fields.ts';
import { problems } from '#shared/schemas/problem.ts';
import { quotaHeaders } from './problem.ts';

/** Returns the request's Idempotency-Key; undefined if there is none, null if it is invalid. */
export function readIdempotencyKey(headers: Headers): string | undefined | null {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  return wellFormedKey.test(key) ? key : null;
}

/** The key of a form that has none, as without scripts. Only their contents and clients tell such forms apart. */
const keyOfPlainForms = 'plain-form';

/**
 * Returns how a message was sent. Its key is that of the header, otherwise the form's ticket, which a script of the page fills in. An
 * invalid header has been refused before (`assertIdempotencyKey`).
 * @param options `isRepeatable`: whether the same contents, sent twice by one client with neither key nor ticket, are two messages. If
 * not, the second is taken for a second click, or a reload.
 */
export function submissionOf(c: Context<AppEnv>, fields: unknown, { isRepeatable }: { isRepeatable: boolean }): Submission {
  const { data: trap } = formTrap.safeParse(fields);
  const header = readIdempotencyKey(c.req.raw.headers) ?? undefined;
  const ticket = trap?.form_ticket && wellFormedKey.test(trap.form_ticket) ? trap.form_ticket : undefined;
  const key = header ?? ticket ?? (isRepeatable ? undefined : keyOfPlainForms);
  return { clientAddress: clientAddress(c), key, isFormKey: !header, ...(trap ? { trap } : {}) };
}

/** @throws Refused for an invalid Idempotency-Key. */
export function assertIdempotencyKey(c: Context<AppEnv>): void {
  if (readIdempotencyKey(c.req.raw.headers) !== null) return;
  const message = problems.idempotency_key_invalid.meaning;
  throw new Refused('idempotency_key_invalid', { errors: [{ field: 'Idempotency-Key', message }] });
}

/** Answers with the receipt of a stored message, for clients that send JSON. */
export function sendReceipt(c: Context<AppEnv>, { receipt, ...outcome }: SubmissionResult<object>, status: 200 | 201): Response {
  return c.json(receipt, status, { 'cache-control': 'no-store', ...receiptHeaders(outcome) });
}

/** Returns the headers for what was stored: whether it had been stored before, and how many messages the sender may still send. */
export function receiptHeaders({ replayed, quota }: Pick<SubmissionResult<unknown>, 'replayed' | 'quota'>): Record<string, string> {
  return { ...(replayed ? { 'idempotency-replayed': 'true' } : {}), ...(quota ? quotaHeaders(quota) : {}) };
}
