import { type Context, Hono } from 'hono';
import { readFields } from '#server/api/protocol/form-body.ts';
import { mediaType, readJson } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { formProblem, receiptHeaders, submissionOf, submissionProblem } from '#server/api/protocol/submission-headers.ts';
import type { RenderForm } from '#server/api/rest/contact.ts';
import { subscribeToNewsletter } from '#server/domain/newsletter/subscribe.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { newsletterSubscription } from '#src/schemas/newsletter.ts';
import { messagesByField } from '#src/schemas/problem.ts';

/** `POST /api/newsletter`: the form posted without JavaScript. Redirects (303) to the confirmation, or answers with the form. */
export function newsletter(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      if (mediaType(c) !== 'application/x-www-form-urlencoded') {
        return sendProblem(c, 'media_type_unsupported', { detail: 'Send application/x-www-form-urlencoded from a form.' });
      }
      const read = await readFields(c);
      if (read.problem) return read.problem;
      const { values } = read;
      const parsed = newsletterSubscription.safeParse(values);
      if (!parsed.success) {
        const errors = messagesByField(parsed.error);
        return renderForm(c, '/blog', { values, errors, failed: false }, 422);
      }
      try {
        const outcome = await subscribeToNewsletter(parsed.data, submissionOf(c, values));
        for (const [name, value] of Object.entries(receiptHeaders(outcome))) c.header(name, value);
      } catch (error) {
        const rejected = formProblem(c, error);
        if (rejected) return renderForm(c, '/blog', { values, errors: {}, failed: true, reason: rejected.reason }, rejected.status);
        log().error(
          { event: 'rest.failed', requestId: c.var.requestId, resource: 'newsletter', err: error },
          'Could not store a subscription',
        );
        return renderForm(c, '/blog', { values, errors: {}, failed: true }, 503);
      }
      return c.redirect('/blog?subscribed=1#newsletter', 303);
    })
    .all('/', methodNotAllowed);
}

/** `POST /api/v1/newsletter`, JSON: 200 whether or not the address was already subscribed. */
export async function postJsonSubscription(c: Context<AppEnv>): Promise<Response> {
  const read = await readJson(c, newsletterSubscription);
  if (read.problem) return read.problem;
  try {
    const { receipt, ...outcome } = await subscribeToNewsletter(read.values, submissionOf(c, read.body));
    return c.json(receipt, 200, { 'cache-control': 'no-store', ...receiptHeaders(outcome) });
  } catch (error) {
    const detail = 'The subscription could not be stored. Please try again.';
    return submissionProblem(c, error) ?? sendErrorProblem(c, error, 'newsletter', detail);
  }
}
