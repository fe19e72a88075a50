import type { ReactNode } from 'react';
import { type Column, ColumnHeads } from './column-heads.tsx';

type StackedTableProps = {
  /** What the table has, for screen readers. */
  caption: string;
  columns: Column[];
  className?: string;
  /** Its rows, each a block on a phone: `block md:table-row`, or a grid instead. */
  children: ReactNode;
};

/** A table whose rows become blocks on a phone, where its headings are for screen readers only. */
export function StackedTable({ caption, columns, className = '', children }: StackedTableProps) {
  return (
    <table className={`block w-full border-collapse text-left md:table ${className}`.trim()}>
      <caption className="sr-only">{caption}</caption>
      <ColumnHeads isStacked columns={columns} />
      <tbody className="block border-t border-ink md:(table-row-group border-t-0)">{children}</tbody>
    </table>
  );
}
