import { isReference } from '../text/reference.ts';

/**
 * What whoever sent a message is told: its reference, and of a quote the address of its page. Not whether a mail acknowledges it, which
 * would tell whether somebody else has written with that address.
 */
export type Receipt = { reference: string; url?: string };

/** Returns the query of the page that answers a form posted without scripts. */
export function receiptQuery({ reference }: Receipt): string {
  return `sent=${reference}`;
}

/** Reads such a query; undefined if the page answers no form. */
export function readReceipt(query: URLSearchParams): Receipt | undefined {
  const reference = query.get('sent') ?? '';
  return isReference(reference) ? { reference } : undefined;
}
