import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import { charts } from '#shared/content/charts.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';

// Drawn on the server. What a chart shows can be read in a table too; the text in it has the size of the page's, at any width.

/** What was retired in each month, given as 2026-11 and without gaps, the oldest first. `units` in tCO2e. */
export function RetirementsByMonth({ months }: { months: { month: string; units: number; certificates: number }[] }) {
  const { retirements: texts } = charts;
  const across = scaleBand(
    months.map(({ month }) => month),
    [0, 1000],
  ).padding(0.2);
  const up = heights(Math.max(...months.map(({ units }) => units)));
  const retired = months.filter(({ units }) => units > 0);
  return (
    <>
      <Chart
        title={texts.title}
        summary={fill(texts.summary, {
          units: formatCount(retired.reduce((sum, { units }) => sum + units, 0)),
          months: String(months.length),
        })}
        across={months.flatMap(({ month }) =>
          month.endsWith('-01') ? [{ at: (across(month) ?? 0) + across.bandwidth() / 2, text: month.slice(0, 4) }] : [],
        )}
        up={up
          .ticks(3)
          .filter(Number.isInteger)
          .map((units) => ({ at: up(units), text: formatCount(units) }))}
      >
        {retired.map(({ month, units }) => (
          <rect key={month} x={across(month)} width={across.bandwidth()} y={up(units)} height={1000 - up(units)} className="fill-canopy" />
        ))}
      </Chart>
      <FoldedTable title={texts.table}>
        <Table
          caption={texts.title}
          isNarrow
          columns={[
            { name: texts.columns.month, cell: ({ month }) => monthName.format(new Date(month)) },
            { name: texts.columns.certificates, cell: ({ certificates }) => formatCount(certificates), kind: 'count' },
            { name: texts.columns.units, cell: ({ units }) => formatCount(units), kind: 'count' },
          ]}
          rows={retired.toReversed()}
        />
      </FoldedTable>
    </>
  );
}

/** What a project's credits cost, in pence, from each of these moments on, the newest first. Null: they had no price. */
export function PriceHistory({ prices }: { prices: { since: Date; pricePerCredit: number | null }[] }) {
  const { prices: texts } = charts;
  const until = new Date();
  const steps = prices.slice(0, prices.findLastIndex(({ pricePerCredit }) => pricePerCredit !== null) + 1).reverse();
  const known = steps.flatMap(({ pricePerCredit }) => pricePerCredit ?? []);
  const from = steps[0]?.since ?? until;
  const across = scaleUtc([from, until], [0, 1000]);
  const up = heights(Math.max(...known));
  // Where each price begins and ends: a price before a gap lasts until the gap.
  const ends = steps.flatMap((step, index) => [step, { ...step, since: steps[index + 1]?.since ?? until }]);
  const path = line<(typeof ends)[number]>(
    ({ since }) => across(since),
    ({ pricePerCredit }) => up(pricePerCredit ?? 0),
  ).defined(({ pricePerCredit }) => pricePerCredit !== null);
  const summary = { lowest: formatPounds(Math.min(...known)), highest: formatPounds(Math.max(...known)), from: monthName.format(from) };
  return (
    <Chart
      title={texts.title}
      summary={fill(texts.summary, summary)}
      across={[
        { at: 0, text: monthName.format(from) },
        { at: 1000, text: texts.today },
      ]}
      up={up.ticks(3).map((pence) => ({ at: up(pence), text: formatPounds(pence) }))}
    >
      <path d={path(ends) ?? ''} fill="none" className="stroke-canopy" strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </Chart>
  );
}

/** A scale from zero at the bottom of a chart to a round number above the highest value. */
function heights(highest: number) {
  return scaleLinear([0, highest], [1000, 0]).nice(3);
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

type Tick = { at: number; text: string };
type ChartProps = {
  title: string;
  /** What it shows, in a sentence. */
  summary: string;
  across: Tick[];
  up: Tick[];
  /** Shapes in a square of 1,000 by 1,000, which is stretched. */
  children: ReactNode;
};

/** A chart with its title and its scales. Its table follows. */
function Chart({ title, summary, across, up, children }: ChartProps) {
  return (
    <figure className="break-inside-avoid">
      <figcaption className="font-semibold">{title}</figcaption>
      <svg role="img" aria-label={summary} className="chart mt-2 h-52 w-full overflow-visible border-b border-ink">
        {up.map(({ at }) => (
          <line key={at} x2="100%" y1={`${top + (at * height) / 1000}%`} y2={`${top + (at * height) / 1000}%`} className="stroke-rule" />
        ))}
        <svg
          aria-hidden="true"
          y={`${top}%`}
          width="100%"
          height={`${height}%`}
          viewBox="0 0 1000 1000"
          preserveAspectRatio="none"
          className="overflow-visible"
        >
          {children}
        </svg>
        {up.map(({ at, text }) => (
          <text key={at} y={`${top + (at * height) / 1000}%`} dy="-0.35em" className={tickText}>
            {text}
          </text>
        ))}
        {across.map(({ at, text }) => (
          <text
            key={at}
            x={`${at / 10}%`}
            y="100%"
            dy="-0.3em"
            textAnchor={at < 60 ? 'start' : at > 940 ? 'end' : 'middle'}
            className={tickText}
          >
            {text}
          </text>
        ))}
      </svg>
    </figure>
  );
}

/** A table that opens with a link. */
export function FoldedTable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 cursor-pointer items-center">
        <span className="text-link text-canopy">{title}</span>
      </summary>
      {children}
    </details>
  );
}

/** With a rim, because it stands over the shapes. */
const tickText = 'fill-ink-faint stroke-paper stroke-4 [paint-order:stroke] font-mono text-[0.75rem]';

/** Where the shapes of a chart begin and how high they are, in percent: the scales' texts stand above and below them. */
const [top, height] = [10, 78];
