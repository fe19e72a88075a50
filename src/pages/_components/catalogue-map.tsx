import type { CatalogueMaps } from '#shared/art/map/catalogue-maps.ts';
import { tenths } from '#shared/lib/drawing.ts';
import { formatLatitude, formatLongitude } from '#shared/lib/projects/facts.ts';
import { type MapTheme, ProjectMap } from '#src/ui/projects/project-map.tsx';
import { MapMarks } from '#src/ui/tooltips.tsx';
import { fill } from '#verify/text.ts';

type CatalogueMapProps = {
  maps: CatalogueMaps;
  part: 'uk' | 'world';
  theme: MapTheme;
  label: string;
  /** On the world map, the link and label of the single mark for all British projects. */
  cluster?: { href: string; label: string };
  /** Whether the map is as wide as the page, so that its rings can be smaller than on a phone. */
  isWide?: boolean;
  /** Whether it is above the fold: its background is then loaded eagerly. */
  isFirst?: boolean;
};

/** Radii in viewBox units, chosen for each map's size on a phone. */
const sizes = { uk: { ring: 9.5, reach: 14 }, world: { ring: 18, reach: 28 } };

/** One of the catalogue's maps. Each ring is a link to its project. */
export function CatalogueMap({ maps, part, theme, label, cluster, isWide = false, isFirst = false }: CatalogueMapProps) {
  const sheet = maps[part];
  const marks = sheet.marks.map(({ place, x, y, atX, atY }) => ({
    at: `${x} ${y}`,
    target: `${tenths(atX - x)} ${tenths(atY - y)}`,
    href: place.href ?? `/projects/${place.slug}`,
    number: place.number,
    name: place.title,
    place: place.location,
    // The ring of a country is at its centre, which is not the location of a project.
    degrees: place.href ? '' : `${formatLatitude(place.latitude)}, ${formatLongitude(place.longitude)}`,
  }));
  const british = part === 'world' && cluster && maps.cluster;
  return (
    <ProjectMap
      sheet={sheet}
      theme={theme}
      label={label}
      isWide={isWide}
      isFirst={isFirst}
      cluster={
        british
          ? { ...british, href: cluster.href, label: fill(cluster.label, { first: String(british.first), last: String(british.last) }) }
          : undefined
      }
    >
      <MapMarks marks={marks} theme={theme} isWide={isWide} {...sizes[part]} />
    </ProjectMap>
  );
}
