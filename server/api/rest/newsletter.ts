import * as z from 'zod/mini';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { sendReceipt, submissionOf } from '#server/api/protocol/submissions.ts';
import { endSubscription, isValidUnsubscribeLink, subscribeAgain, subscribeToNewsletter } from '#server/domain/newsletter.ts';
import { newsletterReceipt } from '#shared/schemas/api.ts';
import { newsletterSubscription } from '#shared/schemas/contact.ts';
import { formRoute } from './html-form.ts';
import { type Route, route } from './route.ts';

const strictSubscription = z.strictObject(newsletterSubscription.shape).register(z.globalRegistry, { id: 'Subscription' });

/** A subscription in JSON: 200 whether or not the address was already subscribed. */
export const subscribe = route({
  at: 'POST /api/v1/newsletter',
  id: 'subscribe',
  tag: 'Messages',
  summary: 'Subscribe to the newsletter',
  description: 'Subscribing twice succeeds. Whoever has unsubscribed is asked by email first. The answer does not tell these apart.',
  body: { schema: strictSubscription, example: { email: 'ada@example.com' } },
  idempotencyKey: 'optional',
  response: { schema: newsletterReceipt },
  failure: 'The subscription could not be stored. Please try again.',
  answer: async (c, { body, rawBody }) =>
    sendReceipt(c, await subscribeToNewsletter(body, submissionOf(c, rawBody, { isRepeatable: true })), 200),
});

export const newsletterForm = formRoute({
  path: '/api/newsletter',
  page: '/blog#newsletter',
  pageOf: () => '/blog',
  schema: newsletterSubscription,
  isRepeatable: true,
  store: subscribeToNewsletter,
  thanks: () => '/blog?subscribed=1#newsletter',
});

const path = '/api/newsletter/unsubscribe';

/**
 * `/api/newsletter/unsubscribe?id=...&token=...`, the link in every newsletter. GET redirects to a page with a button, because
 * mail scanners open links and must not unsubscribe anyone. A mail program's one-click POST (RFC 8058) gets a 200 without a page; the
 * button's POST is redirected to the page, which also reports an invalid link. With `again`, the page's button subscribes somebody who
 * has left.
 */
export const unsubscribeLink: Route[] = [
  { method: 'GET', path, handle: (c) => c.redirect(`/unsubscribe${new URL(c.req.url).search}`, 303) },
  {
    method: 'POST',
    path,
    page: '/unsubscribe',
    hasToken: true,
    handle: async (c) => {
      const { id = '', token = '', again } = c.req.query();
      if (again !== undefined) return c.redirect((await subscribeAgain(id, token)) ? '/unsubscribe?done=again' : '/unsubscribe', 303);
      // The page's form has this field alone; a mail program's may be anything.
      const isFromPage = (await c.req.text().catch(() => '')) === 'from=page';
      if (!(await isValidUnsubscribeLink(id, token))) return isFromPage ? c.redirect('/unsubscribe', 303) : sendProblem(c, 'link_invalid');
      await endSubscription(id);
      if (isFromPage) return c.redirect('/unsubscribe?done=1', 303);
      return c.text('Unsubscribed', 200, { 'cache-control': 'no-store' });
    },
  },
];
