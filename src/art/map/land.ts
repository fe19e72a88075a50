import type { GeoProjection } from 'd3-geo';
import { feature } from 'topojson-client';
// As text: in objects it takes ten times the memory, and those are needed only until they are polygons.
import land50 from 'world-atlas/land-50m.json?raw';
import land110 from 'world-atlas/land-110m.json?raw';

type Detail = '110m' | '50m';
type Ring = number[][];
type Polygon = Ring[];
type Topology = Parameters<typeof feature>[0];

/** Many polygons in GeoJSON's form: longitude before latitude, in degrees. */
export interface Land {
  type: 'MultiPolygon';
  coordinates: Polygon[];
}

/** The land that can show in the projection's clip frame, without Antarctica, as polygons in degrees. */
export function landWithin(detail: Detail, projection: GeoProjection, margin: number): Land {
  const coordinates = polygons(detail);
  const frame = projection.clipExtent();
  if (detail === '110m' || !frame) return { type: 'MultiPolygon', coordinates };
  const near = visibleBox(projection, frame, margin);
  return { type: 'MultiPolygon', coordinates: coordinates.filter(([outer]) => outer !== undefined && overlaps(outer, near)) };
}

const kept = new Map<Detail, WeakRef<Polygon[]>>();

/** Maps are drawn seldom and then kept as pictures, so the polygons stay only until the memory is wanted. */
function polygons(detail: Detail): Polygon[] {
  const known = kept.get(detail)?.deref();
  if (known) return known;
  const topology = JSON.parse(detail === '50m' ? land50 : land110) as Topology;
  const land = topology.objects.land;
  if (!land) throw new Error(`world-atlas land-${detail} has no land object`);
  const shapes = feature(topology, land);
  const features = shapes.type === 'FeatureCollection' ? shapes.features : [shapes];
  const found = features.flatMap(({ geometry }): Polygon[] =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  );
  const inhabited = found.filter(([outer]) => outer?.some(([, latitude = -90]) => latitude > antarcticCircle));
  kept.set(detail, new WeakRef(inhabited));
  return inhabited;
}

const antarcticCircle = -60;

type Box = [west: number, south: number, east: number, north: number];

/** The degrees that the frame's edge runs through, with one degree to spare. */
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
