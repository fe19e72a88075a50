export type ExportRow = { field: string; value: string; sbti: string; csrd: string; esg: string };

type ExportTableProps = {
  caption: string;
  columns: { field: string; sbti: string; csrd: string; esg: string };
  rows: ExportRow[];
};

const heading = 'pb-2.5 pr-5 text-left font-mono text-[0.75rem] font-normal text-lichen last:pr-0';
const cell =
  'mt-2 grid grid-cols-[6rem_minmax(0,1fr)] text-[0.875rem] leading-[1.45] text-canopy-mist md:(mt-0 table-cell py-3.5 pr-5 align-top last:pr-0)';

/** One retirement as required by several reports: a row for each field, a column for each report. */
export function ExportTable({ caption, columns, rows }: ExportTableProps) {
  return (
    <table className="block w-full border-collapse md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="hidden md:table-header-group">
        <tr>
          {[columns.field, columns.sbti, columns.csrd, columns.esg].map((column) => (
            <th key={column} scope="col" className={heading}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map((row) => (
          <tr key={row.field} className="block border-t border-paper/25 py-4 md:(table-row py-0)">
            <th scope="row" className="block text-left font-normal md:(table-cell w-[30%] py-3.5 pr-5 align-top)">
              <span className="block font-mono text-[0.75rem] text-canopy-mist">{row.field}</span>
              <span className="mt-0.5 block">{row.value}</span>
            </th>
            {(['sbti', 'csrd', 'esg'] as const).map((reader) => (
              <td key={reader} className={cell}>
                <span className="font-mono text-[0.75rem] leading-[1.7] text-lichen md:hidden">{columns[reader]}</span>
                {row[reader]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
