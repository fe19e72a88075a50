import { type Context, Hono } from 'hono';
import { answerJsonPost } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed } from '#server/api/protocol/problem.ts';
import { answerHtmlForm, type RenderForm } from '#server/api/rest/html-form.ts';
import { subscribeToNewsletter } from '#server/domain/newsletter/subscribe.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { newsletterSubscription } from '#src/schemas/newsletter.ts';

const subscription = { schema: newsletterSubscription, store: subscribeToNewsletter, resource: 'newsletter' };

/** `POST /api/newsletter`: the form posted without JavaScript. Redirects (303) to the confirmation, or answers with the form. */
export function newsletter(renderForm: RenderForm) {
  const form = {
    ...subscription,
    page: '/blog',
    isRepeatable: true,
    thanks: () => '/blog?subscribed=1#newsletter',
    failed: 'Could not store a subscription',
  };
  return new Hono<AppEnv>().post('/', (c) => answerHtmlForm(c, renderForm, form)).all('/', methodNotAllowed);
}

/** `POST /api/v1/newsletter`, JSON: 200 whether or not the address was already subscribed. */
export function postJsonSubscription(c: Context<AppEnv>): Promise<Response> {
  return answerJsonPost(c, { ...subscription, status: 200, failed: 'The subscription could not be stored. Please try again.' });
}
