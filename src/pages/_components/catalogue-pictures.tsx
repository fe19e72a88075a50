import { scaleLog } from 'd3-scale';
import { centreOf } from '#server/domain/projects/countries.ts';
import type { PicturedProject } from '#server/domain/projects/search.ts';
import { sheetSizes } from '#shared/art/map/ground-sheets.ts';
import { placePoints } from '#shared/art/map/project-map.ts';
import { charts } from '#shared/content/charts.ts';
import { gather } from '#shared/lib/drawing.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName, permanenceOf } from '#shared/lib/projects/facts.ts';
import { projectCount } from '#shared/lib/text/numbers.ts';
import { type CatalogueQuery, catalogueSearch } from '#shared/schemas/catalogue-query.ts';
import { Chart, Marks } from '#src/ui/charts.tsx';
import { InlineLink, ProjectName } from '#src/ui/controls/links.tsx';
import { ProjectMap } from '#src/ui/projects/project-map.tsx';
import { Table } from '#src/ui/table.tsx';
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
  const placed = projects
    .flatMap((project) => {
      const at = placeOf(project);
      return at ? [{ id: project.slug, ...at }] : [];
    })
    .toSorted((a, b) => b.latitude - a.latitude || (a.id < b.id ? -1 : 1));
  const bySlug = new Map(projects.map((project) => [project.slug, project]));
  let [left, count] = [placed, 0];
  const maps = sheets.map(({ gap, ...ground }) => {
    const { width, height } = sheetSizes[ground.size];
    const { points, outside } = placePoints({ width, height, bounds: ground.bounds }, left, 0);
    left = outside;
    const marks = gather(points, (point) => [point], points.length > crowd ? 2 * gap : gap).map(({ x, y, items }) => {
      const found = items.flatMap(({ id }) => bySlug.get(id) ?? []);
      const country = [...new Set(found.flatMap((project) => project.country ?? []))];
      const places = namesOf.format(country.map(countryName));
      count += 1;
      return {
        ...markOf(count, found, [places], ({ location }) => [location]),
        ...{ left: (100 * x) / width, top: (100 * y) / height },
        ...(places && { more: { change: { country }, label: fill(texts.map.more, { places }) } }),
      };
    });
    return { ground, marks, total: projectCount(points.length) };
  });
  const drawn = maps.filter(({ marks }) => marks.length > 0);
  if (drawn.length === 0) return <p className="lede py-6">{texts.map.none}</p>;
  return (
    <>
      <div className={`mt-5 grid gap-x-8 gap-y-5 ${drawn.length > 1 ? 'lg:grid-cols-[20rem_minmax(0,1fr)]' : ''}`}>
        {drawn.map(({ ground, marks, total }) => (
          <figure key={ground.bounds} className={ground.size === 'tall' ? 'max-w-[26rem]' : ''}>
            <figcaption className="mb-2 font-semibold">{fill(texts.map[ground.bounds], { projects: total })}</figcaption>
            <div className="border border-rule bg-tide-soft">
              <ProjectMap
                sheet={{ ground, marks: [] }}
                theme="sheet"
                label={fill(texts.map.label, { projects: total })}
                isFluid
                isWide={false}
                isFirst
              >
                <Marks marks={marks} />
              </ProjectMap>
            </div>
          </figure>
        ))}
      </div>
      <MarkTable
        query={query}
        caption={texts.map.caption}
        marks={drawn.flatMap(({ marks }) => marks)}
        columns={[texts.columns.place]}
        notes={[
          [projects.filter((project) => project.latitude === null && placeOf(project)).length, texts.map.byCountry],
          [projects.length - placed.length + left.length, texts.map.missing],
        ]}
      />
    </>
  );
}

/** The gaps are in units of the sheets: a mark's width on a phone. */
const sheets = [
  { size: 'tall', bounds: 'uk', gap: 19 },
  { size: 'wide', bounds: 'world', gap: 44 },
] as const;

const namesOf = new Intl.ListFormat('en-GB');

function placeOf({ latitude, longitude, country }: PicturedProject) {
  return latitude !== null && longitude !== null ? { latitude, longitude } : country === null ? undefined : centreOf(country);
}

/** More projects than these, on a map or in a column, are counted in fewer marks, which have room for larger numbers. */
const crowd = 100;

/** The distance between the marks of a column, in thousandths of the chart's height: some 24 px. A column is four times as wide. */
const markGap = 64;

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
    const slots = members.length > crowd ? [0] : [0, -1, 1];
    const spotsOf = ({ price }: (typeof priced)[number]) => slots.map((slot) => ({ x: 4 * column + 2 + slot, y: up(price) / markGap }));
    return gather(members, spotsOf, 1).map((mark) => ({ ...mark, band }));
  });
  const listed = marks.map(({ x, y, items, band }, index) => {
    const [min, max] = endsOf(items);
    const prices = fill(texts.range, { first: formatPounds(min), last: formatPounds(max) });
    return {
      ...markOf(index + 1, items, [nameOf(band), prices], (project) => {
        const years = permanenceOf(project);
        return [typeof years === 'number' ? formatCount(years) : nameOf(band), formatPounds(project.price)];
      }),
      ...{ left: leftOf(x / (4 * bands.length)), top: (y * markGap) / 10 },
      more: { change: { min, max }, label: fill(texts.prices.more, { lowest: formatPounds(min), highest: formatPounds(max) }) },
    };
  });
  const said = { projects: projectCount(priced.length), lowest: formatPounds(lowest), highest: formatPounds(highest) };
  return (
    <div className="mt-5">
      <Chart
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
      <MarkTable
        query={query}
        caption={texts.prices.caption}
        marks={listed}
        columns={[texts.columns.storage, texts.columns.price]}
        notes={[
          [priced.length, texts.prices.note],
          [projects.length - priced.length, texts.prices.missing],
        ]}
      />
    </div>
  );
}

/** Returns the place of a project's span of years among `texts.prices.bands`. */
function bandOf(project: PicturedProject): number {
  const years = permanenceOf(project);
  if (typeof years === 'number') return 1 + [40, 100, 1_000].filter((least) => years >= least).length;
  return years === 'nothing stored' ? 0 : texts.prices.bands.length - 1;
}

const nameOf = (band: number) => (texts.prices.bands[band] ?? '').replace('\n', ' ');

/** Returns the lowest and the highest price of projects, which are ordered by price. */
const endsOf = (projects: readonly { price: number }[]) => [projects[0]?.price ?? 1, projects.at(-1)?.price ?? 1] as const;

/** What a mark says: its projects, and what their rows say after their names. `together`: that of several. */
function markOf<P extends PicturedProject>(number: number, items: P[], together: string[], cellsOf: (project: P) => string[]) {
  const [first, ...others] = items;
  const rows = items.slice(0, named).map((project) => ({ project, cells: cellsOf(project) }));
  if (first && others.length === 0) {
    return { number, rows, together, count: 1, href: `/projects/${first.slug}`, name: first.title, detail: cellsOf(first).join(', ') };
  }
  return {
    number,
    rows,
    together,
    count: items.length,
    href: `#mark-${number}`,
    name: projectCount(items.length),
    detail: together.join(', '),
  };
}

/** Most projects of a mark that have a row. */
const named = 3;

type MarkTableProps = {
  query: CatalogueQuery;
  caption: string;
  /** `more`: a change of the query that finds all projects of a mark, and the name of what it finds. */
  marks: (ReturnType<typeof markOf> & { more?: { change: Partial<CatalogueQuery>; label: string } })[];
  /** The names of the cells. */
  columns: string[];
  /** What the picture leaves out, with the number of projects of which it is true. */
  notes: [projects: number, note: string][];
};

/** A picture's marks as a table: a row for each project, or of many in one mark for the first and one for the rest. */
function MarkTable({ query, caption, marks, columns, notes }: MarkTableProps) {
  const said = marks.some(({ count }) => count > 1) ? [...notes, [1, texts.several] as const] : notes;
  const rows = marks.flatMap(({ number, rows: own, count, together, more }) => {
    const rest = { project: undefined, cells: together, count: count - own.length, more };
    return [...own, ...(rest.count > 0 ? [rest] : [])].map((row, index) => ({ ...row, id: index === 0 ? `mark-${number}` : undefined }));
  });
  return (
    <>
      <ul className="mt-3 text-[0.9375rem] text-ink-soft">
        {said.map(([projects, note]) => projects > 0 && <li key={note}>{fill(note, { projects: projectCount(projects) })}</li>)}
      </ul>
      <Table
        caption={caption}
        className="mt-4"
        isNarrow
        columns={[
          {
            name: texts.columns.projects,
            cell: (row) =>
              row.project ? (
                <ProjectName {...row.project} />
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
          ...columns.map((name, index) => ({
            name,
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
