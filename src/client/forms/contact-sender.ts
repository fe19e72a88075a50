'use client';

import { createTRPCClient } from '@trpc/client';
import type { z } from 'zod';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { rpcFormLink } from '#src/client/rpc/rpc-link.ts';
import { contactSubmission } from '#src/schemas/contact.ts';
import { checkForm } from './check-form.ts';
import { createFormKeys } from './form-key.ts';
import type { FormSender } from './use-form-submission.ts';

const rpc = createTRPCClient<AppRouter>({ links: [rpcFormLink()] });

const keys = createFormKeys();

/** Validates the contact form and sends it by RPC. */
export const contactSender: FormSender<z.output<typeof contactSubmission>> = {
  check: (form) => checkForm(contactSubmission, form),
  send: async (message) => {
    const { form_ticket: _, topic_note: __, ...content } = message;
    await rpc.contact.send.mutate(message, { context: { idempotencyKey: keys.keyFor(JSON.stringify(content)) } });
    keys.markDelivered();
    return undefined;
  },
};
