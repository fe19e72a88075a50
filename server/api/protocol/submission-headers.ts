import type { Context } from 'hono';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { KeyReused, ProjectsGone, TooManyMessages } from '#server/submissions/errors.ts';
import type { Quota, Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { formTrap } from '#src/schemas/form-trap.ts';

const wellFormedKey = /^[\x21-\x7e]{1,128}$/;

/** Returns the request's Idempotency-Key; undefined if there is none, null if it is invalid. */
export function idempotencyKey(headers: Headers): string | undefined | null {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  return wellFormedKey.test(key) ? key : null;
}

/** The ticket of every form sent without scripts. Only their contents tell such forms apart. */
const plainTicket = 'plain-form';

/**
 * Returns how a message was sent. Its key is that of the header, otherwise the form's ticket. A form posted without scripts has
 * neither: the same contents sent twice, by a second click or a reload, count as one message.
 */
export function submissionOf(c: Context<AppEnv>, fields: unknown, { plainForm = false } = {}): Submission {
  const { data: trap } = formTrap.safeParse(fields);
  const header = idempotencyKey(c.req.raw.headers) ?? undefined;
  const ticket = trap?.form_ticket && wellFormedKey.test(trap.form_ticket) ? trap.form_ticket : plainForm ? plainTicket : undefined;
  return { clientAddress: clientAddress(c), key: header ?? ticket, keyFromForm: !header, ...(trap ? { trap } : {}) };
}

/** Returns a 400 for an invalid Idempotency-Key; undefined if it is valid or absent. */
export function keyProblem(c: Context<AppEnv>): Response | undefined {
  if (idempotencyKey(c.req.raw.headers) !== null) return undefined;
  const errors = [{ field: 'Idempotency-Key', message: 'Idempotency-Key must consist of 1 to 128 visible ASCII characters' }];
  return sendProblem(c, 'idempotency_key_invalid', { errors });
}

/** Returns a 429 or 422 for an error that the sender can resolve; undefined for any other error. */
export function submissionProblem(c: Context<AppEnv>, error: unknown): Response | undefined {
  if (error instanceof ProjectsGone) return sendProjectsGone(c, error.lines);
  if (error instanceof TooManyMessages)
    return sendProblem(c, 'too_many_messages', { detail: error.message, headers: tooManyHeaders(error) });
  if (error instanceof KeyReused) {
    const errors = [{ field: 'Idempotency-Key', message: error.message }];
    return sendProblem(c, 'idempotency_key_reused', { detail: error.message, errors });
  }
  return undefined;
}

/** Answers 422 and names the lines (from 0) whose projects are not in the catalogue. */
export function sendProjectsGone(c: Context<AppEnv>, lines: number[]): Response {
  const errors = lines.map((line) => ({ field: goneField(line), message: 'There is no such project in the catalogue' }));
  return sendProblem(c, 'projects_gone', { errors });
}

function goneField(line: number): string {
  return `lines.${line}.slug`;
}

/** Like `submissionProblem`, for a form that is answered with a page: returns its status and what it shows, and sets the headers. */
export function formProblem(c: Context<AppEnv>, error: unknown): { status: 422 | 429; result: Partial<FormResult> } | undefined {
  if (error instanceof ProjectsGone)
    return { status: 422, result: { errors: Object.fromEntries(error.lines.map((line) => [goneField(line), error.message])) } };
  if (error instanceof KeyReused) return { status: 422, result: { failed: true, reason: error.message } };
  if (!(error instanceof TooManyMessages)) return undefined;
  for (const [name, value] of Object.entries(tooManyHeaders(error))) c.header(name, value);
  return { status: 429, result: { failed: true, reason: error.message } };
}

/** Returns the headers for a stored message: whether it had been stored before, and how many the sender may still send. */
export function receiptHeaders({ replayed, quota }: Pick<SubmissionResult<unknown>, 'replayed' | 'quota'>): Record<string, string> {
  return { ...(replayed ? { 'idempotency-replayed': 'true' } : {}), ...(quota ? quotaHeaders(quota) : {}) };
}

/** Returns the headers for a message over the limit. */
export function tooManyHeaders({ quota, retryAfterSeconds }: TooManyMessages): Record<string, string> {
  return { 'retry-after': String(retryAfterSeconds), ...quotaHeaders({ ...quota, left: 0 }) };
}

/** Returns the limit of messages in the terms of draft-ietf-httpapi-ratelimit-headers (10). Middleware appends the limit of requests. */
function quotaHeaders({ limit, left, secondsLeft }: Quota): Record<string, string> {
  return { 'ratelimit-policy': `"messages";q=${limit};w=3600`, ratelimit: `"messages";r=${left};t=${secondsLeft}` };
}
