import { type Context, Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { duplicateKey } from '#server/http/duplicate-key.ts';
import { log } from '#server/log.ts';
import { TooManyMessages } from '#server/messages/refusal.ts';
import { sendContactMessage } from '#server/messages/send.ts';
import { fieldErrors, methodNotAllowed, problemResponse } from '#server/rest/problem.ts';
import { refusalResponse, refuseKey, replayedHeader, sendingOf } from '#server/rest/sending.ts';
import { contactMessage } from '#src/schemas/contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';

/** Answers the page that holds the form (its path and query), with what was typed and what is wrong. */
export type RenderForm = (c: Context<AppEnv>, page: string, result: FormResult, status: number) => Promise<Response>;

/**
 * `POST /api/contact`. JSON from integrators (product.md, section 7) is answered in JSON; a form posted without
 * JavaScript is answered with a page: 303 to the thanks, or the form again with its errors.
 */
export function contact(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
      if (type === 'application/json') return fromJson(c);
      if (type === 'application/x-www-form-urlencoded') return fromForm(c, renderForm);
      const detail = 'Send application/json, or application/x-www-form-urlencoded from a form.';
      return problemResponse({ status: 415, title: 'Unsupported media type', detail }, c.var.requestId);
    })
    .all('/', (c) => methodNotAllowed('POST', c.var.requestId));
}

async function fromJson(c: Context<AppEnv>): Promise<Response> {
  const { requestId } = c.var;
  const wrongKey = refuseKey(c);
  if (wrongKey) return wrongKey;
  let body: unknown;
  try {
    const text = await c.req.text();
    body = JSON.parse(text);
    const twice = duplicateKey(text);
    if (twice !== undefined) return refuseTwice(c, twice);
  } catch {
    return problemResponse({ status: 400, title: 'Bad request', detail: 'The body is not valid JSON.' }, requestId);
  }
  const parsed = contactMessage.safeParse(body);
  if (!parsed.success) {
    const detail = 'Some fields are missing or wrong.';
    return problemResponse({ status: 400, title: 'Bad request', detail, errors: fieldErrors(parsed.error) }, requestId);
  }
  try {
    const { receipt, replayed } = await sendContactMessage(parsed.data, sendingOf(c, body));
    return c.json(receipt, 201, { 'cache-control': 'no-store', ...replayedHeader(replayed) });
  } catch (error) {
    const refusal = refusalResponse(error, requestId);
    if (refusal) return refusal;
    log().error({ event: 'rest.failed', requestId, resource: 'contact', err: error }, 'Could not store a message');
    const detail = 'The message could not be stored. Please try again.';
    return problemResponse({ status: 503, title: 'Service unavailable', detail }, requestId, { 'retry-after': '5' });
  }
}

async function fromForm(c: Context<AppEnv>, renderForm: RenderForm): Promise<Response> {
  const fields = new URLSearchParams(await c.req.text());
  const values = Object.fromEntries(fields);
  const twice = [...fields.keys()].find((name) => fields.getAll(name).length > 1);
  if (twice !== undefined) return refuseTwice(c, twice);
  const parsed = contactMessage.safeParse(values);
  if (!parsed.success) {
    const errors = Object.fromEntries(fieldErrors(parsed.error).map(({ field, message }) => [field, message]));
    return renderForm(c, '/contact', { values, errors, failed: false }, 422);
  }
  try {
    const { replayed } = await sendContactMessage(parsed.data, sendingOf(c, values, { plainForm: true }));
    for (const [name, value] of Object.entries(replayedHeader(replayed))) c.header(name, value);
  } catch (error) {
    if (error instanceof TooManyMessages) {
      c.header('retry-after', String(error.retryAfterSeconds));
      return renderForm(c, '/contact', { values, errors: {}, failed: true, reason: error.message }, 429);
    }
    log().error({ event: 'rest.failed', requestId: c.var.requestId, resource: 'contact', err: error }, 'Could not store a message');
    return renderForm(c, '/contact', { values, errors: {}, failed: true }, 503);
  }
  return c.redirect('/contact?sent=1', 303);
}

/** A field given twice: which one was meant? */
export function refuseTwice(c: Context<AppEnv>, field: string): Response {
  const errors = [{ field, message: 'Send this field once' }];
  return problemResponse({ status: 400, title: 'Bad request', detail: 'A field was sent more than once.', errors }, c.var.requestId);
}
