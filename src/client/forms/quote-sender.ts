'use client';

import { createTRPCClient, TRPCClientError } from '@trpc/client';
import type { z } from 'zod';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { rpcFormLink } from '#src/client/rpc/rpc-link.ts';
import { postedLines, type ShortlistLine } from '#src/lib/shortlist-address.ts';
import { quoteSubmission } from '#src/schemas/quote-request.ts';
import { checkValues } from './check-form.ts';
import { formKeys } from './form-key.ts';
import type { FormSender } from './use-form-submission.ts';

const rpc = createTRPCClient<AppRouter>({ links: [rpcFormLink()] });

const keys = formKeys();
let reference: string | undefined;

/** Checks the quote form with its lines, and sends it over RPC. */
export const quoteSender: FormSender<z.output<typeof quoteSubmission>> = {
  check: (form) => {
    const sent = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') sent.append(name, value);
    return checkValues(quoteSubmission, { ...Object.fromEntries(sent), lines: postedLines(sent).map(asTyped) });
  },
  send: async (message) => {
    const { form_ticket: _, topic_note: __, ...content } = message;
    try {
      const receipt = await rpc.contact.requestQuote.mutate(message, { context: { idempotencyKey: keys.keyFor(JSON.stringify(content)) } });
      reference = receipt.reference;
    } catch (error) {
      // The catalogue changed while the shortlist was open: the server says which projects went.
      if (error instanceof TRPCClientError && error.data?.code === 'UNPROCESSABLE_CONTENT') return { lines: error.message };
      throw error;
    }
    keys.arrived();
    return undefined;
  },
  reference: () => reference,
};

/** A line with the tonnes that the list above the form says by now, also where its totals have not been worked out since. */
function asTyped(line: ShortlistLine): ShortlistLine {
  const field = document.querySelector<HTMLInputElement>(`input[name="t.${CSS.escape(line.slug)}"]`);
  return field ? { ...line, tonnes: field.value === '' ? Number.NaN : Number(field.value) } : line;
}
