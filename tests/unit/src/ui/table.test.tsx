import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Table } from '#src/ui/table.tsx';

it('a sum stands below the last columns, named where there are several, and not below controls; a unit in a heading keeps its case', () => {
  const columns = [
    { name: 'Project', cell: () => 'Oak' },
    { name: 'tCO₂e a year per tCO₂e', cell: () => 5 },
    { name: 'Cost', cell: () => 7 },
    { name: 'Remove', cell: () => '×', kind: 'controls' as const },
  ];
  const totals = [
    { name: 'Both', values: [50, 70] },
    { name: 'With VAT', values: [84] },
  ];
  const table = parse(renderToStaticMarkup(<Table caption="" columns={columns} rows={[{}]} totals={totals} />));
  const sums = table
    .querySelectorAll('tfoot tr')
    .map((row) => row.querySelectorAll('*').map((cell) => ({ ...cell.attributes, text: cell.text })));
  expect(sums).toMatchObject([
    [{ colSpan: '1' }, { 'data-label': 'tCO₂e a year per tCO₂e', text: '50' }, { 'data-label': 'Cost', text: '70' }, { text: '' }],
    [{ colSpan: '2' }, { text: '84' }, { text: '' }],
  ]);
  expect(sums[1]?.[1]).not.toHaveProperty('data-label');
  expect(table.querySelectorAll('thead th')[1]?.innerHTML).toBe(
    '<span class="normal-case">tCO₂e</span> a year per <span class="normal-case">tCO₂e</span>',
  );
});
