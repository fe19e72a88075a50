import type { figures } from '#src/content/record/index.ts';
import { formatCount } from '#src/lib/numbers.ts';
import { type UnitStatus, unitStatuses } from '#src/schemas/record.ts';
import { ColumnHeads } from '#src/ui/sections/column-heads.tsx';

type GroupTableProps = {
  title: string;
  name: string;
  states: (typeof figures)['states'];
  groups: { name: string; units: Record<UnitStatus, number> }[];
};

const shownStates = unitStatuses.filter(
  (status) => status === 'Held' || status === 'Reserved' || status === 'Transferred' || status === 'Retired',
);

/** Numbers of units by registry or vintage, and by state. */
export function GroupTable({ title, name, states, groups }: GroupTableProps) {
  return (
    <section className="min-w-0">
      <h2 className="display-3 mb-3">{title}</h2>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{title}</caption>
          <ColumnHeads
            columns={[
              { label: name, className: 'label py-2 pr-4 font-normal' },
              ...shownStates.map((status) => ({ label: states[status].name, className: 'label py-2 pl-3 text-right font-normal' })),
            ]}
          />
          <tbody>
            {groups.map((group) => (
              <tr key={group.name} className="border-b border-rule">
                <th scope="row" className="py-2 pr-4 font-normal">
                  <bdi>{group.name}</bdi>
                </th>
                {shownStates.map((status) => (
                  <td key={status} className="figure py-2 pl-3 text-right">
                    {formatCount(group.units[status])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
