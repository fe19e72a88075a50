import { visible } from '#verify/text.ts';

/**
 * The sign with which a formula begins (OWASP, "CSV injection"), also in full width, which Excel in East Asia takes too; with any blanks,
 * quotes, apostrophes and semicolons before it. The lookbehind starts each run of these at its beginning only, so that the time is linear.
 */
const signs = /(?<![\s"';])([\s"';]*)[=+\-@|＝＋－＠]/gu;
/** Where a spreadsheet of another country may end a cell: also within quotes, if these did not begin the cell. */
const lastSeparator = /[;\t\r\n](?=[^;\t\r\n]*$)/;

/**
 * Returns a cell as it is written into a CSV file: an apostrophe stands where a spreadsheet would begin to read a formula, which is at
 * the beginning of the text and after whatever may be a separator. Where apostrophes stand already, there is one more, so that
 * `unescapeFormula` returns exactly what there was.
 */
export function escapeFormula(text: string): string {
  return atFormulas(text, (stretch) => `'${stretch}`);
}

/** Returns what `escapeFormula` was given. */
export function unescapeFormula(text: string): string {
  return atFormulas(text, (stretch) => (stretch.startsWith("'") ? stretch.slice(1) : stretch));
}

/** Applies `change` to each stretch of a text that begins where a cell may begin, and ends with the sign of a formula. */
function atFormulas(text: string, change: (stretch: string) => string): string {
  return text.replace(signs, (found, before: string, offset: number) => {
    const separator = before.search(lastSeparator);
    if (separator < 0 && offset > 0) return found;
    return found.slice(0, separator + 1) + change(found.slice(separator + 1));
  });
}

/**
 * The beginning of a CSV file for people: without it, Excel takes UTF-8 for the encoding of the computer's language. The API's files, which
 * programs read, begin without it.
 */
export const byteOrderMark = '\uFEFF';

export const csvType = 'text/csv; charset=utf-8; header=present';

/**
 * csv-stringify's options for every file (RFC 4180): formulas are escaped and control characters made visible, so neither a spreadsheet
 * nor a terminal obeys a text. By itself it would quote only what has a comma, a quotation mark or CRLF.
 */
export const csvOptions = {
  record_delimiter: 'windows',
  quoted_match: /[;\t\r\n]/,
  cast: { string: (text: string) => visible(escapeFormula(text)), boolean: String },
} as const;
