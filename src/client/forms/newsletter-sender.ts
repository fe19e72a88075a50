'use client';

import type { z } from 'zod';
import { formClient } from '#src/client/rpc/rpc-link.ts';
import { newsletterSubmission } from '#src/schemas/newsletter.ts';
import { checkForm } from './check-form.ts';
import { createFormKeys } from './form-key.ts';
import type { FormSender } from './use-form-submission.ts';

const rpc = formClient();
const keys = createFormKeys();

/** Validates the newsletter form and sends it by RPC. */
export const newsletterSender: FormSender<z.output<typeof newsletterSubmission>> = {
  check: (form) => checkForm(newsletterSubmission, form),
  send: async (message) => {
    await rpc.newsletter.subscribe.mutate(message, { context: { idempotencyKey: keys.keyFor(message) } });
    keys.markDelivered();
    return undefined;
  },
};
