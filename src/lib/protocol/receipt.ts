import { isReference } from '../text/reference.ts';

/** What whoever sent a message is told: its reference, whether a mail acknowledges it, and of a quote the address of its page. */
export type Receipt = { reference: string; acknowledged: boolean; url?: string };

/** Returns the query of the page that answers a form posted without scripts. */
export function receiptQuery({ reference, acknowledged }: Receipt): string {
  return `sent=${reference}${acknowledged ? '' : `&${unacknowledged}`}`;
}

/** Part of the query of a page that answers a form, if no mail acknowledges the message. */
export const unacknowledged = 'mail=no';

/** Reads such a query; undefined if the page answers no form. */
export function readReceipt(query: URLSearchParams): Receipt | undefined {
  const reference = query.get('sent') ?? '';
  return isReference(reference) ? { reference, acknowledged: query.get('mail') !== 'no' } : undefined;
}
