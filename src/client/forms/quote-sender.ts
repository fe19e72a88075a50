'use client';

import { TRPCClientError } from '@trpc/client';
import { readPostedLines } from '#shared/lib/shortlist.ts';
import { quoteSubmission } from '#shared/schemas/quote-request.ts';
import { type Answer, refusedErrors, rpcClient, sender, withKey } from './sender.ts';

/** How a request for a quote is checked and sent. */
export const quoteSender = sender({
  schema: quoteSubmission,
  read: (form) => {
    const fields = new URLSearchParams();
    for (const [name, value] of form) if (typeof value === 'string') fields.append(name, value);
    return { ...Object.fromEntries(fields), lines: readPostedLines(fields) };
  },
  send: async (message, key): Promise<Answer> => {
    try {
      const receipt = await rpcClient.contact.requestQuote.mutate(message, withKey(key));
      // The page is on this site, under whatever name it was reached.
      return { receipt: { ...receipt, url: new URL(receipt.url).pathname } };
    } catch (error) {
      const problem = error instanceof TRPCClientError && error.data?.problem;
      if (problem?.code !== 'prices_changed') return refusedErrors(error);
      // The prices have changed since the page was loaded. The field is such as `lines.0.pricePerCredit`.
      const changed: { field: string; pricePerCredit: number }[] = problem.errors;
      const prices = changed.map(({ field, pricePerCredit }) => [message.lines[Number(field.split('.')[1])]?.slug, pricePerCredit]);
      return { errors: { prices: (error as Error).message }, newPrices: Object.fromEntries(prices) };
    }
  },
});
