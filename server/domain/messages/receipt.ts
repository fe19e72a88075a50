import { referenceOf } from '#src/lib/text/reference.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';

/** What is stored of a receipt, and comes back as JSON for a repeated request. */
export type StoredReceipt = Omit<ContactReceipt, 'reference'>;

/** Returns the receipt of a stored message. One of the release before does not say whether it was acknowledged: it was queued. */
export function receiptOf<Stored extends StoredReceipt>(stored: Stored): Stored & ContactReceipt {
  const { id, receivedAt, acknowledged = true } = stored;
  return { ...stored, receivedAt: new Date(receivedAt), reference: referenceOf(id), acknowledged };
}
