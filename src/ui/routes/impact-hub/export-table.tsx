import { type Column, Table } from '#src/ui/table.tsx';

export type ExportRow = { field: string; value: string; sbti: string; csrd: string; esg: string };

type ExportTableProps = {
  caption: string;
  columns: { field: string; sbti: string; csrd: string; esg: string };
  rows: ExportRow[];
};

/** One retirement as required by several reports: a row for each field, a column for each report. */
export function ExportTable({ caption, columns, rows }: ExportTableProps) {
  return (
    <Table
      caption={caption}
      isOnDark
      columns={[
        {
          name: columns.field,
          cell: ({ field, value }) => (
            <>
              <span className="block font-mono text-[0.75rem] text-canopy-mist">{field}</span>
              <span className="mt-0.5 block">{value}</span>
            </>
          ),
          className: 'wide:w-[30%]',
        },
        ...(['sbti', 'csrd', 'esg'] as const).map(
          (report): Column<ExportRow> => ({
            name: columns[report],
            cell: (row) => row[report],
            named: 'above',
            className: 'mt-2 text-[0.875rem] leading-[1.45] text-canopy-mist',
          }),
        ),
      ]}
      rows={rows}
    />
  );
}
