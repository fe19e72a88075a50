import type { ReactNode } from 'react';
import { LabelText } from './label-text.tsx';

type LabelledTableProps = {
  caption: string;
  columns: { label: string; isFigure?: boolean }[];
  /** Each a `th scope="row"`, followed by `td`s with their column's name as `data-label`. */
  rows: ReactNode[];
  /** How many rows are shown at first, on a phone three of them. The others appear when the surrounding `group/demo` is the page's target. */
  preview: number;
};

// On the table rather than on its cells: a long table would repeat the same classes hundreds of times.
const entries = [
  '[&>tr]:(block border-b border-rule py-3) md:[&>tr]:(table-row py-0)',
  '[&_th]:(block pb-1 text-left font-normal) md:[&_th]:(table-cell py-3.5 pr-4 align-baseline)',
  '[&_th_a]:(inline-flex min-h-6 items-center font-semibold underline-offset-4) [&_th_a:hover]:underline',
  '[&_td]:(flex items-baseline justify-between gap-4 py-0.5 text-[0.9375rem]) md:[&_td]:(table-cell py-3.5 pr-4 align-baseline)',
  '[&_td:last-child]:pr-0 [&_td:before]:(label whitespace-nowrap normal-case [content:attr(data-label)]) md:[&_td:before]:[content:none]',
].join(' ');

const firstThree = 'max-md:[&>tr:nth-child(n+4)]:hidden max-md:group-target/demo:[&>tr:nth-child(n+4)]:block';

/** A table of entries. On a phone each row becomes a block, in which the cells have labels. */
export function LabelledTable({ caption, columns, rows, preview }: LabelledTableProps) {
  const hasMore = rows.length > preview;
  return (
    <table className="block w-full border-collapse md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="hidden md:table-header-group">
        <tr>
          {columns.map(({ label, isFigure }) => (
            <th
              key={label}
              scope="col"
              className={`label pr-4 pb-2.5 align-bottom font-normal last:pr-0 ${isFigure ? 'text-right' : 'text-left'}`}
            >
              <LabelText text={label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={`block border-t border-ink md:table-row-group ${entries} ${hasMore ? firstThree : ''}`}>
        {rows.slice(0, preview)}
      </tbody>
      {hasMore && (
        <tbody className={`hidden group-target/demo:block md:group-target/demo:table-row-group print:table-row-group ${entries}`}>
          {rows.slice(preview)}
        </tbody>
      )}
    </table>
  );
}
