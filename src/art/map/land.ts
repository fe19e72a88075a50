import type { GeoProjection } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
// Imported as text: parsed it takes ten times the memory, and it is needed only until the polygons have been extracted.
import countries50 from 'world-atlas/countries-50m.json?raw';
import land110 from 'world-atlas/land-110m.json?raw';

type Detail = '110m' | '50m';
type Ring = number[][];
type Polygon = Ring[];
type Topology = Parameters<typeof feature>[0];

/** A GeoJSON MultiPolygon: longitude before latitude, in degrees. */
export interface Land {
  type: 'MultiPolygon';
  coordinates: Polygon[];
}

/** Returns the land that may be visible in the projection's clip extent, without Antarctica, in degrees. */
export function landWithin(detail: Detail, projection: GeoProjection, margin: number): Land {
  const coordinates = polygons(detail);
  const frame = projection.clipExtent();
  if (detail === '110m' || !frame) return { type: 'MultiPolygon', coordinates };
  const near = visibleBox(projection, frame, margin);
  return { type: 'MultiPolygon', coordinates: coordinates.filter(([outer]) => outer !== undefined && overlaps(outer, near)) };
}

const cache = new Map<Detail, WeakRef<Polygon[]>>();

/** Returns the polygons, weakly cached: maps are rarely drawn, because their pictures are cached. */
function polygons(detail: Detail): Polygon[] {
  const cached = cache.get(detail)?.deref();
  if (cached) return cached;
  const topology = JSON.parse(detail === '50m' ? countries50 : land110) as Topology;
  const land = topology.objects.land;
  if (!land) throw new Error(`world-atlas land-${detail} has no land object`);
  const shapes = feature(topology, land);
  const features = shapes.type === 'FeatureCollection' ? shapes.features : [shapes];
  const all = features.flatMap(({ geometry }): Polygon[] =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  );
  const withoutAntarctica = all.filter(([outer]) => outer?.some(([, latitude = -90]) => latitude > southernLimit));
  cache.set(detail, new WeakRef(withoutAntarctica));
  return withoutAntarctica;
}

const southernLimit = -60;

/** Returns the borders between countries that may be visible in the projection's clip extent, as lines in degrees. */
export function bordersWithin(projection: GeoProjection, margin: number): { type: 'MultiLineString'; coordinates: number[][][] } {
  const topology = JSON.parse(countries50) as Topology;
  const countries = topology.objects.countries as Parameters<typeof mesh>[1];
  const { coordinates } = mesh(topology, countries, (one, other) => one !== other);
  const frame = projection.clipExtent();
  const near = frame && visibleBox(projection, frame, margin);
  return { type: 'MultiLineString', coordinates: near ? coordinates.filter((line) => overlaps(line, near)) : coordinates };
}

type Box = [west: number, south: number, east: number, north: number];

/** Returns the degrees covered by the frame's edge, plus one degree on each side. */
function visibleBox(projection: GeoProjection, [[left, top], [right, bottom]]: [[number, number], [number, number]], margin: number): Box {
  const shares = Array.from({ length: 9 }, (_, i) => i / 8);
  const edge = shares.flatMap((share): [number, number][] => {
    const x = left - margin + (right - left + 2 * margin) * share;
    const y = top - margin + (bottom - top + 2 * margin) * share;
    return [
      [x, top],
      [x, bottom],
      [left, y],
      [right, y],
    ];
  });
  const places = edge.map((at) => projection.invert?.(at)).filter((place) => place != null);
  const [longitudes, latitudes] = [places.map(([longitude]) => longitude), places.map(([, latitude]) => latitude)];
  return [Math.min(...longitudes) - 1, Math.min(...latitudes) - 1, Math.max(...longitudes) + 1, Math.max(...latitudes) + 1];
}

function overlaps(ring: readonly (readonly number[])[], [west, south, east, north]: Box): boolean {
  let [w, s, e, n] = [180, 90, -180, -90];
  for (const [longitude = 0, latitude = 0] of ring) {
    w = Math.min(w, longitude);
    e = Math.max(e, longitude);
    s = Math.min(s, latitude);
    n = Math.max(n, latitude);
  }
  return w <= east && e >= west && s <= north && n >= south;
}
