import type { figures } from '#src/content/record/index.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type UnitStatus, unitStatuses } from '#src/schemas/record.ts';
import { type Column, Table } from '#src/ui/table.tsx';

type GroupTableProps = {
  title: string;
  name: string;
  states: (typeof figures)['states'];
  groups: { name: string; units: Record<UnitStatus, number> }[];
};

/** The states that are shown even if no unit has them. */
const usualStates: readonly UnitStatus[] = ['Held', 'Reserved', 'Transferred', 'Retired'];

/** Numbers of units by registry or vintage, and by state: each row adds up to all units. */
export function GroupTable({ title, name, states, groups }: GroupTableProps) {
  const shownStates = unitStatuses.filter((status) => usualStates.includes(status) || groups.some(({ units }) => units[status] > 0));
  return (
    <section className="min-w-0">
      <h3 className="mb-3 font-semibold">{title}</h3>
      {/* With large text the table is wider than its column, and scrolls. */}
      <div className="md:overflow-x-auto">
        <Table
          caption={title}
          columns={[
            { name, cell: (group) => <bdi>{group.name}</bdi>, className: 'col-span-3' },
            ...shownStates.map(
              (status): Column<GroupTableProps['groups'][number]> => ({
                name: states[status].name,
                cell: ({ units }) => formatCount(units[status]),
                kind: 'count',
                named: 'above',
              }),
            ),
          ]}
          rows={groups}
          row={() => ({ className: 'grid-cols-3 gap-x-3 gap-y-1' })}
        />
      </div>
    </section>
  );
}
