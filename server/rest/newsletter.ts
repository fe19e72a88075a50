import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { log } from '#server/log.ts';
import { TooManyMessages } from '#server/messages/refusal.ts';
import { subscribeToNewsletter } from '#server/newsletter/subscribe.ts';
import type { RenderForm } from '#server/rest/contact.ts';
import { fieldErrors, methodNotAllowed, problemResponse } from '#server/rest/problem.ts';
import { replayedHeader, sendingOf } from '#server/rest/sending.ts';
import { newsletterSubscription } from '#src/schemas/newsletter.ts';

/** `POST /api/newsletter`: the form as a browser without JavaScript posts it. 303 to the thanks, or the form again. */
export function newsletter(renderForm: RenderForm) {
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
      if (type !== 'application/x-www-form-urlencoded') {
        const detail = 'Send application/x-www-form-urlencoded from a form.';
        return problemResponse({ status: 415, title: 'Unsupported media type', detail }, c.var.requestId);
      }
      const values = Object.fromEntries(new URLSearchParams(await c.req.text()));
      const parsed = newsletterSubscription.safeParse(values);
      if (!parsed.success) {
        const errors = Object.fromEntries(fieldErrors(parsed.error).map(({ field, message }) => [field, message]));
        return renderForm(c, '/blog', { values, errors, failed: false }, 422);
      }
      try {
        const { replayed } = await subscribeToNewsletter(parsed.data, sendingOf(c, values));
        for (const [name, value] of Object.entries(replayedHeader(replayed))) c.header(name, value);
      } catch (error) {
        if (error instanceof TooManyMessages) {
          c.header('retry-after', String(error.retryAfterSeconds));
          return renderForm(c, '/blog', { values, errors: {}, failed: true, reason: error.message }, 429);
        }
        log().error(
          { event: 'rest.failed', requestId: c.var.requestId, resource: 'newsletter', err: error },
          'Could not store a subscription',
        );
        return renderForm(c, '/blog', { values, errors: {}, failed: true }, 503);
      }
      return c.redirect('/blog?subscribed=1#newsletter', 303);
    })
    .all('/', (c) => methodNotAllowed('POST', c.var.requestId));
}
