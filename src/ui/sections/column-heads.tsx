import { LabelText } from './label-text.tsx';

/** `className`: its width, padding and alignment. */
export type Column = { label: string; className: string };

type ColumnHeadsProps = {
  columns: Column[];
  /** Whether each row becomes a block on a phone, where these headings are for screen readers only. */
  isStacked?: boolean;
};

/** A row of column headings. */
export function ColumnHeads({ columns, isStacked = false }: ColumnHeadsProps) {
  return (
    <thead className={isStacked ? 'sr-only md:(not-sr-only table-header-group)' : undefined}>
      <tr className={isStacked ? 'md:border-b md:border-ink' : 'border-b border-ink'}>
        {columns.map(({ label, className }) => (
          <th key={label} scope="col" className={`label font-normal ${className}`}>
            <LabelText text={label} />
          </th>
        ))}
      </tr>
    </thead>
  );
}
