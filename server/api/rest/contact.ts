import { type Context, Hono } from 'hono';
import { readFields } from '#server/api/protocol/form-body.ts';
import { mediaType, readJson } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { formProblem, receiptHeaders, submissionOf, submissionProblem } from '#server/api/protocol/submission-headers.ts';
import { storeContactMessage } from '#server/domain/messages/store-contact.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { contactMessage } from '#src/schemas/contact.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { messagesByField } from '#src/schemas/problem.ts';

/** Responds with the page that holds the form (`page` is its path and query), with what was typed and what is wrong. */
export type RenderForm = (c: Context<AppEnv>, page: string, result: FormResult, status: number) => Promise<Response>;

/**
 * `POST /api/contact`. JSON from integrators (product.md, section 7) is answered in JSON. A form posted without JavaScript is
 * answered with a redirect (303) to the confirmation page, or with the form and its errors.
 */
export function contact(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const type = mediaType(c);
      if (type === 'application/json') return postJsonMessage(c);
      if (type === 'application/x-www-form-urlencoded') return fromForm(c, renderForm);
      const detail = 'Send application/json, or application/x-www-form-urlencoded from a form.';
      return sendProblem(c, 'media_type_unsupported', { detail });
    })
    .all('/', methodNotAllowed);
}

/** `POST /api/v1/contact`, and `POST /api/contact` in JSON: 201 once the message is stored. */
export async function postJsonMessage(c: Context<AppEnv>): Promise<Response> {
  const read = await readJson(c, contactMessage);
  if (read.problem) return read.problem;
  try {
    const { receipt, ...outcome } = await storeContactMessage(read.values, submissionOf(c, read.body));
    return c.json(receipt, 201, { 'cache-control': 'no-store', ...receiptHeaders(outcome) });
  } catch (error) {
    const detail = 'The message could not be stored. Please try again.';
    return submissionProblem(c, error) ?? sendErrorProblem(c, error, 'contact', detail);
  }
}

async function fromForm(c: Context<AppEnv>, renderForm: RenderForm): Promise<Response> {
  const read = await readFields(c);
  if (read.problem) return read.problem;
  const { values } = read;
  const parsed = contactMessage.safeParse(values);
  if (!parsed.success) {
    const errors = messagesByField(parsed.error);
    return renderForm(c, '/contact', { values, errors, failed: false }, 422);
  }
  try {
    const outcome = await storeContactMessage(parsed.data, submissionOf(c, values, { plainForm: true }));
    for (const [name, value] of Object.entries(receiptHeaders(outcome))) c.header(name, value);
  } catch (error) {
    const rejected = formProblem(c, error);
    if (rejected) return renderForm(c, '/contact', { values, errors: {}, failed: true, reason: rejected.reason }, rejected.status);
    log().error({ event: 'rest.failed', requestId: c.var.requestId, resource: 'contact', err: error }, 'Could not store a message');
    return renderForm(c, '/contact', { values, errors: {}, failed: true }, 503);
  }
  return c.redirect('/contact?sent=1', 303);
}
