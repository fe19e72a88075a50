import { type GeoProjection, geoGraticule, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import countries50 from 'world-atlas/countries-50m.json?raw';
import land110 from 'world-atlas/land-110m.json?raw';
import { colours, tenths } from '#shared/lib/drawing.ts';
import { type GroundSheet, type GroundTheme, sheetSizes } from './ground-sheets.ts';
import { createView, type Frame, sharedView } from './views.ts';

/** A place to mark, in degrees, north and east positive (WGS 84). */
export interface MapPoint {
  id: string;
  latitude: number;
  longitude: number;
}

type Line = { colour: string; opacity: number; width: number };

const themes: Record<GroundTheme, { land: string; coast: Line; graticule: Line; 'stroke-linejoin'?: string }> = {
  night: {
    land: colours.canopy.DEFAULT,
    coast: { colour: colours.canopy.mist, opacity: 0.45, width: 0.7 },
    graticule: { colour: colours.paper.DEFAULT, opacity: 0.12, width: 0.6 },
    'stroke-linejoin': 'round',
  },
  sheet: {
    land: colours.paper.bright,
    coast: { colour: colours.tide.DEFAULT, opacity: 0.7, width: 0.7 },
    graticule: { colour: colours.tide.DEFAULT, opacity: 0.25, width: 0.6 },
    'stroke-linejoin': 'round',
  },
  canopy: {
    land: colours.canopy.DEFAULT,
    coast: { colour: colours.canopy.mist, opacity: 0.4, width: 0.75 },
    graticule: { colour: colours.canopy.DEFAULT, opacity: 1, width: 0.75 },
  },
};

/** Draws the background of a map: meridians and parallels, with Natural Earth's land over them, and on a map of a region its borders. */
export function drawGroundSheet(theme: GroundTheme, { size, bounds }: GroundSheet): string {
  const { width, height } = sheetSizes[size];
  const { land, graticule, borders } = drawGround({ width, height, bounds });
  const { land: colour, coast, graticule: lines, ...joins } = themes[theme];
  const paths = [
    path(graticule, { fill: 'none', ...stroked(lines) }),
    path(land, { fill: colour, ...stroked(coast), ...joins }),
    path(borders, { fill: 'none', ...stroked(coast), 'stroke-dasharray': '5 3' }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`;
}

function stroked({ colour, opacity, width }: Line): Record<string, string | number> {
  return { stroke: colour, 'stroke-opacity': opacity, 'stroke-width': width };
}

function path(data: string, attributes: Record<string, string | number>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return data && `<path${written.join('')} d="${data}"/>`;
}

/**
 * Draws a frame's background from Natural Earth's land shapes, as path data in viewBox units from the top left: `land` of closed rings, to
 * be filled; `graticule` (meridians and parallels) and `borders` between countries, to be stroked. There are borders only on a map of a region.
 */
export function drawGround(frame: Frame) {
  const { projection, detail, graticuleStep } = createView(frame);
  projection.clipExtent([
    [-margin, -margin],
    [frame.width + margin, frame.height + margin],
  ]);
  return {
    land: landPath(projection, detail),
    graticule: graticulePath(projection, graticuleStep),
    borders: typeof frame.bounds === 'string' ? '' : bordersPath(projection),
  };
}

/** Projects places into a frame. Returns those that it shows, in the given order, and those outside. */
export function placePoints<Place extends Omit<MapPoint, 'id'>>(frame: Frame, places: readonly Place[]) {
  const { projection } = sharedView(frame);
  const placed = places.map((place) => {
    const [x = -1, y = -1] = projection([place.longitude, place.latitude]) ?? [];
    return { place, x: tenths(x), y: tenths(y), isShown: x >= 0 && y >= 0 && x <= frame.width && y <= frame.height };
  });
  return {
    points: placed.filter(({ isShown }) => isShown),
    outside: placed.flatMap(({ place, isShown }) => (isShown ? [] : [place])),
  };
}

/** Land is clipped this far outside the frame, so that its outline does not run along the frame's edges. */
const margin = 6;

function landPath(projection: GeoProjection, detail: '110m' | '50m'): string {
  const rings = traceLines(projection, { type: 'MultiPolygon', coordinates: polygons(detail) })
    .map((ring) => simplify(ring, 0.42))
    .filter((ring) => ring.length > 3 && ringArea(ring) > smallestIsland);
  return straightLines(rings, { closed: true });
}

/** In square viewBox units. */
const smallestIsland = 1.1;

function bordersPath(projection: GeoProjection): string {
  const lines = traceLines(projection, borders());
  return straightLines(lines.map((line) => simplify(line, 0.42)));
}

function graticulePath(projection: GeoProjection, step: number): string {
  const lines = geoGraticule()
    .step([step, step])
    .extent([
      [-180, -60],
      [180.1, 80.1],
    ])();
  return straightLines(traceLines(projection, lines).map((line) => simplify(line, 0.2)));
}

/** Returns what d3 would draw, as lists of points. */
function traceLines(projection: GeoProjection, shape: Parameters<ReturnType<typeof geoPath>>[0]): Point[][] {
  const lines: Point[][] = [];
  const pen = {
    beginPath: () => {},
    closePath: () => {},
    arc: () => {},
    moveTo: (x: number, y: number) => lines.push([[x, y]]),
    lineTo: (x: number, y: number) => lines.at(-1)?.push([x, y]),
  };
  geoPath(projection, pen as unknown as CanvasRenderingContext2D)(shape);
  return lines;
}

/** A point on a map, in units of its picture: x to the right, y down. */
type Point = readonly [x: number, y: number];

/** Removes the points of a line that deviate from it by less than the tolerance (Ramer–Douglas–Peucker). */
function simplify(points: readonly Point[], tolerance: number): Point[] {
  if (points.length < 3) return [...points];
  const kept = new Uint8Array(points.length);
  kept[0] = kept[points.length - 1] = 1;
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let farthest = 0;
    let reach = tolerance;
    for (let i = first + 1; i < last; i++) {
      const away = distanceToSegment(at(points, i), at(points, first), at(points, last));
      if (away > reach) [farthest, reach] = [i, away];
    }
    if (farthest === 0) continue;
    kept[farthest] = 1;
    spans.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, i) => kept[i] === 1);
}

/** Returns the unsigned area of a ring. */
function ringArea(points: readonly Point[]): number {
  let twice = 0;
  for (let i = 0; i < points.length; i++) {
    const a = at(points, i);
    const b = at(points, (i + 1) % points.length);
    twice += a[0] * b[1] - b[0] * a[1];
  }
  return Math.abs(twice / 2);
}

/** Returns path data of polylines, closed if requested, with coordinates rounded to tenths: relative, which is shorter. */
function straightLines(lines: readonly (readonly Point[])[], { closed = false } = {}): string {
  return lines.map((line) => oneLine(line, closed)).join('');
}

function oneLine(line: readonly Point[], closed: boolean): string {
  const points = line.map(([x, y]): Point => [tenths(x), tenths(y)]);
  const steps = points.flatMap((point, i) => {
    const [before] = i === 0 ? [] : [at(points, i - 1)];
    if (!before) return [];
    const [right, down] = [tenths(point[0] - before[0]), tenths(point[1] - before[1])];
    return right === 0 && down === 0 ? [] : [`${right} ${down}`];
  });
  const [first] = points;
  if (!first || steps.length === 0) return '';
  // A minus separates numbers as a space does, and the zero before a point is not needed.
  return `M${first.join(' ')}l${steps.join(' ')}${closed ? 'z' : ''}`.replaceAll(' -', '-').replace(/([l -])0\./g, '$1.');
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${items.length}`);
  return item;
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared));
  return Math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy);
}

// Imported as text: parsed it takes ten times the memory, and it is needed only until the polygons have been extracted.

type Detail = '110m' | '50m';
type Ring = number[][];
type Polygon = Ring[];
type Topology = Parameters<typeof feature>[0];

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

/** Returns the borders between countries, as lines in degrees. */
function borders() {
  const topology = JSON.parse(countries50) as Topology;
  return mesh(topology, topology.objects.countries as Parameters<typeof mesh>[1], (one, other) => one !== other);
}
