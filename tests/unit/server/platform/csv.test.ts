import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormula, escapeFormulaReversibly } from '#server/platform/csv.ts';

describe('a cell of the export', () => {
  it.each(['=1+1', '+44', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1'])('cannot be a formula: %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });
  it('is otherwise unchanged', () => {
    expect(escapeFormula('12 = 12')).toBe('12 = 12');
  });
  it('is restored exactly when the guard against formulas is removed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^'{0,3}[=+\-@a]?[a-z]{0,3}$/), (text) => {
        expect(escapeFormulaReversibly(text).replace(/^'(?='*[=+\-@\t\r])/, '')).toBe(text);
      }),
    );
  });
});
