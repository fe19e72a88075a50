'use client';

import { uploadLimitMs } from '#shared/schemas/attachments.ts';
import { enterpriseFields, enterpriseMessage } from '#shared/schemas/enterprise-contact.ts';
import { sender } from './sender.ts';

/** How an enterprise's message is checked and sent: by its own address, with its files. */
export const enterpriseSender = sender({
  schema: enterpriseMessage,
  read: enterpriseFields,
  send: async (_message, key, form) => {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json', 'idempotency-key': key },
      body: new FormData(form),
      signal: AbortSignal.timeout(uploadLimitMs),
    });
    if (response.ok) return { receipt: await response.json() };
    const { errors = [] }: { errors?: { field: string; message: string }[] } = response.status === 422 ? await response.json() : {};
    if (errors.length === 0) throw new Error(`The enterprise form was answered with ${response.status}`);
    return { errors: Object.fromEntries(errors.map(({ field, message }) => [field, message])) };
  },
});
