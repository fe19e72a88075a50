import type { fields } from '#src/content/developers.ts';

/** The fields of an answer: name, type, meaning. */
export function FieldTable({ content: { columns, rows, title } }: { content: typeof fields }) {
  return (
    <table className="mt-10 w-full border-collapse text-left">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="border-b border-ink">
          <th scope="col" className="label pb-3 font-normal">
            {columns.name}
          </th>
          <th scope="col" className="label hidden pb-3 font-normal sm:table-cell">
            {columns.type}
          </th>
          <th scope="col" className="label pb-3 font-normal">
            {columns.meaning}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-b border-rule align-top">
            <th scope="row" className="figure py-3 pr-4 text-[0.875rem] font-normal break-all">
              {row.name}
            </th>
            <td className="figure hidden py-3 pr-6 text-[0.875rem] text-ink-soft sm:table-cell">{row.type}</td>
            <td className="py-3">{row.meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
