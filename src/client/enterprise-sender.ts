'use client';

import { type EnterpriseMessage, enterpriseMessage } from '#src/schemas/enterprise-contact.ts';
import { checkForm } from './check-form.ts';
import type { FieldErrors, FormSender } from './sent-form.ts';

/** A form with a file may take this long over a slow line, in ms. */
const requestLimit = 60_000;

type Problem = { errors?: { field: string; message: string }[] };

/** Checks the enterprise form, and posts it as it is, file included, to its own address. */
export const enterpriseSender: FormSender<EnterpriseMessage> = {
  check: (form) => checkForm(enterpriseMessage, form),
  send: async (_message, form) => {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new FormData(form),
      signal: AbortSignal.timeout(requestLimit),
    });
    if (response.ok) return undefined;
    const { errors = [] }: Problem = response.status === 422 ? await response.json() : {};
    if (errors.length === 0) throw new Error(`The enterprise form was answered with ${response.status}`);
    return Object.fromEntries(errors.map(({ field, message }) => [field, message])) satisfies FieldErrors;
  },
};
