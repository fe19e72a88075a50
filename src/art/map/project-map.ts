import { type GeoProjection, geoGraticule, geoPath } from 'd3-geo';
import { tenths } from '#src/lib/drawing/tenths.ts';
import { type Point, ringArea, simplify, straightLines } from './geometry.ts';
import { bordersWithin, landWithin } from './land.ts';
import { spreadApart } from './spread-apart.ts';
import { createView, type Frame, sharedView } from './views.ts';

/** A place to mark, in degrees, north and east positive (WGS 84). */
export interface MapPoint {
  id: string;
  label: string;
  latitude: number;
  longitude: number;
}

/** A marked place, in viewBox units from the top left. */
export interface PlacedPoint {
  id: string;
  label: string;
  x: number;
  y: number;
}

/** The background of a map, in viewBox units from the top left. */
export interface Ground {
  /** Path data of closed rings, to be filled. */
  land: string;
  /** Path data of meridians and parallels, to be stroked. */
  graticule: string;
  /** Path data of the borders between countries, to be stroked; empty except on a map of a region. */
  borders: string;
}

/** Draws a frame's background from Natural Earth's land shapes. */
export function drawGround(frame: Frame): Ground {
  const { projection, detail, graticuleStep } = createView(frame);
  projection.clipExtent([
    [-margin, -margin],
    [frame.width + margin, frame.height + margin],
  ]);
  const isRegional = typeof frame.bounds !== 'string' && detail === '50m';
  return {
    land: landPath(projection, detail),
    graticule: graticulePath(projection, graticuleStep),
    borders: isRegional ? bordersPath(projection) : '',
  };
}

export interface PlacedPoints {
  /** In the given order. Close ones are moved apart, so that every ring is visible. */
  points: PlacedPoint[];
  /** Points outside the frame. */
  outside: MapPoint[];
}

/** Projects points into a frame. `gap`: the minimum distance between two marks, in viewBox units. */
export function placePoints(frame: Frame, points: readonly MapPoint[], gap: number): PlacedPoints {
  const { width, height } = frame;
  const { projection } = sharedView(frame);
  const placed = points.map((point) => ({ point, at: projection([point.longitude, point.latitude]) }));
  const isShown = (at: readonly number[] | null): at is Point => {
    const [x = -1, y = -1] = at ?? [];
    return x >= 0 && y >= 0 && x <= width && y <= height;
  };
  const shown = placed.flatMap(({ point, at }) => (isShown(at) ? [{ point, at }] : []));
  const spread = spreadApart(
    shown.map(({ point, at }) => ({ id: point.id, at })),
    { gap, width, height },
  );
  return {
    points: shown.map(({ point: { id, label } }, i) => ({ id, label, x: tenths(spread[i]?.[0] ?? 0), y: tenths(spread[i]?.[1] ?? 0) })),
    outside: placed.flatMap(({ point, at }) => (isShown(at) ? [] : [point])),
  };
}

/** Land is clipped this far outside the frame, so that its outline does not run along the frame's edges. */
const margin = 6;

function landPath(projection: GeoProjection, detail: '110m' | '50m'): string {
  const rings = traceLines(projection, landWithin(detail, projection, margin))
    .map((ring) => simplify(ring, 0.42))
    .filter((ring) => ring.length > 3 && ringArea(ring) > smallestIsland);
  return straightLines(rings, { closed: true });
}

/** In square viewBox units. */
const smallestIsland = 1.1;

function bordersPath(projection: GeoProjection): string {
  const lines = traceLines(projection, bordersWithin(projection, margin));
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
