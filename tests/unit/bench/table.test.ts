import { expect, it } from 'vitest';
import { formatTable, median, quantile } from '../../../bench/table.ts';

it("formats the benchmark's results as a Markdown table with a cell for every column", () => {
  const lines = formatTable([{ measure: 'memory', projects: 24, site: '90 MB' }]).split('\n');
  expect(lines).toHaveLength(3);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines[2]?.split('|')).toHaveLength(9);
});

it('sorts values before taking medians and quantiles', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(quantile([3, 1, 2], 0.99)).toBe(3);
});
