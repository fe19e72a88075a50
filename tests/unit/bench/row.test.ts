import { describe, expect, it } from 'vitest';
import { formatRow, holds, median, quantile } from '../../../bench/row.ts';

describe('a row of the benchmark', () => {
  it('says whether its bar holds, as a maximum or a minimum', () => {
    expect(formatRow({ measure: 'start', value: 612.4, bar: 1_000, unit: 'ms' })).toMatch(/^start +612 ms +≤ 1000 ms {2}holds$/);
    expect(formatRow({ measure: 'cached', value: 0.31, bar: 0.35, unit: '×', isMinimum: true, note: 'slow' })).toMatch(
      /^cached +0\.31 × +≥ 0\.35 × {2}MISSED {2}slow$/,
    );
  });

  it('misses its bar if it could not be measured', () => {
    expect(holds({ measure: 'memory', value: Number.NaN, bar: 400, unit: 'MB' })).toBe(false);
  });

  it('has a median and quantiles of values in any order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(quantile([3, 1, 2], 0.99)).toBe(3);
    expect(quantile([3, 1, 2, 4], 0.5)).toBe(2);
  });
});
