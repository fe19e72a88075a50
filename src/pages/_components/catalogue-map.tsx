import type { placesOf } from '#server/domain/projects/countries.ts';
import type { CatalogueSheet } from '#shared/art/map/catalogue-maps.ts';
import { countryName, formatLatitude, formatLongitude } from '#shared/lib/projects/facts.ts';
import { catalogueSearch, emptyCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import type { Project } from '#shared/schemas/project.ts';
import { Marks, markOf } from '#src/ui/charts.tsx';
import { ProjectMap } from '#src/ui/projects/project-map.tsx';
import { joinWords } from '#verify/text.ts';

type Shown = Pick<Project, 'slug' | 'title' | 'location' | 'country' | 'latitude' | 'longitude'>;
export type CataloguePlace = ReturnType<typeof placesOf<Shown>>[number];

type CatalogueMapProps = {
  sheet: CatalogueSheet<CataloguePlace>;
  theme: 'night' | 'sheet';
  label: string;
  isFirst?: boolean;
  /** Where a mark of several projects leads. By default to the catalogue's own map of their countries. */
  leadTo?: (index: number) => string;
};

/** One of the catalogue's maps. Each mark is a link to its project or, of several, to what tells of them. */
export function CatalogueMap({ sheet, theme, label, isFirst, leadTo }: CatalogueMapProps) {
  const marks = sheet.marks.map(({ places, ...at }, index) => {
    const country = countriesOf(places);
    const address = `/projects${catalogueSearch(emptyCatalogueQuery, { country, view: 'map' })}#found`;
    return {
      ...at,
      ...markOf(
        places.map(({ project }) => project),
        detailOf(places),
        leadTo?.(index) ?? address,
      ),
    };
  });
  return (
    <ProjectMap ground={sheet.ground} theme={theme} label={label} isFirst={isFirst}>
      <Marks marks={marks} isOnDark={theme === 'night'} />
    </ProjectMap>
  );
}

/** Returns the countries of places, by code. */
export const countriesOf = (places: readonly CataloguePlace[]) => [...new Set(places.flatMap(({ project }) => project.country ?? []))];

/** Returns the names of the countries of places. */
export const namesOf = (places: readonly CataloguePlace[]) => joinWords(countriesOf(places).map(countryName));

function detailOf(places: readonly CataloguePlace[]): string {
  const [first, ...others] = places;
  if (!first || others.length > 0) return namesOf(places);
  // The middle of a country is not the place of a project.
  if (first.isCentre) return first.project.location;
  return `${first.project.location}: ${formatLatitude(first.latitude)}, ${formatLongitude(first.longitude)}`;
}
