import type { placesOf } from '#server/domain/projects/countries.ts';
import type { CatalogueSheet, MapMark } from '#shared/art/map/catalogue-maps.ts';
import { charts } from '#shared/content/charts.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName, formatLatitude, formatLongitude } from '#shared/lib/projects/facts.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import type { Project } from '#shared/schemas/project.ts';
import { Marks, markOf } from '#src/ui/charts.tsx';
import { ProjectMap } from '#src/ui/projects/project-map.tsx';
import { fill, joinWords } from '#verify/text.ts';

type Shown = Pick<Project, 'slug' | 'title' | 'location' | 'country' | 'latitude' | 'longitude' | 'pricePerCredit'>;
export type CataloguePlace = ReturnType<typeof placesOf<Shown>>[number];
type Mark = MapMark<CataloguePlace>;
type Sheet = CatalogueSheet<CataloguePlace>;

const texts = charts.pictures.map;

type CatalogueMapProps = {
  sheet: Sheet;
  isAboveFold?: boolean;
  /** The address of the page whose table has rows for each mark; '' for this one. */
  tablePage?: string;
};

/** One of the catalogue's maps. Each mark is a link to its project or, of several, to its rows in that table. */
export function CatalogueMap({ sheet, isAboveFold, tablePage = '/projects?view=map' }: CatalogueMapProps) {
  const marks = sheet.groups.flatMap((group) => group.marks);
  const drawMarks = (shownMarks: readonly Mark[], idOf: (mark: Mark) => string) => (
    <Marks
      marks={shownMarks.map((mark) => {
        const projects = mark.places.map(({ project }) => project);
        return { ...mark, ...markOf(projects, detailOf(mark.places), `${tablePage}#${idOf(mark)}`) };
      })}
    />
  );
  return (
    <ProjectMap ground={sheet.ground} theme="night" label={titleOf(sheet)} isAboveFold={isAboveFold}>
      {/* Where each group is a single mark, the map is the same at any width. */}
      {marks.length === sheet.groups.length ? (
        drawMarks(marks, markId)
      ) : (
        <>
          <g className="@[480px]:hidden">{drawMarks(sheet.groups, groupId)}</g>
          <g className="hidden @[480px]:inline">{drawMarks(marks, markId)}</g>
        </>
      )}
    </ProjectMap>
  );
}

type CatalogueMapsProps = { maps: Record<string, Sheet>; note?: string; className: string } & Omit<CatalogueMapProps, 'sheet'>;

/** The maps that have places, beside each other, each with its title. `note`: a text below the last map. */
export function CatalogueMaps({ maps, note, className, ...map }: CatalogueMapsProps) {
  const shown = Object.entries(maps).filter(([, sheet]) => sheet.places.length > 0);
  return (
    <div
      className={`grid gap-x-8 gap-y-5 ${className} ${shown.length > 1 ? 'md:max-lg:grid-cols-[18rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]' : ''}`}
    >
      {shown.map(([name, sheet], index) => (
        <figure key={name} className={name === 'uk' ? 'max-w-[26rem]' : ''}>
          <figcaption className="mb-2 font-semibold">{titleOf(sheet)}</figcaption>
          <CatalogueMap sheet={sheet} {...map} />
          {note && index === shown.length - 1 && <p className="mt-4 text-[0.875rem] leading-[1.5] text-ink-soft">{note}</p>}
        </figure>
      ))}
    </div>
  );
}

/** The ids of a mark's first row in the table, and of the first row of a group: marks that are drawn as one where the map is narrow. */
export const markId = ({ places }: Mark) => `mark-${places[0]?.id}`;
export const groupId = ({ places }: Mark) => `group-${places[0]?.id}`;

/** Returns the title of a map: its countries, if all its places state theirs and they are at most three, and how many projects. */
function titleOf({ ground, places }: Sheet): string {
  const isNamed = places.length > 0 && countriesOf(places).length <= 3 && places.every(({ project }) => project.country);
  const where = isNamed ? countryNamesOf(places) : texts[ground.bounds === 'uk' ? 'isles' : 'elsewhere'];
  return fill(texts.title, { where, projects: countOf(places.length, 'project') });
}

/** Returns the codes of the countries of places, each once. */
export const countriesOf = (places: readonly CataloguePlace[]) => [...new Set(places.flatMap(({ project }) => project.country ?? []))];

export const countryNamesOf = (places: readonly CataloguePlace[]) => joinWords(countriesOf(places).map(countryName));

/** Returns the detail of a mark: one place's price, location and coordinates, the names of two or three projects, or their countries. */
export function detailOf(places: readonly CataloguePlace[]): string {
  const [first, ...others] = places;
  if (!first || others.length > 2) return countryNamesOf(places);
  if (others.length > 0) return joinWords(places.map(({ project }) => project.title));
  const { pricePerCredit: price, location } = first.project;
  const priced = price === null ? location : `${formatPounds(price)}, ${location}`;
  // The middle of a country is not the place of a project.
  if (first.isCentre) return priced;
  return `${priced}: ${formatLatitude(first.latitude)}, ${formatLongitude(first.longitude)}`;
}
