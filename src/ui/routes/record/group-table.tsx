import type { figures } from '#src/content/record/index.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type UnitStatus, unitStatuses } from '#src/schemas/record.ts';
import { StackedTable } from '#src/ui/sections/stacked-table.tsx';

type GroupTableProps = {
  title: string;
  name: string;
  states: (typeof figures)['states'];
  groups: { name: string; units: Record<UnitStatus, number> }[];
};

/** The states that are shown even if no unit has them. */
const usualStates: readonly UnitStatus[] = ['Held', 'Reserved', 'Transferred', 'Retired'];

/** Numbers of units by registry or vintage, and by state: each row adds up to all units. On a phone each row becomes a block. */
export function GroupTable({ title, name, states, groups }: GroupTableProps) {
  const shownStates = unitStatuses.filter((status) => usualStates.includes(status) || groups.some(({ units }) => units[status] > 0));
  return (
    <section className="min-w-0">
      <h3 className="mb-3 font-semibold">{title}</h3>
      {/* With large text the table is wider than its column, and scrolls. */}
      <div className="md:overflow-x-auto">
        <StackedTable
          caption={title}
          columns={[
            { label: name, className: 'py-2 pr-4' },
            ...shownStates.map((status) => ({ label: states[status].name, className: 'py-2 pl-3 text-right' })),
          ]}
        >
          {groups.map((group) => (
            <tr key={group.name} className="grid grid-cols-3 gap-x-3 gap-y-1 border-b border-rule py-3 md:(table-row py-0)">
              <th scope="row" className="col-span-3 md:(table-cell py-2 pr-4 font-normal)">
                <bdi>{group.name}</bdi>
              </th>
              {shownStates.map((status) => (
                <td key={status} className="figure md:(table-cell py-2 pl-3 text-right)">
                  <span className="block font-sans text-[0.8125rem] text-ink-soft md:hidden">{states[status].name}</span>
                  {formatCount(group.units[status])}
                </td>
              ))}
            </tr>
          ))}
        </StackedTable>
      </div>
    </section>
  );
}
