import { query } from '#server/platform/database/query.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';
import { referenceOf } from '#src/lib/text/reference.ts';

/** The length of the part of a quote's address that cannot be guessed: 128 bits, as 32 hexadecimal digits. */
const tokenBytes = 16;

/**
 * Returns the path of the page of a request for a quote: `/quotes/`, its reference, and an HMAC of its id. Nothing of it is stored,
 * so that every mail about it and every repeated answer names the same address.
 */
export async function quotePath(messageId: string): Promise<string> {
  return `/quotes/${referenceOf(messageId)}-${(await tokenOf(messageId)).toString('hex')}`;
}

/** Returns the id of the request for a quote whose page has this last part in its path; undefined if there is none. */
export async function findQuoteId(lastPart: string): Promise<string | undefined> {
  const [, digits, token] = /^Q-([0-9A-F]{8})-([0-9a-f]{32})$/.exec(lastPart) ?? [];
  if (!digits || !token) return undefined;
  const candidates = await query<{ id: string }[]>`
    select id from contact_messages where left(id::text, 8) = ${digits.toLowerCase()} and prices_valid_until is not null
  `;
  for (const { id } of candidates) if (sameBytes(await tokenOf(id), Buffer.from(token, 'hex'))) return id;
  return undefined;
}

async function tokenOf(messageId: string): Promise<Buffer> {
  return (await sign('quote-page', messageId)).subarray(0, tokenBytes);
}
