import type { Context } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { KeyReused, TooManyMessages } from '#server/messages/refusal.ts';
import type { Sending } from '#server/messages/sending.ts';
import { problemResponse } from '#server/rest/problem.ts';
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
export function refuseKey(c: Context<AppEnv>): Response | undefined {
  if (idempotencyKey(c.req.raw.headers) !== null) return undefined;
  const errors = [{ field: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 128 visible ASCII characters' }];
  return problemResponse({ status: 400, title: 'Bad request', detail: 'The Idempotency-Key is wrong.', errors }, c.var.requestId);
}

/** 429 or 422 for what the sender can do something about; undefined for every other fault. */
export function refusalResponse(error: unknown, requestId: string): Response | undefined {
  if (error instanceof TooManyMessages) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return problemResponse({ status: 429, title: 'Too many requests', detail: error.message }, requestId, headers);
  }
  if (error instanceof KeyReused) {
    const errors = [{ field: 'Idempotency-Key', message: error.message }];
    return problemResponse({ status: 422, title: 'Unprocessable content', detail: error.message, errors }, requestId);
  }
  return undefined;
}

export const replayedHeader = (replayed: boolean): Record<string, string> => (replayed ? { 'idempotency-replayed': 'true' } : {});
