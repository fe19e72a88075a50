/** PostgreSQL can store neither zero bytes (U+0000) nor lone surrogates in text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Combining marks after the thirtieth in a row: Unicode's stream-safe form (UAX #15, 13) has no more, and no language as many. */
const endlessMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * Returns a text from outside in a normal form of Unicode, by default NFC, with at most thirty marks in a row: `normalize` takes time
 * that grows with the square of their number. It is the only function to call it.
 */
export function normalised(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string {
  return text.replace(endlessMarks, '$1').normalize(form);
}

/** What is wrong with a text that is not storable, for integrators. */
export const notStorable = 'Without zero bytes and lone surrogates';

/** Removes from a text of an address what PostgreSQL cannot store, and everything beyond `max` UTF-16 units. */
export function storableText(text: string, max = Number.POSITIVE_INFINITY): string {
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}
