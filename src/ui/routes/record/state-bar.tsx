import type { figures } from '#src/content/record/index.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type UnitStatus, unitStatuses } from '#src/schemas/record.ts';

/** The fill of each state: a colour, and a pattern for people who cannot tell the colours apart. */
export const stateFills: Record<UnitStatus, string> = {
  Held: '#CFE35A',
  Reserved: '#E8C56B',
  Assigned: '#B58FA6',
  Transferred: '#7FA89A',
  Retired: '#12332A',
  Cancelled: '#A2401F',
  Delivered: '#5E7F9B',
  'Not delivered': '#6B6455',
};

type Part = { status: UnitStatus; units: number };

/** A stacked bar of units by state. The parts are in order of serials or of states. */
export function StateBar({ parts, label }: { parts: Part[]; label: string }) {
  const total = parts.reduce((sum, { units }) => sum + units, 0);
  let at = 0;
  return (
    <svg viewBox="0 0 1000 56" role="img" aria-label={label} preserveAspectRatio="none" className="h-14 w-full border border-ink">
      {parts.map(({ status, units }, index) => {
        const x = at;
        const width = total === 0 ? 0 : (units / total) * 1000;
        at += width;
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move.
        return <rect key={index} x={x} y="0" width={Math.max(width, 1.5)} height="56" fill={stateFills[status]} />;
      })}
    </svg>
  );
}

/** The legend of the colours, with the number of units in each state. */
export function StateLegend({ units, states }: { units: Record<UnitStatus, number>; states: (typeof figures)['states'] }) {
  const shownStates = unitStatuses.filter((status) => units[status] > 0 || status === 'Held' || status === 'Retired');
  return (
    <dl className="mt-5 flex flex-wrap gap-x-10">
      {shownStates.map((status) => (
        <div key={status} className="flex flex-[1_1_17rem] items-baseline gap-3 border-t border-rule py-2.5">
          <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
            <rect width="12" height="12" fill={stateFills[status]} stroke="currentColor" />
          </svg>
          <dt className="min-w-0 flex-1">
            {states[status].name}
            <span className="block text-[0.875rem] text-ink-soft">{states[status].meaning}</span>
          </dt>
          <dd className="figure text-[1.375rem]">{formatCount(units[status])}</dd>
        </div>
      ))}
    </dl>
  );
}
