'use client';

import { TRPCClientError } from '@trpc/client';
import type { z } from 'zod';
import { formClient } from '#src/client/rpc/rpc-link.ts';
import { parseTonnes } from '#src/lib/money/basket.ts';
import type { Receipt } from '#src/lib/protocol/receipt.ts';
import { postedLines, type ShortlistLine, tonnesField } from '#src/lib/shortlist/shortlist-address.ts';
import { quoteSubmission } from '#src/schemas/quote-request.ts';
import { checkValues } from './check-form.ts';
import { createFormKeys } from './form-key.ts';
import type { FormSender } from './use-form-submission.ts';

const rpc = formClient();
const keys = createFormKeys();
let receipt: Receipt | undefined;

/** Validates the quote form with its lines and sends it by RPC. */
export const quoteSender: FormSender<z.output<typeof quoteSubmission>> = {
  check: (form) => {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value);
    return checkValues(quoteSubmission, { ...Object.fromEntries(fields), lines: postedLines(fields).map(withTypedTonnes) });
  },
  send: async (message) => {
    try {
      const answer = await rpc.contact.requestQuote.mutate(message, { context: { idempotencyKey: keys.keyFor(message) } });
      // The page is on this site, under whatever name it was reached.
      receipt = { ...answer, url: new URL(answer.url).pathname };
    } catch (error) {
      // The catalogue has changed since the page was loaded; the message names the projects that are gone.
      if (error instanceof TRPCClientError && error.data?.code === 'UNPROCESSABLE_CONTENT') return { lines: error.message };
      throw error;
    }
    keys.markDelivered();
    return undefined;
  },
  receipt: () => receipt,
};

/** Returns a line with the tonnes typed in the list above the form, even if its totals have not been updated since. */
function withTypedTonnes(line: ShortlistLine): ShortlistLine {
  const field = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(tonnesField(line.slug))}"]`);
  return field ? { ...line, tonnes: parseTonnes(field.value) ?? Number.NaN } : line;
}
