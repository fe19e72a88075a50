import * as z from 'zod/mini';
import { sendReceipt, submissionOf } from '#server/api/protocol/submissions.ts';
import { answerHtmlForm } from '#server/api/rest/html-form.ts';
import { type Route, route } from '#server/api/rest/route.ts';
import { subscribeToNewsletter } from '#server/domain/newsletter.ts';
import { newsletterReceipt, newsletterSubscription } from '#src/schemas/newsletter.ts';

newsletterSubscription.register(z.globalRegistry, { id: 'Subscription' });
newsletterReceipt.register(z.globalRegistry, { id: 'SubscriptionReceipt' });

/** A subscription in JSON: 200 whether or not the address was already subscribed. */
export const subscribe = route(
  'POST',
  '/api/v1/newsletter',
  {
    id: 'subscribe',
    tag: 'Messages',
    summary: 'Subscribe to the newsletter',
    description: 'Subscribing twice succeeds. The answer does not reveal whether the address was already subscribed.',
    body: { schema: newsletterSubscription, example: { email: 'ada@example.com' } },
    idempotencyKey: 'optional',
    response: { schema: newsletterReceipt },
    failed: 'The subscription could not be stored. Please try again.',
  },
  async (c, { body, rawBody }) => sendReceipt(c, await subscribeToNewsletter(body, submissionOf(c, rawBody)), 200),
);

/** The form posted without JavaScript. Redirects (303) to the confirmation, or answers with the form. */
export const newsletter: Route = {
  method: 'POST',
  path: '/api/newsletter',
  page: '/blog#newsletter',
  handle: (c, { renderForm }) => answerHtmlForm(c, renderForm, form),
};

const form = {
  page: '/blog',
  schema: newsletterSubscription,
  isRepeatable: true,
  store: subscribeToNewsletter,
  thanks: () => '/blog?subscribed=1#newsletter',
  resource: 'newsletter',
  failed: 'Could not store a subscription',
};
