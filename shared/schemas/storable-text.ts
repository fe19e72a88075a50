/** PostgreSQL can store neither zero bytes (U+0000) nor lone surrogates in text. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Says to integrators what a storable text is. */
export const storableRule = 'Without zero bytes and lone surrogates';

/** Makes a text from an address storable: without zero bytes, U+FFFD for lone surrogates, cut so that at most `max` UTF-16 units stay. */
export function storableText(text: string, max = Number.POSITIVE_INFINITY): string {
  const cut = text.replaceAll('\0', '').toWellFormed().slice(0, max);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
