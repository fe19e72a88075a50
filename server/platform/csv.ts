/**
 * Escapes a cell of a file that the import reads back: text that a spreadsheet would treat as a formula is prefixed with an
 * apostrophe, which the import removes. Text that already has apostrophes before such a character is prefixed too, so that it
 * survives the round trip.
 */
export function escapeFormulaReversibly(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** csv-stringify's options for a file with a header row (RFC 4180). By itself it quotes only its own line ending, CRLF. */
export const csvFile = { header: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const;

/** Escapes a cell of a file for spreadsheets: one that would run as a formula is prefixed with an apostrophe (OWASP, "CSV injection"). */
export function escapeFormula(text: string): string {
  return /^[\s\uFEFF]*[=+\-@\t\r|＝＋－＠]/u.test(text) ? `'${text}` : text;
}
