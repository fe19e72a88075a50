/**
 * Returns the number that a part of an address states: decimal, at most `max`, without sign or leading zeros. Any other text gives
 * undefined, so that a number has only one address.
 */
export function canonicalNumber(text: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const number = Number(text);
  return number <= max ? number : undefined;
}
