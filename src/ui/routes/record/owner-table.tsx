import type { entry, figures } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { ServedOwner } from '#src/schemas/record.ts';
import { Table } from '#src/ui/table.tsx';

type OwnerTableProps = { owners: ServedOwner[]; texts: typeof entry; states: (typeof figures)['states'] };

/** Who gets how many units of a delivery, in the order of service. */
export function OwnerTable({ owners, texts, states }: OwnerTableProps) {
  const { title, columns, nobody, entry: name } = texts.owners;
  return (
    <section className="mt-8">
      <h2 className="display-3 mb-3">{title}</h2>
      <Table
        caption={title}
        columns={[
          {
            name: columns.owner,
            cell: ({ owner }) =>
              owner === null ? (
                nobody
              ) : (
                <a href={`/record/entries/${owner}`} className="text-link text-canopy">
                  {fill(name, { index: String(owner) })}
                </a>
              ),
          },
          { name: columns.status, cell: ({ status }) => states[status].name },
          { name: columns.expected, cell: ({ expected }) => formatCount(expected), kind: 'figure', named: 'above' },
          { name: columns.delivered, cell: ({ delivered }) => formatCount(delivered), kind: 'figure', named: 'above' },
        ]}
        rows={owners}
        row={() => ({ className: 'grid-cols-2 gap-x-3 gap-y-1' })}
      />
    </section>
  );
}
