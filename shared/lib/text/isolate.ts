/** Letters that are written from right to left: of Hebrew, Arabic, Syriac, Thaana, N’Ko, Adlam and other scripts' blocks. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a name to put into a sentence or a line of plain text: one that has letters written from right to left stands between a
 * first strong isolate and a pop directional isolate (Unicode's bidirectional algorithm, UAX #9), so that it does not reorder what
 * stands beside it. Markup has `<bdi>` for that.
 */
export function isolate(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}
