'use client';

// The heavy half of the contact form (schema, RPC client): its own chunk, fetched when the form is first used.

import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '#server/rpc/router.ts';
import { type ContactMessage, contactMessage } from '#src/schemas/contact.ts';
import { rpcLink } from './rpc-link.ts';

const rpc = createTRPCClient<AppRouter>({ links: [rpcLink()] });

type Checked = { message: ContactMessage; errors?: undefined } | { message?: undefined; errors: Record<string, string> };

/** What the form holds, as the server will read it, or the first error of each field in the order of the fields. */
export function checkContact(form: HTMLFormElement): Checked {
  const parsed = contactMessage.safeParse(Object.fromEntries(new FormData(form)));
  if (parsed.success) return { message: parsed.data };
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= issue.message;
  return { errors };
}

/** Sends a message. @throws when it was not stored, or no answer came in time. */
export async function sendContact(message: ContactMessage): Promise<void> {
  await rpc.contact.send.mutate(message);
}
