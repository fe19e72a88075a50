'use client';

import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '#server/rpc/router.ts';
import { type NewsletterSubscription, newsletterSubscription } from '#src/schemas/newsletter.ts';
import { rpcLinks } from './rpc-links.ts';

/** What the newsletter form needs once it is used: fetched with the first submit, not with the page. */
export function checkSubscription(fields: FormData) {
  return newsletterSubscription.safeParse(Object.fromEntries(fields));
}

export function subscribe(subscription: NewsletterSubscription) {
  return createTRPCClient<AppRouter>({ links: rpcLinks() }).newsletter.subscribe.mutate(subscription);
}
