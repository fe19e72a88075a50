import type { entry, figures } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { ServedOwner } from '#src/schemas/record.ts';
import { StackedTable } from '#src/ui/sections/stacked-table.tsx';

type OwnerTableProps = { owners: ServedOwner[]; texts: typeof entry; states: (typeof figures)['states'] };

/** Who gets how many units of a delivery, in the order of service. */
export function OwnerTable({ owners, texts, states }: OwnerTableProps) {
  const { title, columns, nobody, entry: name } = texts.owners;
  const cell = 'md:(table-cell py-2 pr-4 text-left)';
  return (
    <section className="mt-8">
      <h2 className="display-3 mb-3">{title}</h2>
      <StackedTable caption={title} columns={Object.values(columns).map((label) => ({ label, className: 'py-2 pr-4' }))}>
        {owners.map(({ owner, status, expected, delivered }) => (
          <tr key={`${owner} ${status}`} className="grid grid-cols-2 gap-x-3 gap-y-1 border-b border-rule py-3 md:(table-row py-0)">
            <th scope="row" className={`font-normal ${cell}`}>
              {owner === null ? (
                nobody
              ) : (
                <a href={`/record/entries/${owner}`} className="text-link text-canopy">
                  {fill(name, { index: String(owner) })}
                </a>
              )}
            </th>
            <td className={cell}>{states[status].name}</td>
            <Count name={columns.expected} units={expected} className={cell} />
            <Count name={columns.delivered} units={delivered} className={cell} />
          </tr>
        ))}
      </StackedTable>
    </section>
  );
}

function Count({ name, units, className }: { name: string; units: number; className: string }) {
  return (
    <td className={`figure ${className}`}>
      <span className="block font-sans text-[0.8125rem] text-ink-soft md:hidden">{name}</span>
      {formatCount(units)}
    </td>
  );
}
