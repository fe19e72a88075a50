'use client';

import { TRPCClientError } from '@trpc/client';
import type { z } from 'zod';
import { formClient } from '#src/client/rpc/rpc-link.ts';
import type { Receipt } from '#src/lib/protocol/receipt.ts';
import { postedLines } from '#src/lib/shortlist/shortlist-address.ts';
import { quoteSubmission } from '#src/schemas/quote-request.ts';
import { checkValues } from './check-form.ts';
import { createFormKeys } from './form-key.ts';
import type { FieldErrors, FormSender } from './use-form-submission.ts';

const rpc = formClient();
const keys = createFormKeys();
let receipt: Receipt | undefined;
let newPrices: Record<string, number> = {};

/** Validates the quote form with its lines and sends it by RPC. */
export const quoteSender: FormSender<z.output<typeof quoteSubmission>> & { newPrices: () => Record<string, number> } = {
  check: (form) => {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value);
    return checkValues(quoteSubmission, { ...Object.fromEntries(fields), lines: postedLines(fields) });
  },
  send: async (message): Promise<FieldErrors | undefined> => {
    try {
      const answer = await rpc.contact.requestQuote.mutate(message, { context: { idempotencyKey: keys.keyFor(message) } });
      // The page is on this site, under whatever name it was reached.
      receipt = { ...answer, url: new URL(answer.url).pathname };
    } catch (error) {
      // The catalogue has changed since the page was loaded; the message names the projects that are gone, or whose prices moved.
      if (!(error instanceof TRPCClientError)) throw error;
      const { code, problem } = Object(error.data);
      if (code === 'UNPROCESSABLE_CONTENT') return { lines: error.message };
      if (problem?.code !== 'prices_changed') throw error;
      for (const { field, pricePerCredit } of problem.errors) {
        const line = message.lines[field.split('.')[1]];
        if (line) newPrices = { ...newPrices, [line.slug]: pricePerCredit };
      }
      return { prices: error.message };
    }
    keys.markDelivered();
    return undefined;
  },
  receipt: () => receipt,
  newPrices: () => newPrices,
};
