import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvOptions, escapeFormula, unescapeFormula } from '#server/platform/csv.ts';

it.each<readonly [string, string]>([
  ...['=1+1', '+44', '-1', '@SUM(A1)', ' =1', '"=1', '＝1', '＋1', '－1', '＠SUM(A1)', "'＝1"].map((text) => [text, `'${text}`] as const),
  // After what may be a separator, too.
  ['a; "=1"; +2', 'a;\' "=1";\' +2'],
  ['a;;\t=1', "a;;\t'=1"],
  ['a\r\n@SUM(A1)', "a\r\n'@SUM(A1)"],
  ...['12 = 12', '3; 4 - 5', "O'Brien"].map((text) => [text, text] as const),
])('a cell of a CSV file cannot be a formula, and is otherwise unchanged: %j', (text, escaped) => {
  expect(escapeFormula(text)).toBe(escaped);
});
it('a cell of a CSV file shows control characters instead of passing them on', () => {
  const text = 'Ada\u001b]0;owned\u0007 \u009b2J\u007f\rBob \u202e';
  expect(csvOptions.cast.string(text)).toBe('Ada\\u001b]0;owned\\u0007 \\u009b2J\\u007f\\u000dBob \\u202e');
  const harmless = 'Zoë\t\u2068שלום\u2069\r\n🌲\n';
  expect(csvOptions.cast.string(harmless)).toBe(harmless);
});
it('a cell of a CSV file is restored exactly when the escape is undone', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^([;"]?'{0,3}\s?[=+\-@|＝＋－＠a]?[a-z]{0,3}){1,3}$/), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    }),
  );
});
