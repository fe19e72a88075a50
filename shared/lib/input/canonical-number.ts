/**
 * Returns the number that a part of an address is: decimal, at most `max`, without sign or leading zeros, so that each thing has one
 * address. Otherwise undefined.
 */
export function canonicalNumber(text: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const number = Number(text);
  return number <= max ? number : undefined;
}
