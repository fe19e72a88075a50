/** PostgreSQL can store neither zero bytes (U+0000) nor lone surrogates in text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Says to integrators what a storable text is. */
export const storableRule = 'Without zero bytes and lone surrogates';

/** Makes a text from an address storable: without zero bytes, U+FFFD for lone surrogates, cut after `max` UTF-16 units. */
export function storableText(text: string, max = Number.POSITIVE_INFINITY): string {
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}
