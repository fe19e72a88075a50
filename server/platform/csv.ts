/**
 * For files that the import reads back: text that a spreadsheet would take for a formula gets an apostrophe in front, which
 * the import takes away; so does text that has apostrophes before such a sign, so that it comes back as it was.
 */
export function escapeFormulaReversibly(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** What must stand in quotes in CSV (RFC 4180). csv-stringify by itself quotes only its own line end, CRLF. */
export const lineBreak = /[\r\n]/;

/** For files that people open in a spreadsheet: a cell that it would run as a formula gets an apostrophe in front (OWASP, "CSV injection"). */
export function escapeFormula(text: string): string {
  return /^[\s\uFEFF]*[=+\-@\t\r|＝＋－＠]/u.test(text) ? `'${text}` : text;
}
