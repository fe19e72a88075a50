import { type Context, Hono } from 'hono';
import { readFields } from '#server/api/protocol/form-body.ts';
import { mediaType } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed, sendProblem } from '#server/api/protocol/problem.ts';
import { formProblem, receiptHeaders, submissionOf } from '#server/api/protocol/submission-headers.ts';
import type { RenderForm } from '#server/api/rest/contact.ts';
import { requestQuote } from '#server/domain/messages/request-quote.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { ProjectsGone } from '#server/submissions/errors.ts';
import { postedLines, readShortlist, shortlistAddress } from '#src/lib/shortlist-address.ts';
import type { FormResult } from '#src/schemas/form-result.ts';
import { messagesByField } from '#src/schemas/problem.ts';
import { quoteRequest } from '#src/schemas/quote-request.ts';

/**
 * `POST /api/quote-request`: the quote form posted without JavaScript, with a `p=slug:tonnes` for each line. Redirects (303) to
 * the confirmation, or answers with the shortlist page, its errors and what was typed. Scripts call `contact.requestQuote` over
 * RPC instead.
 */
export function quoteRequests(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      if (mediaType(c) === 'application/x-www-form-urlencoded') return fromForm(c, renderForm);
      return sendProblem(c, 'media_type_unsupported', { detail: 'Send application/x-www-form-urlencoded from a form.' });
    })
    .all('/', methodNotAllowed);
}

async function fromForm(c: Context<AppEnv>, renderForm: RenderForm): Promise<Response> {
  const read = await readFields(c, { lists: ['p'] });
  if (read.problem) return read.problem;
  const { fields, values } = read;
  // The list stays in the address, as the sender's record of what was requested.
  const page = shortlistAddress(readShortlist(fields).lines);
  const renderAgain = (status: number, result: Partial<FormResult>) =>
    renderForm(c, page, { values, errors: {}, failed: false, ...result }, status);

  const parsed = quoteRequest.safeParse({ ...values, lines: postedLines(fields) });
  if (!parsed.success) return renderAgain(422, { errors: messagesByField(parsed.error) });
  try {
    const outcome = await requestQuote(parsed.data, submissionOf(c, values, { plainForm: true }));
    for (const [name, value] of Object.entries(receiptHeaders(outcome))) c.header(name, value);
    return c.redirect(`${page.replace('?', `?sent=${outcome.receipt.reference}&`)}#quote`, 303);
  } catch (error) {
    if (error instanceof ProjectsGone) {
      return renderAgain(422, { errors: Object.fromEntries(error.lines.map((line) => [`lines.${line}.slug`, error.message])) });
    }
    const rejected = formProblem(c, error);
    if (rejected) return renderAgain(rejected.status, { failed: true, reason: rejected.reason });
    const facts = { event: 'rest.failed', requestId: c.var.requestId, resource: 'quote-request', err: error };
    log().error(facts, 'Could not store a request for a quote');
    return renderAgain(503, { failed: true });
  }
}
