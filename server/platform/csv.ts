import { visible } from '#src/lib/text/visible.ts';

/**
 * What a spreadsheet runs as a formula (OWASP, "CSV injection"), its signs in full width included, which Excel in East Asia takes too;
 * also with apostrophes before it.
 */
const formula = /^'*\s*[=+\-@\t\r\n|＝＋－＠]/u;

/**
 * Returns a cell as it is written into a CSV file: a text that a spreadsheet would run as a formula begins with an apostrophe. One that
 * begins with apostrophes before a formula gets one more, so that `unescapeFormula` returns exactly what there was.
 */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Returns what `escapeFormula` was given. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

/**
 * What a CSV file for people begins with: without it, Excel reads UTF-8 as the encoding of the computer's language. What programs fetch
 * (the API) is without it.
 */
export const byteOrderMark = '\uFEFF';

export const csvType = 'text/csv; charset=utf-8; header=present';

/**
 * csv-stringify's options for every file with a header row (RFC 4180), with formulas escaped and control
 * characters made visible, so that neither a spreadsheet nor a terminal obeys a text. By itself it quotes only its own line ending, CRLF.
 */
export const csvFile = {
  header: true,
  record_delimiter: 'windows',
  quoted_match: /[\r\n]/,
  cast: { string: (text: string) => visible(escapeFormula(text)), boolean: String },
} as const;
