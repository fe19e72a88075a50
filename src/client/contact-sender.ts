'use client';

import { createTRPCClient } from '@trpc/client';
import type { AppRouter } from '#server/rpc/router.ts';
import { type ContactMessage, contactMessage } from '#src/schemas/contact.ts';
import { checkForm } from './check-form.ts';
import { rpcLink } from './rpc-link.ts';
import type { FormSender } from './sent-form.ts';

const rpc = createTRPCClient<AppRouter>({ links: [rpcLink()] });

/** Checks the contact form, and sends it over RPC. */
export const contactSender: FormSender<ContactMessage> = {
  check: (form) => checkForm(contactMessage, form),
  send: async (message) => {
    await rpc.contact.send.mutate(message);
    return undefined;
  },
};
