import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import { charts } from '#shared/content/charts.ts';
import { colours, tenths } from '#shared/lib/drawing.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { FactList } from '#src/ui/controls/texts.tsx';
import { fill, formatCount } from '#verify/text.ts';
import { Table } from './table.tsx';
import { mapTipLook } from './tooltips.tsx';

// Charts are drawn on the server. A table beside each has the same figures. Shapes are stretched with the page, and texts are not.

/** The units (tCO2e) retired in each of `months`: as 2026-11, without gaps, the oldest first. Renders nothing if there are none. */
export function RetirementsByMonth({ months }: { months: { month: string; units: number; certificates: number }[] }) {
  const { retirements: texts } = charts;
  const across = scaleBand(
    months.map(({ month }) => month),
    [0, 1000],
  ).padding(0.2);
  const up = heights(Math.max(...months.map(({ units }) => units)));
  const retired = months.filter(({ units }) => units > 0);
  if (retired.length === 0) return null;
  const middleOf = (month: string) => (across(month) ?? 0) + across.bandwidth() / 2;
  // If every bar has room for its figure (45 units a character, for large text on a phone), the figures stand above the bars instead of a
  // scale, of which only the line at zero is left.
  const figures = retired.map(({ month, units }): Tick => ({ at: up(units), x: middleOf(month), text: formatCount(units) }));
  const isRoomy = figures.every(({ x = 0, text }, index) => x - (figures[index - 1]?.x ?? Number.NEGATIVE_INFINITY) > 45 * text.length);
  const ticks = wholeTicks(up).map((units): Tick => ({ at: up(units), text: formatCount(units) }));
  const quarters = [0, 1, 2, 3, 4].map((quarter) => Math.min(months.length - 1, Math.floor((quarter * months.length) / 4)));
  return (
    <div className="mt-8">
      <Chart
        title={texts.title}
        summary={fill(texts.summary, {
          units: formatCount(retired.reduce((sum, { units }) => sum + units, 0)),
          months: String(months.length),
        })}
        // A phone has room for the first month, the middle one and the last.
        across={months.flatMap(({ month }, index) =>
          quarters.includes(index)
            ? [{ at: middleOf(month), text: monthName.format(new Date(month)), isExtra: quarters.indexOf(index) % 2 === 1 }]
            : [],
        )}
        up={isRoomy ? [{ at: 1000, text: '' }, ...figures] : ticks}
      >
        {retired.map(({ month, units }) => (
          <rect key={month} x={across(month)} width={across.bandwidth()} y={up(units)} height={1000 - up(units)} className="fill-canopy" />
        ))}
      </Chart>
      <p className="mt-2 text-[0.9375rem] text-ink-soft">{texts.basis}</p>
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
    </div>
  );
}

/** What a project's credits cost (pence) since each of some moments, the newest first. Null: no price. Renders nothing if none has one. */
export function PriceHistory({ prices }: { prices: { since: Date; pricePerCredit: number | null }[] }) {
  const { prices: texts } = charts;
  const until = new Date();
  // The oldest first, from the first price on.
  const steps = prices.slice(0, prices.findLastIndex(({ pricePerCredit }) => pricePerCredit !== null) + 1).reverse();
  const known = steps.flatMap(({ pricePerCredit }) => pricePerCredit ?? []);
  if (known.length === 0) return null;
  const from = steps[0]?.since ?? until;
  const up = heights(Math.max(...known));
  const ticks = wholeTicks(up).map((pence) => ({ at: up(pence), text: formatPounds(pence).replace('.00', '') }));
  // The line begins beside the prices of its scale, which take 35 units a character.
  const across = scaleUtc([from, until], [35 * Math.max(...ticks.map(({ text }) => text.length)), 1000]);
  // Where each price begins and ends: a price before a gap lasts until the gap.
  const corners = steps.flatMap((step, index) => [step, { ...step, since: steps[index + 1]?.since ?? until }]);
  const path = line<(typeof corners)[number]>(
    ({ since }) => across(since),
    ({ pricePerCredit }) => up(pricePerCredit ?? 0),
  ).defined(({ pricePerCredit }) => pricePerCredit !== null);
  const summary = { lowest: formatPounds(Math.min(...known)), highest: formatPounds(Math.max(...known)), from: monthName.format(from) };
  return (
    <Chart
      title={texts.title}
      summary={fill(texts.summary, summary)}
      across={[
        { at: across(from), text: monthName.format(from) },
        { at: 1000, text: texts.today },
      ]}
      up={ticks}
    >
      <path d={path(corners) ?? ''} fill="none" className="stroke-canopy" strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </Chart>
  );
}

/** A scale from zero at the bottom of a chart to a round number above the highest value. */
const heights = (highest: number) => scaleLinear([0, highest], [1000, 0]).nice(3);
const wholeTicks = (up: ReturnType<typeof heights>) => up.ticks(3).filter(Number.isInteger);

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'Europe/London' });

/** A text at a line of a scale or, with an `x`, above a shape; `at` and `x` are from 0 to 1,000. `isExtra`: not on phones. */
type Tick = { at: number; x?: number; text: string; isExtra?: boolean };
type ChartProps = {
  title: string;
  /** What the chart shows, in a sentence. */
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
      <svg role="img" aria-label={summary} className="chart mt-2 h-52 print:h-36 w-full overflow-visible border-b border-ink">
        {up
          .filter(({ x }) => x === undefined)
          .map(({ at }) => (
            <line key={at} x2="100%" y1={downTo(at)} y2={downTo(at)} className="stroke-rule" />
          ))}
        <svg
          aria-hidden="true"
          y={downTo(0)}
          width="100%"
          height={`${shapes.height}%`}
          viewBox="0 0 1000 1000"
          preserveAspectRatio="none"
          className="overflow-visible"
        >
          {children}
        </svg>
        {up.map(({ at, x, text }) => (
          <text
            key={`${x} ${at}`}
            x={x && `${x / 10}%`}
            y={downTo(at)}
            dy="-0.35em"
            textAnchor={x === undefined ? 'start' : 'middle'}
            className={tickText}
          >
            {text}
          </text>
        ))}
        {across.map(({ at, text, isExtra }) => (
          <text
            key={at}
            x={`${at / 10}%`}
            y="100%"
            dy="-0.3em"
            // The first text and the last begin and end at the edge of the chart.
            textAnchor={at < 60 ? 'start' : at > 940 ? 'end' : 'middle'}
            className={isExtra ? `max-lg:hidden ${tickText}` : tickText}
          >
            {text}
          </text>
        ))}
      </svg>
    </figure>
  );
}

/** Texts have a rim, because they stand over the shapes. Where text is set large, three of them still fit across a phone. */
const tickText = 'fill-ink-faint stroke-paper stroke-4 print:stroke-[#fff] [paint-order:stroke] font-mono text-[min(0.75rem,5vw)]';

/** Where the shapes of a chart begin and how high they are, in percent: the scales' texts stand above and below them. */
const shapes = { top: 10, height: 78 };
/** Returns how far down a chart a value of its upright scale is, which has 0 at the top of the shapes and 1,000 at their foot. */
const downTo = (at: number) => `${shapes.top + (at * shapes.height) / 1000}%`;

/** A mark of one project or several. */
type ShownMark = {
  href: string;
  /** Name and detail are the text alternative of the mark, and its tooltip. */
  name: string;
  detail: string;
  /** How many projects the mark stands for. */
  count: number;
  /** The place of the mark, in percent of the picture. */
  left: number;
  top: number;
  /** The index of its sign among `signs`, and whether that is drawn as an outline. Without, the mark is a circle. */
  look?: { index: number; isHollow: boolean };
};

/** Returns the name and the link of a mark: those of its only project or, if it stands for several, their number and `href`. */
export function markOf(projects: readonly { slug: string; title: string }[], detail: string, href: string) {
  const [first, ...others] = projects;
  const shared = { detail, count: projects.length };
  if (first && others.length === 0) return { ...shared, href: `/projects/${first.slug}`, name: first.title };
  return { ...shared, href, name: countOf(projects.length, 'project') };
}

/** Marks as links, which keep their size at any width of the picture. A mark of several projects has their number in it. */
export function Marks({ marks }: { marks: readonly ShownMark[] }) {
  return (
    <g data-tip-look={mapTipLook} className={markLook}>
      {marks.map(({ href, name, detail, count, left, top, look }) => {
        const [x, y] = [`${tenths(left)}%`, `${tenths(top)}%`];
        const said = [name, detail].filter(Boolean);
        // A digit is 7.2 px wide.
        const width = Math.max(20, 8 + 7.2 * formatCount(count).length);
        return (
          <a key={`${x} ${y}`} href={href} data-tip={said.join('\n')}>
            <title>{said.join(', ')}</title>
            <svg x={x} y={y} aria-hidden="true" className="overflow-visible">
              <ellipse rx="12.5" ry="12.5" />
              {count === 1 ? (
                <path d={signs[look?.index ?? 0]?.shape} className={look && signs[look.index]?.[look.isHollow ? 'outline' : 'fill']} />
              ) : (
                <>
                  <rect x={-width / 2} y="-10" width={width} height="20" rx="10" />
                  <text dy="0.36em">{formatCount(count)}</text>
                </>
              )}
            </svg>
          </a>
        );
      })}
    </g>
  );
}

// Circle, diamond, square, triangle, and a cross for the types that have no shape of their own.
/** The signs of marks: a shape, around 0, and a colour with a contrast of at least 3:1 on paper, as a filling and as an outline. */
const signs = [
  { shape: 'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z', fill: 'fill-canopy', outline: 'fill-paper stroke-canopy' },
  { shape: 'M0-9 9 0 0 9-9 0z', fill: 'fill-clay', outline: 'fill-paper stroke-clay' },
  { shape: 'M-6.5-6.5h13v13h-13z', fill: 'fill-tide', outline: 'fill-paper stroke-tide' },
  { shape: 'M0-8.5 8.5 6.5h-17z', fill: 'fill-ink', outline: 'fill-paper stroke-ink' },
  { shape: 'M-3-8h6v5h5v6h-5v5h-6v-5h-5v-6h5z', fill: 'fill-rule-strong', outline: 'fill-paper stroke-rule-strong' },
];
export const signCount = signs.length;

/** The legend of the shapes and colours of marks. */
export function MarkKey({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <ul aria-label={label} className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem]">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-2">
          <svg viewBox="-9 -9 18 18" aria-hidden="true" className={`size-4 stroke-paper [forced-color-adjust:none] ${signs[index]?.fill}`}>
            <path d={signs[index]?.shape} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

// Marks keep their colours where readers set their own, because the rim of each stands out from its filling. The transparent ellipse makes
// a mark large enough for a finger.
const markLook = [
  'font-mono text-[0.75rem] [text-anchor:middle] [&_*]:[forced-color-adjust:none] [&_a]:stroke-2 [&_text]:stroke-none [&_ellipse]:(fill-transparent stroke-none)',
  '[&_a]:(fill-canopy stroke-paper-bright) [&_a:is(:hover,:focus-visible)]:(fill-clay stroke-ink) [&_text]:fill-paper',
  'dark:([&_a]:(fill-lichen stroke-canopy-deep) [&_a:is(:hover,:focus-visible)]:(fill-paper stroke-clay) [&_text]:fill-ink)',
].join(' ');

/** A step on the way of units. `from` and `to`: the lanes that the line comes from and leads into, counted from 0. */
type WayStep = {
  when: string;
  title: string;
  body?: string;
  facts: (readonly [label: string, value: ReactNode])[];
  from?: number | undefined;
  to: number;
  outcome: 'written' | 'final' | 'refused';
};

type WayProps = { lanes: readonly [string, string, string, string]; steps: readonly WayStep[]; caption: string; className?: string };

/** The way of units, on a dark ground: its steps, beside a line that runs in the lane of whoever holds the units, or of their state. */
export function Way({ lanes, steps, caption, className }: WayProps) {
  return (
    <figure className={className}>
      <ul
        aria-hidden="true"
        className="hidden grid-cols-4 border-b border-paper/40 pb-3 text-center font-mono text-[0.75rem] text-canopy-mist lg:(grid w-[24rem])"
      >
        {lanes.map((lane) => (
          <li key={lane}>{lane}</li>
        ))}
      </ul>
      <ol className="border-b border-paper/40">
        {steps.map((step, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: units may be reserved twice in a minute, and steps never move.
            key={index}
            className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-5 border-t border-paper/20 first:border-t-0 md:grid-cols-[9rem_minmax(0,1fr)] lg:(grid-cols-[minmax(0,24rem)_minmax(0,1fr)_minmax(0,15rem)] gap-x-10)"
          >
            <Lanes step={step} isFirst={index === 0} />
            <div className="py-6">
              <p className="figure text-[0.8125rem] text-canopy-mist">{step.when}</p>
              <h3 className={`display-3 mt-1 ${outcomes[step.outcome]}`}>{step.title}</h3>
              {step.body && <p className="copy mt-2 text-canopy-mist">{step.body}</p>}
            </div>
            <FactList
              look={{
                row: 'flex flex-wrap gap-x-3 lg:block',
                name: 'font-mono text-canopy-mist/90',
                value: `figure break-words ${outcomes[step.outcome]}`,
              }}
              className="col-start-2 -mt-2 grid content-start gap-1 pb-6 text-[0.8125rem] lg:(col-start-3 mt-0 pt-6 gap-3) [&>:first-child>dd]:text-paper"
              facts={step.facts}
            />
          </li>
        ))}
      </ol>
      <figcaption className="mt-5 max-w-[46rem] text-[0.9375rem] text-canopy-mist">{caption}</figcaption>
    </figure>
  );
}

const outcomes: Record<WayStep['outcome'], string> = { written: 'text-paper', final: 'text-lichen', refused: 'text-clay-soft' };

/** The four lanes of a step: the line goes from the old lane to the new, thick in a final state; a refused one has a cross on its left. */
function Lanes({ step: { from, to, outcome }, isFirst }: { step: WayStep; isFirst: boolean }) {
  const at = (lane: number) => `${25 * lane + 12.5}%`;
  /** How far down (px) the line changes lanes: beside the title of the step. */
  const turn = 36;
  const isRefused = outcome === 'refused';
  const down = (lane: number) => ({ x1: at(lane), x2: at(lane) });
  return (
    <div className="relative row-span-2 min-h-28 text-lichen lg:row-span-1">
      <svg aria-hidden="true" stroke="currentColor" strokeWidth="2" className="absolute h-full w-full overflow-visible">
        {[0, 1, 2, 3].map((lane) => (
          <line key={lane} {...down(lane)} y2="100%" strokeWidth="1" strokeDasharray="1 3" className="opacity-40" />
        ))}
        {!isFirst && <line {...down(from ?? to)} y2={turn} strokeWidth={isRefused ? 8 : 2} />}
        <line x1={at(from ?? to)} x2={at(to)} y1={turn} y2={turn} />
        <line {...down(to)} y1={turn} y2="100%" strokeWidth={outcome === 'written' ? 2 : 8} />
        {isRefused && (
          <>
            <line x1={at(to - 1)} x2={at(to)} y1={turn} y2={turn} strokeDasharray="6 4" />
            <text x={at(to - 1)} y={turn} dy="0.35em" textAnchor="middle" stroke="none" fill="currentColor" className="text-[1.375rem]">
              ×
            </text>
          </>
        )}
        {outcome === 'written' ? (
          <circle cx={at(to)} cy={turn} r="6" className="fill-canopy-deep" />
        ) : (
          <rect x={at(to)} y={turn} width="20" height="20" transform="translate(-10 -10)" fill="currentColor" />
        )}
      </svg>
    </div>
  );
}

const { canopy, tide, clay, ink } = colours;
/** The colours of projects by their place in a list: each stands out from paper and map, and carries light text. `disc`: as a class. */
const paints = [
  { fill: canopy.DEFAULT, disc: 'before:bg-canopy' },
  { fill: tide.DEFAULT, disc: 'before:bg-tide' },
  { fill: clay.DEFAULT, disc: 'before:bg-clay' },
  { fill: ink.faint, disc: 'before:bg-ink-faint' },
  { fill: ink.DEFAULT, disc: 'before:bg-ink' },
] as const;
export const paintOf = (place: number) => paints[place % paints.length] ?? paints[0];

/** One of several figures, that at `place`, as a share of the highest. The figure itself stands above the bar. */
export function ShareBar({ values, place }: { values: readonly number[]; place: number }) {
  return (
    <svg aria-hidden="true" className="chart mt-1.5 mb-1 block h-1.5 w-full max-w-60">
      <rect width={`${tenths((100 * (values[place] ?? 0)) / (Math.max(...values) || 1))}%`} height="100%" fill={paintOf(place).fill} />
    </svg>
  );
}

/** A table, folded away under its title. */
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
