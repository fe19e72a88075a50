import { readSheet } from 'read-excel-file/node';
import { expect, it, vi } from 'vitest';
import { Workbook } from '#server/platform/xlsx.ts';
import { hostileXml } from '#tests/support/xml.ts';

it('a workbook gives texts, numbers and booleans back as they were, under its header', async () => {
  const rows = [
    ['=1+1', 0.1, true, '000123', null],
    ['two\nlines, שלום 🌳', -3, false, '1e5', 'constructor'],
    ['_x000D_ is four digits', 2_147_483_647, true, '2026-03-31', '__proto__'],
  ];
  expect(await readSheet(fileOf(['a', 'b', 'c', 'd', 'e'], rows))).toEqual([['a', 'b', 'c', 'd', 'e'], ...rows]);
});

it('a workbook is well formed whatever a text contains', async () => {
  const [, row] = await readSheet(fileOf(['a'], [[hostileXml]]));
  expect(String(row?.[0])).toContain(`A<b & "c" 'd' ]]>`);
  expect(String(row?.[0])).toContain('é 木 😀 <script>');
});

it('a workbook says so where a text is longer than a cell can be', async () => {
  const [, row] = await readSheet(fileOf(['a'], [['x'.repeat(40_000)]]));
  expect(row?.[0]).toHaveLength(32_767);
  expect(row?.[0]).toMatch(/x … \(cut: a cell holds no more\)$/);
  const [, trees] = await readSheet(fileOf(['a', 'b'], [['🌳'.repeat(20_000), `x${'🌳'.repeat(20_000)}`]]));
  expect(trees?.map((text) => String(text).replaceAll('🌳', '').slice(0, 8))).toEqual([' … (cut:', 'x … (cut']);
});

it('a workbook has the same bytes at any time, so that its ETag stays', () => {
  const [early, late] = ['2026-01-01', '2090-01-01'].map((day) => vi.setSystemTime(day) && fileOf(['a'], [['b']]));
  vi.useRealTimers();
  expect(late).toEqual(early);
});

function fileOf(header: string[], rows: unknown[][]): Buffer {
  const book = new Workbook(header);
  return Buffer.concat([...rows.map((row) => book.add([row])), book.end()]);
}
