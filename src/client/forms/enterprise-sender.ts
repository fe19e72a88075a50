'use client';

import type { Receipt } from '#src/lib/protocol/receipt.ts';
import { type EnterpriseMessage, enterpriseMessage } from '#src/schemas/enterprise-contact.ts';
import { checkForm } from './check-form.ts';
import { createFormKeys } from './form-key.ts';
import type { FieldErrors, FormSender } from './use-form-submission.ts';

/** Timeout in ms: long enough for a file on a slow connection. */
const requestLimit = 60_000;

type Problem = { errors?: { field: string; message: string }[] };

const keys = createFormKeys();
let receipt: Receipt | undefined;

/** Validates the enterprise form and posts it, file included, to its own address. */
export const enterpriseSender: FormSender<EnterpriseMessage> = {
  check: (form) => checkForm(enterpriseMessage, form),
  send: async (_message, form) => {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json', 'idempotency-key': keys.keyFor(contentOf(form)) },
      body: new FormData(form),
      signal: AbortSignal.timeout(requestLimit),
    });
    if (response.ok) {
      receipt = await response.json();
      keys.markDelivered();
      return undefined;
    }
    const { errors = [] }: Problem = response.status === 422 ? await response.json() : {};
    if (errors.length === 0) throw new Error(`The enterprise form was answered with ${response.status}`);
    return Object.fromEntries(errors.map(({ field, message }) => [field, message])) satisfies FieldErrors;
  },
  receipt: () => receipt,
};

/** Returns the form's content for comparison: its fields, and its file by name, size and modification time. */
function contentOf(form: HTMLFormElement): object {
  const describe = (value: FormDataEntryValue) => (value instanceof File ? [value.name, value.size, value.lastModified] : value);
  return [...new FormData(form)].map(([name, value]) => [name, describe(value)]);
}
