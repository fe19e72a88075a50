import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvFile, escapeFormula, unescapeFormula } from '#server/platform/csv.ts';

describe('a cell of a CSV file', () => {
  it.each(['=1+1', '+44', '-1', '@SUM(A1)', '\t=1', ' =1', '\n=1', '＝1', '＋1', '－1', '＠SUM(A1)', ' ＝1', "'＝1"])(
    'cannot be a formula: %j',
    (text) => {
      expect(escapeFormula(text)).toBe(`'${text}`);
    },
  );
  it.each(['12 = 12', "'Tis", "O'Brien", ''])('is otherwise unchanged: %j', (text) => {
    expect(escapeFormula(text)).toBe(text);
    expect(unescapeFormula(text)).toBe(text);
  });
  it('shows control characters instead of passing them on', () => {
    const text = 'Ada\u001b]0;owned\u0007 \u009b2J\u007f\rBob \u202e';
    expect(csvFile.cast.string(text)).toBe('Ada\\u001b]0;owned\\u0007 \\u009b2J\\u007f\\u000dBob \\u202e');
    const harmless = 'Zoë\t\u2068שלום\u2069\r\n🌲\n';
    expect(csvFile.cast.string(harmless)).toBe(harmless);
  });
  it('is restored exactly when the escape is undone', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^'{0,3}\s?[=+\-@|＝＋－＠a]?[a-z]{0,3}$/), (text) => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
      }),
    );
  });
});
