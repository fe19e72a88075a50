'use client';

// The heavy half of the newsletter form (schema, RPC client): a separate chunk, loaded when the form is first used.

import { createTRPCClient } from '@trpc/client';
import type { z } from 'zod';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { rpcFormLink } from '#src/client/rpc/rpc-link.ts';
import { newsletterSubmission } from '#src/schemas/newsletter.ts';
import { createFormKeys } from './form-key.ts';

const rpc = createTRPCClient<AppRouter>({ links: [rpcFormLink()] });

type Submission = z.output<typeof newsletterSubmission>;
type Checked = { subscription: Submission; error?: undefined } | { subscription?: undefined; error: string | undefined };

const keys = createFormKeys();

/** Parses the form as the server will. Returns the subscription, or the first error. */
export function checkSubscription(form: HTMLFormElement): Checked {
  const parsed = newsletterSubmission.safeParse(Object.fromEntries(new FormData(form)));
  return parsed.success ? { subscription: parsed.data } : { error: parsed.error.issues[0]?.message };
}

/** Subscribes an address. @throws if it was not stored, or on a timeout. */
export async function subscribe(subscription: Submission): Promise<void> {
  await rpc.newsletter.subscribe.mutate(subscription, { context: { idempotencyKey: keys.keyFor(subscription.email) } });
  keys.markDelivered();
}
