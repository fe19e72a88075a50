'use client';

import type { z } from 'zod';
import { formClient } from '#src/client/rpc/rpc-link.ts';
import type { Receipt } from '#src/lib/protocol/receipt.ts';
import { contactSubmission } from '#src/schemas/contact.ts';
import { checkForm } from './check-form.ts';
import { createFormKeys } from './form-key.ts';
import type { FormSender } from './use-form-submission.ts';

const rpc = formClient();
const keys = createFormKeys();
let receipt: Receipt | undefined;

/** Validates the contact form and sends it by RPC. */
export const contactSender: FormSender<z.output<typeof contactSubmission>> = {
  check: (form) => checkForm(contactSubmission, form),
  send: async (message) => {
    receipt = await rpc.contact.send.mutate(message, { context: { idempotencyKey: keys.keyFor(message) } });
    keys.markDelivered();
    return undefined;
  },
  receipt: () => receipt,
};
