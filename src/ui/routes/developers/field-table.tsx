import { Fragment } from 'react';
import { InlineCode } from '#src/ui/controls/inline-code.tsx';
import { Table } from '#src/ui/table.tsx';

type FieldTableProps = {
  caption: string;
  columns: { name: string; type: string; meaning: string };
  rows: { name: string; type: string; meaning: string }[];
};

/** The fields of a response or the parameters of a call: name, type and meaning. On a phone the type is below the name. */
export function FieldTable({ caption, columns, rows }: FieldTableProps) {
  return (
    <Table
      caption={caption}
      isNarrow
      className="table-fixed"
      columns={[
        {
          name: columns.name,
          cell: ({ name, type }) => (
            <>
              <FieldName name={name} />
              <span className="block text-[0.75rem] text-ink-faint sm:hidden">{type}</span>
            </>
          ),
          kind: 'figure',
          headClass: 'w-[42%] sm:w-[27%]',
          className: 'pr-4 text-[0.875rem] break-words',
        },
        {
          name: columns.type,
          cell: ({ type }) => type,
          kind: 'figure',
          headClass: 'hidden w-[25%] sm:table-cell',
          className: 'hidden text-[0.8125rem] text-ink-soft break-words sm:table-cell',
        },
        {
          name: columns.meaning,
          cell: ({ meaning }) => <InlineCode text={meaning} />,
          className: 'text-[0.9375rem] leading-[1.5] break-words',
        },
      ]}
      rows={rows}
    />
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
