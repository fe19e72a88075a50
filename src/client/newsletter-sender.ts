'use client';

// The heavy half of the newsletter form (schema, RPC client): its own chunk, fetched when the form is first used.

import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '#server/rpc/router.ts';
import { type NewsletterSubscription, newsletterSubscription } from '#src/schemas/newsletter.ts';
import { rpcLink } from './rpc-link.ts';

const rpc = createTRPCClient<AppRouter>({ links: [rpcLink()] });

type Checked = { subscription: NewsletterSubscription; error?: undefined } | { subscription?: undefined; error: string | undefined };

/** What the form holds, as the server will read it, or what is wrong with it. */
export function checkSubscription(form: HTMLFormElement): Checked {
  const parsed = newsletterSubscription.safeParse(Object.fromEntries(new FormData(form)));
  return parsed.success ? { subscription: parsed.data } : { error: parsed.error.issues[0]?.message };
}

/** Subscribes an address. @throws when it was not stored, or no answer came in time. */
export async function subscribe(subscription: NewsletterSubscription): Promise<void> {
  await rpc.newsletter.subscribe.mutate(subscription);
}
