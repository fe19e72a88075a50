'use client';

// The heavy half of the newsletter form (schema, RPC client): its own chunk, fetched when the form is first used.

import { createTRPCClient } from '@trpc/client';
import type { z } from 'zod';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { rpcFormLink } from '#src/client/rpc/rpc-link.ts';
import { newsletterSubmission } from '#src/schemas/newsletter.ts';
import { formKeys } from './form-key.ts';

const rpc = createTRPCClient<AppRouter>({ links: [rpcFormLink()] });

type Submission = z.output<typeof newsletterSubmission>;
type Checked = { subscription: Submission; error?: undefined } | { subscription?: undefined; error: string | undefined };

const keys = formKeys();

/** What the form holds, as the server will read it, or what is wrong with it. */
export function checkSubscription(form: HTMLFormElement): Checked {
  const parsed = newsletterSubmission.safeParse(Object.fromEntries(new FormData(form)));
  return parsed.success ? { subscription: parsed.data } : { error: parsed.error.issues[0]?.message };
}

/** Subscribes an address. @throws when it was not stored, or no answer came in time. */
export async function subscribe(subscription: Submission): Promise<void> {
  await rpc.newsletter.subscribe.mutate(subscription, { context: { idempotencyKey: keys.keyFor(subscription.email) } });
  keys.arrived();
}
