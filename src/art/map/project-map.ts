import { type GeoProjection, geoGraticule, geoPath } from 'd3-geo';
import { distance, type Point, ringArea, simplify, straightLines } from '#src/art/map/geometry.ts';
import { bordersWithin, landWithin } from '#src/art/map/land.ts';
import { createView, type Frame, sharedView } from '#src/art/map/views.ts';
import { tenths } from '#src/lib/drawing/tenths.ts';

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

/**
 * Moves marks that are closer than the gap away from each other, iteratively and no farther than needed, and keeps them
 * inside the frame. The result does not depend on the order of the marks: pairs are processed by id, and marks at the same spot
 * separate in directions derived from that order.
 */
function spreadApart(
  marks: readonly { id: string; at: Point }[],
  { gap, width, height }: { gap: number; width: number; height: number },
): Point[] {
  const order = marks.map((_, i) => i).sort((a, b) => ((marks[a]?.id ?? '') < (marks[b]?.id ?? '') ? -1 : 1));
  const places = marks.map(({ at }): [number, number] => [at[0], at[1]]);
  const edge = gap / 2;
  for (let round = 0; round < 60; round++) {
    let moved = false;
    for (const [rank, i] of order.entries()) {
      for (const j of order.slice(rank + 1)) {
        const [a, b] = [places[i], places[j]];
        if (!a || !b) continue;
        const apart = distance(a, b);
        if (apart >= gap - 0.05) continue;
        moved = true;
        const angle = apart > 0.01 ? Math.atan2(b[1] - a[1], b[0] - a[0]) : rank * goldenAngle;
        const push = (gap - apart) / 2;
        const [dx, dy] = [push * Math.cos(angle), push * Math.sin(angle)];
        places[i] = [within(a[0] - dx, edge, width), within(a[1] - dy, edge, height)];
        places[j] = [within(b[0] + dx, edge, width), within(b[1] + dy, edge, height)];
      }
    }
    if (!moved) break;
  }
  return places;
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));

function within(value: number, edge: number, size: number): number {
  return Math.max(edge, Math.min(size - edge, value));
}
