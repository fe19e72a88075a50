import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvOptions, escapeFormula, unescapeFormula } from '#server/platform/csv.ts';

const formulas = ['=1+1', '+44', '-1', '@SUM(A1)', ' =1', '"=1', '＝1', '＋1', '－1', '＠SUM(A1)', ' ＝1', "'＝1"];
it.each(formulas)('a cell of a CSV file cannot be a formula: %j', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
});
it.each([
  ['a;=1', "a;'=1"],
  ['a; "=1"; +2', 'a;\' "=1";\' +2'],
  ['a;;\t=1', "a;;\t'=1"],
  ['a\r\n@SUM(A1)', "a\r\n'@SUM(A1)"],
  ['\t=1', "\t'=1"],
  ["a;'=1", "a;''=1"],
])('a cell of a CSV file cannot have a formula after what may be a separator: %j', (text, escaped) => {
  expect(escapeFormula(text)).toBe(escaped);
  expect(unescapeFormula(escaped)).toBe(text);
  // As a spreadsheet reads it whose separator is a semicolon or a tab.
  const cells = escaped.split(/[;\t\r\n]/);
  expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([]);
});
it.each(['12 = 12', '3; 4 - 5', "'Tis", "O'Brien", ''])('a cell of a CSV file is otherwise unchanged: %j', (text) => {
  expect(escapeFormula(text)).toBe(text);
  expect(unescapeFormula(text)).toBe(text);
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
