import type { WordTable } from '#src/content/types.ts';
import { StackedTable } from './stacked-table.tsx';

const widths: Record<number, string> = {
  3: 'md:(first:w-[22%] even:w-[42%])',
  4: 'md:(first:w-[19%] w-[27%])',
};

/** A table. On a phone each row becomes a block, in which the cells have labels. */
export function RuledTable({ table }: { table: WordTable }) {
  const [, ...columns] = table.columns;
  return (
    <StackedTable
      caption={table.caption}
      columns={table.columns.map((label) => ({ label, className: `pr-6 pb-3 ${widths[table.columns.length] ?? ''}` }))}
    >
      {table.rows.map(([heading, ...cells]) => (
        <tr key={heading} className="block border-b border-rule py-4 md:(table-row py-0)">
          <th scope="row" className="block pr-6 font-semibold md:(table-cell py-4 align-top)">
            {heading}
          </th>
          {cells.map((cell, index) => (
            <td
              key={cell}
              className="mt-2 block text-[0.9375rem] leading-[1.55] text-ink-soft md:(mt-0 table-cell pr-8 py-4 align-top last:pr-0)"
            >
              <span className="label block md:hidden">{columns[index]}</span>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </StackedTable>
  );
}
