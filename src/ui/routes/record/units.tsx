import type { ReactNode } from 'react';
import { batches as batchTexts, confirmation, figures } from '#shared/content/record/index.ts';
import { sayConfirmed } from '#shared/lib/record/disclosure.ts';
import type { Batch } from '#shared/schemas/record-api.ts';
import { RecordLink } from '#src/ui/controls/links.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { finalStatuses, type UnitStatus, unitStatuses } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { fill, formatCount, vintageOf } from '#verify/text.ts';
import { NewestNote, ProjectLink } from './entries.tsx';

/** Most batches that a page lists. Whoever reads them reads one more, which tells whether there are others. */
export const shownBatches = 20;

/** A table of the newest batches. `project`: the slug of that whose page it is; there the table omits the project. */
export function BatchTable({ batches, project, className }: { batches: Batch[]; project?: string | undefined; className?: string }) {
  const { columns } = batchTexts;
  const query = project === undefined ? '' : `?project=${project}`;
  return (
    <>
      <Table
        caption={batchTexts.title}
        className={className}
        columns={[
          {
            name: columns.batch,
            cell: ({ id }) => (
              <RecordLink to="batches" id={id}>
                {fill(batchTexts.name, { id: String(id) })}
              </RecordLink>
            ),
            className: 'whitespace-nowrap',
          },
          project === undefined && {
            name: columns.project,
            cell: ({ project, projectTitle }) => (
              <ProjectLink title={projectTitle} today={{ slug: project }} className="underline-offset-4 hover:underline" />
            ),
          },
          {
            name: columns.serials,
            cell: ({ serial, registry }) => (
              <>
                <span className="figure [overflow-wrap:anywhere]">{serial}</span>
                <span className="block text-ink-soft">{registryName(registry)}</span>
              </>
            ),
            className: 'text-[0.9375rem]',
          },
          {
            name: columns.vintage,
            cell: (batch) => (
              <>
                <span className="figure">{vintageOf(batch)}</span>
                {isStillExpected(batch) && <span className="block text-[0.875rem] text-ink-soft">{batchTexts.expected}</span>}
              </>
            ),
          },
          {
            name: columns.units,
            cell: ({ units }) => formatCount(Object.values(units).reduce((sum, one) => sum + one, 0)),
            kind: 'count',
            named: 'beside',
          },
          { name: columns.held, cell: ({ units }) => formatCount(units.Held), kind: 'count', named: 'beside' },
        ]}
        rows={batches.slice(0, shownBatches)}
      />
      {batches.length > shownBatches && <NewestNote count={shownBatches} address={`/api/v1/record/batches${query}`} />}
    </>
  );
}

type GroupTableProps = { title: string; name: string; groups: { name: string; units: Record<UnitStatus, number> }[] };

/** The statuses that are shown even if no unit has them. */
const usualStatuses: readonly UnitStatus[] = ['Held', 'Reserved', 'Transferred', 'Retired'];

/** Numbers of units by registry or vintage, and in each row by status. A bar shows the parts of a row, and its length the sum. */
export function GroupTable({ title, name, groups }: GroupTableProps) {
  const shownStatuses = unitStatuses.filter((status) => usualStatuses.includes(status) || groups.some(({ units }) => units[status] > 0));
  const partsOf = (units: Record<UnitStatus, number>) => shownStatuses.map((status) => ({ status, units: units[status] }));
  const most = Math.max(...groups.map(({ units }) => unitsIn(partsOf(units))));
  return (
    <section className="min-w-0">
      <h3 className="mb-3 font-semibold">{title}</h3>
      {/* With large text the table is wider than its column, and scrolls. */}
      <div className="md:overflow-x-auto">
        <Table
          caption={title}
          columns={[
            {
              name,
              cell: (group) => (
                <>
                  <bdi>{group.name}</bdi>
                  <StatusBar parts={partsOf(group.units)} of={most} />
                </>
              ),
              className: 'col-span-2 wide:w-[30%]',
            },
            ...shownStatuses.map(
              (status): Column<GroupTableProps['groups'][number]> => ({
                name: figures.states[status].name,
                cell: ({ units }) => formatCount(units[status]),
                kind: 'count',
                named: 'above',
              }),
            ),
          ]}
          rows={groups}
          row={() => ({ className: 'grid-cols-2 gap-x-3 gap-y-1' })}
        />
      </div>
    </section>
  );
}

const statusFills: Record<UnitStatus, string> = {
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

const unitsIn = (parts: Part[]) => parts.reduce((sum, { units }) => sum + units, 0);

/**
 * A stacked bar of units by status, in the order of serials or of statuses. Without a label the bar is thin, and stands beside figures that
 * say the same.
 * @param of the number of units that the full width stands for; by default that of the bar's own units.
 */
export function StatusBar({ parts, label, of = unitsIn(parts) }: { parts: Part[]; label?: string; of?: number }) {
  // In thousandths of the full width. Few units among many are seen, too; all the least widths together take a tenth at most.
  const least = Math.min(12, 100 / parts.length);
  const shown = parts.flatMap(({ status, units }) => (units === 0 ? [] : { status, width: Math.max((units / of) * 1000, least) }));
  const all = shown.reduce((sum, { width }) => sum + width, 0);
  let at = 0;
  return (
    <svg
      viewBox={`0 0 ${Math.max(1000, all)} 56`}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
      preserveAspectRatio="none"
      className={label === undefined ? 'mt-1 h-3 w-full outline-1 outline-transparent' : 'h-14 w-full border border-ink'}
    >
      {shown.map(({ status, width }, index) => {
        at += width;
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move.
        return <rect key={index} x={at - width} y="0" width={width} height="56" fill={statusFills[status]} />;
      })}
    </svg>
  );
}

type StatusFiguresProps = {
  units: Record<UnitStatus, number>;
  /** How many of the retired units are not confirmed by a registry yet. */
  unconfirmed: number;
  /** How many of the held units are issued and how many expected. Absent where the page says elsewhere which they are. */
  forSale?: Batch['forSale'];
  /** A bar of the same units in place of the usual one. */
  bar?: ReactNode;
};

/** Units by status: a bar, if they have more than one, with the legend of its colours and the number in each. */
export function StatusFigures({ units, unconfirmed, forSale, bar }: StatusFiguresProps) {
  const shownStatuses = unitStatuses.filter((status) => units[status] > 0 || status === 'Held' || status === 'Retired');
  const parts = shownStatuses.map((status) => ({ status, units: units[status] }));
  const inWords = parts.map((part) => `${figures.states[part.status].name} ${formatCount(part.units)}`).join(', ');
  return (
    <>
      {bar ?? (parts.filter((part) => part.units > 0).length > 1 && <StatusBar label={`${figures.title}: ${inWords}`} parts={parts} />)}
      <dl className="mt-5 grid gap-x-8 sm:grid-cols-2 lg:(auto-cols-fr grid-flow-col)">
        {shownStatuses.map((status) => (
          <div
            key={status}
            className="grid content-start sm:max-lg:last:odd:col-span-full grid-cols-[0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-rule py-2.5"
          >
            <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
              <rect width="12" height="12" fill={statusFills[status]} stroke="currentColor" />
            </svg>
            <dt className="min-w-0">{figures.states[status].name}</dt>
            <dd className="figure text-[1.25rem]">{formatCount(units[status])}</dd>
            <dd className="col-span-3 text-[0.875rem] leading-snug text-ink-soft">
              {figures.states[status].meaning}{' '}
              {status === 'Retired' && units.Retired > 0 && sayConfirmed({ quantity: units.Retired, open: unconfirmed }, confirmation)}
            </dd>
          </div>
        ))}
      </dl>
      {forSale && forSale.expected > 0 && (
        <p className="mt-3 text-ink-soft">
          {fill(figures.forSale, { issued: formatCount(forSale.issued), expected: formatCount(forSale.expected) })}
        </p>
      )}
    </>
  );
}

/** Returns whether some units of a batch are still expected. Its `issuance` stays `expected` where all have ended and none was issued. */
export function isStillExpected({ issuance, units }: Batch): boolean {
  return issuance === 'expected' && unitStatuses.some((status) => units[status] > 0 && !finalStatuses.includes(status));
}
