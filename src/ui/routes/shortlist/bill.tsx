import { formatPounds } from '#src/lib/money/money.ts';
import type { Column } from '#src/ui/sections/column-heads.tsx';

/** Classes of a cell of a bill: on a phone, each line is a block in which the cells stand below each other. */
export const cell =
  'mt-2 flex items-center justify-between gap-4 md:(mt-0 table-cell py-4 align-middle) print:(mt-0 table-cell py-4 align-middle)';

/** Classes of a bill's footer, which is a group of rows: a table's footer is printed at the foot of every sheet, before its last lines. */
export const footer = 'block md:table-row-group print:table-row-group';

/** The headings of a bill, for screen readers only on a phone. */
export function BillHeads({ columns }: { columns: Column[] }) {
  return (
    <thead className="sr-only md:(not-sr-only table-header-group) print:(not-sr-only table-header-group)">
      <tr className="md:border-b print:border-b md:border-ink print:border-ink">
        {columns.map(({ label, className }) => (
          <th key={label} scope="col" className={`label py-3 font-normal ${className}`}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Classes of a bill's lines. */
export const billLines = 'block border-t border-ink md:(table-row-group border-t-0) print:(table-row-group border-t-0)';

/** Classes of a line. */
export const billLine = 'block border-b border-rule py-4 md:(table-row py-0) print:(table-row py-0) print:break-inside-avoid';

/** The name of a cell's column, where there are no column heads. */
export function CellName({ children }: { children: string }) {
  return <span className="label md:hidden print:hidden">{children}</span>;
}

/** A sum of a bill, in pence, below its last column or, with `isEditable`, the one before it. */
export function Sum({
  name,
  pence,
  strong = false,
  isEditable = false,
}: {
  name: string;
  pence: number;
  strong?: boolean;
  isEditable?: boolean;
}) {
  return (
    <tr className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule last:border-ink md:table-row print:table-row">
      <th
        scope="row"
        colSpan={3}
        className={`py-3 md:(pr-6 text-right) print:(pr-6 text-right) ${strong ? 'font-semibold' : 'font-normal text-ink-soft'}`}
      >
        {name}
      </th>
      <td
        className={`figure py-3 break-all md:(text-right break-normal whitespace-nowrap) print:(text-right break-normal whitespace-nowrap) ${strong ? 'text-[1.75rem]' : 'text-[1.125rem]'}`}
      >
        {formatPounds(pence)}
      </td>
      {isEditable && <td className="hidden md:table-cell print:!hidden" />}
    </tr>
  );
}

/** A figure in a column of its own, which has a name where there are no column heads. */
export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <td className={`${cell} md:(pl-6 text-right) print:(pl-4 text-right)`}>
      <CellName>{name}</CellName>
      <span className="figure text-right">{value}</span>
    </td>
  );
}
