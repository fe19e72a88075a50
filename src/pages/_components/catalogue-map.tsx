import type { CatalogueMaps } from '#src/art/map/catalogue-maps.ts';
import { MapMarks } from '#src/client/tooltips/map-marks.tsx';
import { formatLatitude, formatLongitude } from '#src/lib/coordinates.ts';
import { type MapLook, ProjectMap } from '#src/ui/projects/project-map.tsx';

type CatalogueMapProps = {
  maps: CatalogueMaps;
  part: 'uk' | 'world';
  look: MapLook;
  label: string;
  /** On the world map, the mark of all British projects: where it leads, and what it is called. */
  cluster?: { href: string; label: (first: number, last: number) => string };
  /** Drawn as wide as the page, so that its rings can be smaller there than on a phone. */
  isWide?: boolean;
  /** In the first view: its ground is fetched at once. */
  isFirst?: boolean;
};

/** Radii in viewBox units, for the width at which each sheet is drawn on a phone. */
const sizes = { uk: { ring: 9.5, reach: 14 }, world: { ring: 18, reach: 28 } };

/** One sheet of the catalogue's maps, each ring a link to its project. */
export function CatalogueMap({ maps, part, look, label, cluster, isWide = false, isFirst = false }: CatalogueMapProps) {
  const sheet = maps[part];
  const marks = sheet.marks.map(({ place, ...at }) => ({
    ...at,
    href: place.href ?? `/projects/${place.slug}`,
    number: place.number,
    name: place.title,
    place: place.location,
    // The middle of a country is no place of a project.
    degrees: place.href ? '' : `${formatLatitude(place.latitude)}, ${formatLongitude(place.longitude)}`,
  }));
  const british = part === 'world' && cluster && maps.cluster;
  return (
    <ProjectMap
      sheet={sheet}
      look={look}
      label={label}
      isWide={isWide}
      isFirst={isFirst}
      cluster={british ? { ...british, href: cluster.href, label: cluster.label(british.first, british.last) } : undefined}
    >
      <MapMarks marks={marks} look={look} isWide={isWide} {...sizes[part]} />
    </ProjectMap>
  );
}
