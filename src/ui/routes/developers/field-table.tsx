import { Fragment } from 'react';
import { InlineCode } from '#src/ui/controls/inline-code.tsx';
import { ColumnHeads } from '#src/ui/sections/column-heads.tsx';

type FieldTableProps = {
  caption: string;
  columns: { name: string; type: string; meaning: string };
  rows: { name: string; type: string; meaning: string }[];
};

/** The fields of a response or the parameters of a call: name, type and meaning. On a phone the type is below the name. */
export function FieldTable({ caption, columns, rows }: FieldTableProps) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <ColumnHeads
        columns={[
          { label: columns.name, className: 'w-[42%] pb-2.5 sm:w-[27%]' },
          { label: columns.type, className: 'hidden w-[25%] pb-2.5 sm:table-cell' },
          { label: columns.meaning, className: 'pb-2.5' },
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-b border-rule align-top">
            <th scope="row" className="figure py-2.5 pr-4 text-[0.875rem] font-normal break-words">
              <FieldName name={row.name} />
              <span className="block text-[0.75rem] text-ink-faint sm:hidden">{row.type}</span>
            </th>
            <td className="figure hidden py-2.5 pr-5 text-[0.8125rem] text-ink-soft break-words sm:table-cell">{row.type}</td>
            <td className="py-2.5 text-[0.9375rem] leading-[1.5] break-words">
              <InlineCode text={row.meaning} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** From this length (in characters) a name may not fit its column on a phone. */
const longName = 17;

/** The name of a field. A long one may break between its words. */
function FieldName({ name }: { name: string }) {
  if (name.length < longName) return name;
  return name.split(/(?=[A-Z])|(?<=_)/).map((word, index) => (
    <Fragment key={word}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
