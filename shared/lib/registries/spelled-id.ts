/**
 * Returns a registry's id of a project in one spelling, as `catalogue_spelled_id` of the database does: in capitals, without what
 * separates its parts, but that between two numbers stays as a hyphen, and without zeros before its first number.
 */
export function spelledId(id: string): string {
  const spelled = id
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
    .replace(/[\p{Cc} -/:-@[-`{-\u00bf\u2000-\u206f\u2212\u3000\ufeff]+/gu, '-')
    .replace(/(?<!\d)-|-(?!\d)/g, '')
    .replace(/^(\D*)0+(?=\d)/, '$1');
  return spelled || id;
}
