import { scaleLog } from 'd3-scale';
import type { ReactNode } from 'react';
import { placesOf } from '#server/domain/projects/countries.ts';
import type { PicturedProject } from '#server/domain/projects/search.ts';
import { type CatalogueSheet, drawCatalogueMaps } from '#shared/art/map/catalogue-maps.ts';
import { charts } from '#shared/content/charts.ts';
import { tenths } from '#shared/lib/drawing.ts';
import { formatPounds, formatPrice } from '#shared/lib/money/money.ts';
import { permanenceOf } from '#shared/lib/projects/facts.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { type CatalogueQuery, catalogueSearch, maxValues } from '#shared/schemas/catalogue-query.ts';
import { MarkKey, Marks, markOf, signCount } from '#src/ui/charts.tsx';
import { InlineLink, ProjectName } from '#src/ui/controls/links.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';
import { CatalogueMaps, type CataloguePlace, countriesOf, countryNamesOf, groupId, markId } from './catalogue-map.tsx';

const { pictures: texts } = charts;

/**
 * The projects of a list on a map of the British Isles, and those elsewhere on a map of the world or of a part of it. A mark with a number
 * leads to its rows in the table below.
 */
export function ProjectsOnMap({ query, projects }: { query: CatalogueQuery; projects: readonly PicturedProject[] }) {
  const places = placesOf(projects);
  const maps = drawCatalogueMaps(places);
  const groups = Object.values(maps).flatMap((sheet) => sheet.groups);
  if (groups.length === 0) return <p className="lede py-6">{texts.map.none}</p>;
  const drawn = groups.flatMap((group) => group.places).length;
  return (
    <>
      <CatalogueMaps maps={maps} isAboveFold tablePage="" className="mt-5" />
      <PictureTable
        caption={texts.map.caption}
        columns={[{ name: texts.columns.price, kind: 'count' }]}
        rows={groups.flatMap((group) => rowsOf(group, query))}
        notes={[
          ...(groups.length < drawn ? [texts.map.several] : []),
          ...ifAny(places.filter(({ isCentre }) => isCentre).length, texts.map.byCountry),
          ...ifAny(projects.length - drawn, texts.map.missing),
        ]}
      />
    </>
  );
}

/** How many projects of a mark have a row at most. */
const mostNamed = 3;

/** Returns the rows of a group of marks: one for each project or, of many in one mark, for each of the first and for the rest. */
function rowsOf(group: CatalogueSheet<CataloguePlace>['groups'][number], query: CatalogueQuery): PictureRow[] {
  return group.marks.flatMap((mark, position) => {
    const { places } = mark;
    // If only one place would be left out, all are shown.
    const shown = places.length > mostNamed + 1 ? places.slice(0, mostNamed) : places;
    const rows = shown.map(({ project }, index) => ({
      id: index === 0 ? markId(mark) : undefined,
      name: (
        <>
          {position + index === 0 && <span id={groupId(group)} />}
          <ProjectName slug={project.slug} title={project.title} detail={<bdi>{project.location}</bdi>} />
        </>
      ),
      cells: [formatPrice(project)],
      className: `${index > 0 ? 'of-mark' : ''} ${position + index > 0 ? 'of-group' : ''}`,
    }));
    if (shown.length === places.length) return rows;
    const countries = countriesOf(places);
    const more = fill(texts.map.more, { places: countryNamesOf(places) });
    const rest = (
      <>
        {fill(texts.rest, { count: formatCount(places.length - mostNamed) })}{' '}
        {countries.length > 0 && countries.length <= maxValues ? (
          <InlineLink href={`/projects${catalogueSearch(query, { country: countries, view: 'table' })}#found`}>{more}</InlineLink>
        ) : (
          countryNamesOf(places)
        )}
      </>
    );
    return [...rows, { name: rest, cells: [''], className: 'of-mark of-group' }];
  });
}

/**
 * What a credit costs, by how long its carbon is stored: a strip for each span of years, on which each project stands at its price. Those
 * of nearly one price stand above each other. `projects`: the cheapest first.
 */
export function PricesByStorage({ projects }: { projects: readonly PicturedProject[] }) {
  const words = texts.prices;
  const priced = projects.flatMap((project) => (project.pricePerCredit === null ? [] : { ...project, price: project.pricePerCredit }));
  if (priced.length === 0) return <p className="lede py-6">{words.none}</p>;
  const [lowest, highest] = endsOf(priced);
  // With room on both sides, so that the outermost marks are not cut.
  const leftAt = scaleLog([lowest / 1.25, highest * 1.25], [0, 100]);
  const ticks = ticksOf(leftAt.ticks(5).filter(Number.isInteger)).map((pence) => ({ pence, left: `${tenths(leftAt(pence))}%` }));
  const types = typesOf(priced);
  const strips = [...Map.groupBy(priced, bandOf)]
    .sort(([one], [other]) => one - other)
    .map(([band, members]) => ({ years: words.bands[band] ?? '', ...stripOf(members, leftAt) }));
  const range = { projects: countOf(priced.length, 'project'), lowest: formatPounds(lowest), highest: formatPounds(highest) };
  const scale = (
    <svg
      aria-hidden="true"
      className="chart h-6 w-full overflow-visible fill-ink-faint font-mono text-[min(0.75rem,5vw)] [paint-order:stroke] [text-anchor:middle]"
    >
      {ticks.map((tick) => (
        <text key={tick.left} x={tick.left} y="1rem">
          {formatPounds(tick.pence).replace('.00', '')}
        </text>
      ))}
    </svg>
  );
  return (
    <div className="mt-5">
      <figure>
        <figcaption className="mb-2 font-semibold">
          {words.title} <span className="sr-only">{fill(words.summary, range)}</span>
        </figcaption>
        {scale}
        {strips.map(({ years, members, marks, bars, lanes }) => (
          <div key={years} className="break-inside-avoid border-t border-ink pt-2">
            <p className="flex flex-wrap gap-x-4 text-[0.9375rem]">
              <span className="font-semibold">{fill(words.strip, { years })}</span> {countOf(members.length, 'project')}
            </p>
            {/* biome-ignore lint/a11y/useSemanticElements: SVG has no equivalent element */}
            <svg role="group" aria-label={fill(words.strip, { years })} height={lanes * laneHeight} className="w-full overflow-visible">
              {ticks.map((tick) => (
                <line key={tick.left} x1={tick.left} x2={tick.left} y2="100%" className="stroke-rule" />
              ))}
              <g className="chart fill-canopy stroke-paper">
                {bars.map(({ left, height }) => (
                  <rect key={left} x={`${left}%`} width={`${barWidth}%`} y={`${100 - height}%`} height={`${height}%`} />
                ))}
              </g>
              <Marks
                marks={marks.map(({ project, left, lane }) => ({
                  ...markOf([project], `${formatPounds(project.price)}, ${kindOf(project)}`, ''),
                  ...{ left, top: 100 - (100 * (lane + 0.5)) / lanes },
                  look: {
                    index: types.includes(typeOf(project)) ? types.indexOf(typeOf(project)) : types.length - 1,
                    isHollow: project.status !== 'On sale',
                  },
                }))}
              />
            </svg>
          </div>
        ))}
        <div className="border-t border-ink">{scale}</div>
      </figure>
      <MarkKey label={words.key} names={types} />
      <PictureTable
        caption={words.caption}
        columns={[
          { name: texts.columns.storage, kind: 'figure' },
          { name: texts.columns.price, kind: 'count' },
        ]}
        rows={strips.flatMap(({ years, marks, bars }) => [
          ...marks.map(({ project }) => ({
            name: <ProjectName slug={project.slug} title={project.title} detail={kindOf(project)} />,
            cells: [yearsOf(project, years), formatPounds(project.price)],
          })),
          ...bars.map(({ count, first, last }) => ({
            name: countOf(count, 'project'),
            cells: [years, fill(texts.range, { first: formatPounds(first), last: formatPounds(last) })],
          })),
        ])}
        notes={[
          words.note,
          ...ifAny(strips.flatMap(({ marks }) => marks).filter(({ project }) => project.status !== 'On sale').length, words.hollow),
          ...(strips.some(({ bars }) => bars.length > 0) ? [words.several] : []),
          ...ifAny(projects.length - priced.length, words.missing),
        ]}
      />
    </div>
  );
}

type Priced = PicturedProject & { price: number };

/** Returns the lowest and the highest price of at least one project; they are ordered by price. */
const endsOf = (projects: readonly Priced[]) => [projects[0]?.price ?? 1, projects.at(-1)?.price ?? 1] as const;

/** Returns two to six of a scale's ticks, if it has two: all, those that begin with 1, 2 or 5, the powers of ten, or every other one. */
function ticksOf(pence: number[]): number[] {
  const among = (form: RegExp) => pence.filter((value) => form.test(String(value)));
  const choices = [pence, among(/^[125]0*$/), among(/^10*$/), pence.filter((_, index) => index % 2 === 0)];
  return choices.find(({ length }) => length >= 2 && length <= 6) ?? pence;
}

/** In px. */
const laneHeight = 24;
/** The most lanes of a strip. One with bars is half as high as the highest with marks. */
const mostLanes = 12;
/** The least distance between marks of one lane, in percent of the picture's width: on the narrowest phone they do not touch. */
const markGap = 8.5;
/** In percent of the picture's width. */
const barWidth = 2 * markGap;

/** Places marks at their prices, each in the lowest lane where it has room. If they need more than `mostLanes`, bars count them instead. */
function stripOf(members: readonly Priced[], leftAt: (pence: number) => number) {
  const ends: number[] = [];
  const marks = members.map((project) => {
    const left = leftAt(project.price);
    const free = ends.findIndex((end) => left - end >= markGap);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = left;
    return { project, left, lane };
  });
  if (ends.length <= mostLanes) return { members, marks, bars: [], lanes: ends.length };
  const counted = [...Map.groupBy(members, ({ price }) => barWidth * Math.floor(leftAt(price) / barWidth))];
  const most = Math.max(...counted.map(([, { length }]) => length));
  const bars = counted.map(([left, projects]) => {
    const [first, last] = endsOf(projects);
    return { left, height: (100 * projects.length) / most, count: projects.length, first, last };
  });
  return { members, marks: [], bars, lanes: mostLanes / 2 };
}

const typeOf = ({ projectType, category }: PicturedProject) => projectType ?? category;

/** Returns a project's type and, where it cannot be bought, why. */
const kindOf = (project: PicturedProject) =>
  [typeOf(project), ...(project.status === 'On sale' ? [] : [project.status.toLowerCase()])].join(', ');

/** Returns the types for the key, those of most projects first. If there are more than signs, the last stands for all further types. */
function typesOf(projects: readonly PicturedProject[]): string[] {
  const types = [...Map.groupBy(projects, typeOf)].sort(([, one], [, other]) => other.length - one.length).map(([type]) => type);
  return types.length > signCount ? [...types.slice(0, signCount - 1), texts.prices.others] : types;
}

/** Returns the place of a project's span of years among `texts.prices.bands`. */
function bandOf(project: PicturedProject): number {
  const years = permanenceOf(project);
  if (typeof years === 'number') return 1 + texts.prices.bandsFrom.filter((least) => years >= least).length;
  return years === 'nothing stored' ? 0 : texts.prices.bands.length - 1;
}

/** Returns the years of storage of a project or, of one that states none, the name of its span. */
function yearsOf(project: PicturedProject, span: string): string {
  const years = permanenceOf(project);
  return typeof years === 'number' ? formatCount(years) : span;
}

type PictureRow = { id?: string | undefined; className?: string; name: ReactNode; cells: string[] };

type PictureTableProps = {
  caption: string;
  /** Those of the cells. */
  columns: Pick<Column<unknown>, 'name' | 'kind'>[];
  rows: PictureRow[];
  /** Sentences about the picture. */
  notes: string[];
};

/** Returns a sentence about so many projects, or nothing if there are none. */
const ifAny = (projects: number, note: string) => (projects > 0 ? [fill(note, { projects: countOf(projects, 'project') })] : []);

/** Classes of the row that is the page's target, and of those that follow it in its mark (`of-mark`) or in its group (`of-group`). */
const marked =
  '[&_tr:is(:target,:target~.of-mark:not(:target~:not(.of-mark)~*),:has(:target),:has(:target)~.of-group:not(:has(:target)~:not(.of-group)~*))]:bg-paper-deep';

/** What a picture shows, as a table below the sentences about it. */
function PictureTable({ caption, columns, rows, notes }: PictureTableProps) {
  return (
    <>
      <ul className="mt-3 text-[0.9375rem] text-ink-soft">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Table
        caption={caption}
        className={`mt-4 [&_tbody_tr>*]:!align-top ${marked}`}
        isNarrow
        columns={[
          { name: texts.columns.projects, cell: ({ name }) => name },
          ...columns.map((column, index) => ({ ...column, cell: ({ cells }: PictureRow) => cells[index], className: 'text-[0.9375rem]' })),
        ]}
        rows={rows}
        row={({ id, className = '' }) => ({ id, className: `scroll-mt-24 ${className}` })}
      />
    </>
  );
}
