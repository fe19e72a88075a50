/**
 * Text that a spreadsheet would take for a formula, with an apostrophe in front, and so is text that begins with
 * apostrophes before such a sign: so the import, which takes one away, always gives back what was there.
 */
export function guardFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** What must stand in quotes in CSV (RFC 4180). csv-stringify by itself quotes only its own line end, CRLF. */
export const lineBreak = /[\r\n]/;

/** A cell that a spreadsheet would run as a formula begins with an apostrophe instead (OWASP, "CSV injection"). */
export function harmlessCell(text: string): string {
  return /^[\s\uFEFF]*[=+\-@\t\r|＝＋－＠]/u.test(text) ? `'${text}` : text;
}
