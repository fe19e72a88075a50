import type { Context } from 'hono';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { KeyReused, TooManyMessages } from '#server/submissions/errors.ts';
import type { Answered, Quota, Sending } from '#server/submissions/sending.ts';
import { formTrap } from '#src/schemas/form-trap.ts';

const wellFormedKey = /^[\x21-\x7e]{1,128}$/;

/** The request's Idempotency-Key; undefined without one, null when it is no key. */
export function idempotencyKey(headers: Headers): string | undefined | null {
  const given = headers.get('idempotency-key');
  if (given === null) return undefined;
  return wellFormedKey.test(given) ? given : null;
}

/** The ticket of every form that was sent without scripts: what it says is all that tells it from another. */
const plainTicket = 'plain-form';

/**
 * How a message came in: its key from the header, else the form's own ticket. A form that was posted plainly has neither;
 * the same words in it twice, from a second click or a page loaded again, are one message.
 */
export function sendingOf(c: Context<AppEnv>, fields: unknown, { plainForm = false } = {}): Sending {
  const { data: trap } = formTrap.safeParse(fields);
  const header = idempotencyKey(c.req.raw.headers) ?? undefined;
  const ticket = trap?.form_ticket && wellFormedKey.test(trap.form_ticket) ? trap.form_ticket : plainForm ? plainTicket : undefined;
  return { clientAddress: clientAddress(c), key: header ?? ticket, keyFromForm: !header, ...(trap ? { trap } : {}) };
}

/** 400 for an Idempotency-Key that is none; undefined when all is well. */
export function keyProblem(c: Context<AppEnv>): Response | undefined {
  if (idempotencyKey(c.req.raw.headers) !== null) return undefined;
  const errors = [{ field: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 128 visible ASCII characters' }];
  return sendProblem(c, 'idempotency_key_invalid', { errors });
}

/** 429 or 422 for what the sender can do something about; undefined for every other error. */
export function sendingProblem(c: Context<AppEnv>, error: unknown): Response | undefined {
  if (error instanceof TooManyMessages)
    return sendProblem(c, 'too_many_messages', { detail: error.message, headers: tooManyHeaders(error) });
  if (error instanceof KeyReused) {
    const errors = [{ field: 'Idempotency-Key', message: error.message }];
    return sendProblem(c, 'idempotency_key_reused', { detail: error.message, errors });
  }
  return undefined;
}

/** The same of a form that is answered with a page: its status, and why, for a person. What else is to be said is in its headers. */
export function formProblem(c: Context<AppEnv>, error: unknown): { status: 422 | 429; reason: string } | undefined {
  if (error instanceof KeyReused) return { status: 422, reason: error.message };
  if (!(error instanceof TooManyMessages)) return undefined;
  for (const [name, value] of Object.entries(tooManyHeaders(error))) c.header(name, value);
  return { status: 429, reason: error.message };
}

/** Headers of an answer to a stored message: whether it was stored before, and what the sender has left. */
export function answeredHeaders({ replayed, quota }: Pick<Answered<unknown>, 'replayed' | 'quota'>): Record<string, string> {
  return { ...(replayed ? { 'idempotency-replayed': 'true' } : {}), ...(quota ? quotaHeaders(quota) : {}) };
}

/** Headers of an answer to one message too many. */
export function tooManyHeaders({ quota, retryAfterSeconds }: TooManyMessages): Record<string, string> {
  return { 'retry-after': String(retryAfterSeconds), ...quotaHeaders({ ...quota, left: 0 }) };
}

/** The limit of messages as draft-ietf-httpapi-ratelimit-headers (10) says it; that of all requests joins it on the way out. */
function quotaHeaders({ limit, left, secondsLeft }: Quota): Record<string, string> {
  return { 'ratelimit-policy': `"messages";q=${limit};w=3600`, ratelimit: `"messages";r=${left};t=${secondsLeft}` };
}
