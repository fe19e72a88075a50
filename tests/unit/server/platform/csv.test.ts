import { describe, expect, it } from 'vitest';
import { escapeFormula } from '#server/platform/csv.ts';

describe('a cell of the export', () => {
  it.each(['=1+1', '+44', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1'])('cannot be a formula: %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });
  it('is otherwise unchanged', () => {
    expect(escapeFormula('12 = 12')).toBe('12 = 12');
  });
});
