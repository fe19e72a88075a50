import type { entry, figures } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { ServedOwner } from '#src/schemas/record.ts';
import { ColumnHeads } from '#src/ui/sections/column-heads.tsx';

type OwnerTableProps = { owners: ServedOwner[]; texts: typeof entry; states: (typeof figures)['states'] };

/** Who gets how many units of a delivery, in the order of service. */
export function OwnerTable({ owners, texts, states }: OwnerTableProps) {
  const { title, columns, nobody, entry: name } = texts.owners;
  const cell = 'py-2 pr-4 text-left font-normal';
  return (
    <section className="mt-8">
      <h2 className="display-3 mb-3">{title}</h2>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{title}</caption>
        <ColumnHeads columns={Object.values(columns).map((label) => ({ label, className: `label ${cell}` }))} />
        <tbody>
          {owners.map(({ owner, status, expected, delivered }) => (
            <tr key={`${owner} ${status}`} className="border-b border-rule">
              <th scope="row" className={cell}>
                {owner === null ? (
                  nobody
                ) : (
                  <a href={`/record/entries/${owner}`} className="text-link text-canopy">
                    {fill(name, { index: String(owner) })}
                  </a>
                )}
              </th>
              <td className={cell}>{states[status].name}</td>
              <td className={`figure ${cell}`}>{formatCount(expected)}</td>
              <td className={`figure ${cell}`}>{formatCount(delivered)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
