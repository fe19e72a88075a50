import { scaleLog } from 'd3-scale';
import { placesOf } from '#server/domain/projects/countries.ts';
import type { PicturedProject } from '#server/domain/projects/search.ts';
import { drawCatalogueMaps } from '#shared/art/map/catalogue-maps.ts';
import { charts } from '#shared/content/charts.ts';
import { gather } from '#shared/lib/drawing.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { permanenceOf } from '#shared/lib/projects/facts.ts';
import { projectCount } from '#shared/lib/text/numbers.ts';
import { type CatalogueQuery, catalogueSearch, maxValues } from '#shared/schemas/catalogue-query.ts';
import { CatalogueMap, countriesOf, namesOf } from '#src/pages/_components/catalogue-map.tsx';
import { Chart, MarkKey, Marks, markOf, mixedLook, shapeCount } from '#src/ui/charts.tsx';
import { InlineLink, ProjectName } from '#src/ui/controls/links.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';

const { pictures: texts } = charts;

type PictureProps = {
  /** The list that is shown. */
  query: CatalogueQuery;
  /** All of its projects, by price. */
  projects: readonly PicturedProject[];
};

/** Where the projects of a list are: on a map of the British Isles, and those elsewhere on one of the world. */
export function ProjectsOnMap({ query, projects }: PictureProps) {
  const places = placesOf(projects);
  const { uk, world } = drawCatalogueMaps(places);
  const drawn = [{ name: 'uk', sheet: uk, before: 0 } as const, { name: 'world', sheet: world, before: uk.marks.length } as const].filter(
    ({ sheet }) => sheet.total > 0,
  );
  if (drawn.length === 0) return <p className="lede py-6">{texts.map.none}</p>;
  return (
    <>
      <div className={`mt-5 grid gap-x-8 gap-y-5 ${drawn.length > 1 ? 'lg:grid-cols-[20rem_minmax(0,1fr)]' : ''}`}>
        {drawn.map(({ name, sheet, before }) => {
          const title = fill(texts.map[name], { projects: projectCount(sheet.total) });
          return (
            <figure key={name} className={name === 'uk' ? 'max-w-[26rem]' : ''}>
              <figcaption className="mb-2 font-semibold">{title}</figcaption>
              <div className="border border-rule bg-tide-soft">
                <CatalogueMap sheet={sheet} theme="sheet" label={title} isFirst leadTo={(index) => rowAddress(before + index)} />
              </div>
            </figure>
          );
        })}
      </div>
      <MarkTable
        query={query}
        caption={texts.map.caption}
        marks={[...uk.marks, ...world.marks].map(({ places: own }) => {
          const country = countriesOf(own);
          return {
            rows: namedOf(own).map(({ project }) => ({ project, cells: [project.location] })),
            count: own.length,
            together: [namesOf(own)],
            more: country.length > 0 &&
              country.length <= maxValues && { change: { country }, label: fill(texts.map.more, { places: namesOf(own) }) },
          };
        })}
        columns={[{ name: texts.columns.place }]}
        notes={[
          [places.filter(({ isCentre }) => isCentre).length, texts.map.byCountry],
          [projects.length - uk.total - world.total, texts.map.missing],
        ]}
      />
    </>
  );
}

/** The address of the row of a mark. */
const rowAddress = (index: number) => `#mark-${index + 1}`;

/** A column with more projects has one mark in a row, which counts them, instead of up to three. */
const crowd = 100;

/** The distance between the marks of a column, in thousandths of the chart's height: some 24 px. */
const markGap = 64;

/** The distance of two marks side by side, in px: on the narrowest phone two fit into a column. */
const asidePx = 25;

/** Returns the position in percent of a share of the chart's width without that of the prices beside it. */
const leftOf = (share: number) => 8 + 92 * share;

/** What a credit costs, by how long its carbon is stored: a column for each span of years, cheaper credits below dearer ones. */
export function PricesByStorage({ query, projects }: PictureProps) {
  const priced = projects.flatMap((project) => (project.pricePerCredit === null ? [] : { ...project, price: project.pricePerCredit }));
  if (priced.length === 0) return <p className="lede py-6">{texts.prices.none}</p>;
  const [lowest, highest] = endsOf(priced);
  const up = scaleLog([lowest / 1.2, highest * 1.2], [1000, 0]);
  const bands = [...Map.groupBy(priced, bandOf)].sort(([one], [other]) => one - other);
  const marks = bands.flatMap(([band, members], column) => {
    const slots = members.length > crowd ? [0.5] : [0, 1];
    const spotsOf = ({ price }: (typeof priced)[number]) => slots.map((x) => ({ x, y: up(price) / markGap }));
    return gather(members, spotsOf, 1).map((mark) => ({ ...mark, band, left: leftOf((column + 0.5) / bands.length) }));
  });
  const types = typesOf(priced);
  const listed = marks.map(({ x, y, items, band, left }, index) => {
    const [min, max] = endsOf(items);
    const [type = '', ...others] = new Set(items.map(typeOf));
    const isMixed = others.length > 0;
    const prices = { lowest: formatPounds(min), highest: formatPounds(max) };
    const rows = namedOf(items).map((project) => {
      const years = permanenceOf(project);
      return {
        project,
        note: typeOf(project),
        // By span of years, then by price.
        place: band * 1e12 + project.price,
        cells: [typeof years === 'number' ? formatCount(years) : nameOf(band), formatPounds(project.price)],
      };
    });
    const together =
      items.length === 1 ? (rows[0]?.cells ?? []) : [nameOf(band), fill(texts.range, { first: prices.lowest, last: prices.highest })];
    const look = isMixed ? mixedLook : types.includes(type) ? types.indexOf(type) : types.length - 1;
    return {
      ...markOf(items, `${texts.columns.storage}: ${together.join(', ')}, ${isMixed ? texts.prices.mixed : type}`, rowAddress(index)),
      ...{ left, aside: (x - 0.5) * asidePx, top: (y * markGap) / 10, rows, together, look },
      more: { change: { min, max }, label: fill(texts.prices.more, prices) },
    };
  });
  const said = { projects: projectCount(priced.length), lowest: formatPounds(lowest), highest: formatPounds(highest) };
  return (
    <div className="mt-5">
      <Chart
        axis={texts.columns.storage}
        title={texts.prices.title}
        summary={fill(texts.prices.summary, said)}
        across={bands.map(([band], column) => ({ at: 10 * leftOf((column + 0.5) / bands.length), text: texts.prices.bands[band] ?? '' }))}
        up={[1, 2, 5]
          .flatMap((step) => [0, 1, 2, 3, 4, 5, 6, 7].map((power) => step * 10 ** power))
          .filter((pence) => up(pence) >= 0 && up(pence) <= 1000)
          .map((pence) => ({ at: up(pence), text: formatPounds(pence).replace('.00', '') }))}
        isOfMarks
      >
        <Marks marks={listed} />
      </Chart>
      <MarkKey label={texts.prices.key} names={types} />
      <MarkTable
        query={query}
        caption={texts.prices.caption}
        marks={listed}
        columns={[{ name: texts.columns.storage }, { name: texts.columns.price, kind: 'count' }]}
        notes={[
          [priced.length, texts.prices.note],
          [projects.length - priced.length, texts.prices.missing],
        ]}
      />
    </div>
  );
}

const typeOf = ({ projectType, category }: PicturedProject) => projectType ?? category;

/** Returns the names of the key: the types, those of most projects first; the last stands for all that have no shape of their own. */
function typesOf(projects: readonly PicturedProject[]): string[] {
  const types = [...Map.groupBy(projects, typeOf)].sort(([, one], [, other]) => other.length - one.length).map(([type]) => type);
  return types.length > shapeCount ? [...types.slice(0, shapeCount - 1), texts.prices.others] : types;
}

/** Returns the place of a project's span of years among `texts.prices.bands`. */
function bandOf(project: PicturedProject): number {
  const years = permanenceOf(project);
  if (typeof years === 'number') return 1 + [40, 100].filter((least) => years >= least).length;
  return years === 'nothing stored' ? 0 : texts.prices.bands.length - 1;
}

const nameOf = (band: number) => (texts.prices.bands[band] ?? '').replace('\n', ' ');

/** Returns the lowest and the highest price of projects, which are ordered by price. */
const endsOf = (projects: readonly { price: number }[]) => [projects[0]?.price ?? 1, projects.at(-1)?.price ?? 1] as const;

/** Most projects of a mark that have a row. */
const mostNamed = 3;

/** Returns the first of a mark's projects; all, where only one would be left out. */
const namedOf = <One,>(all: readonly One[]) => all.slice(0, all.length > mostNamed + 1 ? mostNamed : undefined);

type MarkTableProps = {
  query: CatalogueQuery;
  caption: string;
  marks: {
    /** Its first projects. `place`: by what rows are ordered, where that is not the order of the marks. */
    rows: { project: PicturedProject; note?: string; place?: number; cells: string[] }[];
    /** How many projects it has. */
    count: number;
    /** What the cells say of those that have no row of their own. */
    together: string[];
    /** The change of the query that finds them, and the name of what it finds. */
    more: { change: Partial<CatalogueQuery>; label: string } | false;
  }[];
  /** Those of the cells. */
  columns: Pick<Column<unknown>, 'name' | 'kind'>[];
  /** Sentences about the picture, each shown if its number of projects is above 0. */
  notes: [projects: number, note: string][];
};

/** A picture's marks as a table: a row for each project, or of many in one mark for the first and one for the rest. */
function MarkTable({ query, caption, marks, columns, notes }: MarkTableProps) {
  const said = marks.some(({ count }) => count > 1) ? [...notes, [1, texts.several] as const] : notes;
  const rows = marks.flatMap(({ rows: own, count, together, more }, mark) => {
    const rest = { project: undefined, note: undefined, place: own.at(-1)?.place, cells: together, count: count - own.length, more };
    return [...own, ...(rest.count > 0 ? [rest] : [])].map((row, index) => ({
      ...row,
      id: index === 0 ? rowAddress(mark).slice(1) : undefined,
    }));
  });
  rows.sort((one, { place = 0 }) => (one.place ?? 0) - place);
  return (
    <>
      <ul className="mt-3 text-[0.9375rem] text-ink-soft">
        {said.map(([projects, note]) => projects > 0 && <li key={note}>{fill(note, { projects: projectCount(projects) })}</li>)}
      </ul>
      <Table
        caption={caption}
        className="mt-4 [&_tbody_tr>*]:!align-top"
        isNarrow
        columns={[
          {
            name: texts.columns.projects,
            cell: (row) =>
              row.project ? (
                <>
                  <ProjectName {...row.project} />
                  {row.note && <span className="block text-[0.875rem] text-ink-soft">{row.note}</span>}
                </>
              ) : (
                <>
                  {fill(texts.rest, { count: formatCount(row.count) })}{' '}
                  {row.more && (
                    <InlineLink href={`/projects${catalogueSearch(query, { ...row.more.change, view: 'table' })}#found`}>
                      {row.more.label}
                    </InlineLink>
                  )}
                </>
              ),
          },
          ...columns.map((column, index) => ({
            ...column,
            cell: ({ cells }: { cells: string[] }) => <bdi>{cells[index]}</bdi>,
            className: 'text-[0.9375rem]',
          })),
        ]}
        rows={rows}
        row={({ id }) => ({ id, className: 'scroll-mt-24 target:bg-paper-deep' })}
      />
    </>
  );
}
