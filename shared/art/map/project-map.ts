import { type GeoProjection, geoGraticule, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import countries50 from 'world-atlas/countries-50m.json?raw';
import land110 from 'world-atlas/land-110m.json?raw';
import { colours, tenths } from '#shared/lib/drawing.ts';
import { createView, type Frame, type GroundTheme, type MapGround, type MapPoint, mapSizes } from './map-grounds.ts';

type Attributes = Record<string, string | number>;

const themes: Record<GroundTheme, { land: string; coast: Attributes; graticule: Attributes }> = {
  night: {
    land: colours.canopy.DEFAULT,
    coast: { stroke: colours.canopy.mist, 'stroke-opacity': 0.45, 'stroke-width': 0.7 },
    graticule: { stroke: colours.paper.DEFAULT, 'stroke-opacity': 0.12, 'stroke-width': 0.6 },
  },
  sheet: {
    land: colours.paper.bright,
    coast: { stroke: colours.tide.DEFAULT, 'stroke-opacity': 0.7, 'stroke-width': 0.7 },
    graticule: { stroke: colours.tide.DEFAULT, 'stroke-opacity': 0.25, 'stroke-width': 0.6 },
  },
};

/** Draws the background of a map: meridians and parallels, with Natural Earth's land over them, and on a map of a region its borders. */
export function drawGround(theme: GroundTheme, { size, bounds }: MapGround): string {
  const { width, height } = mapSizes[size];
  const { projection, detail, graticuleStep: step } = createView({ width, height, bounds });
  // Land is clipped outside the frame, so that its outline does not run along the frame's edges.
  const margin = 6;
  projection.clipExtent([
    [-margin, -margin],
    [width + margin, height + margin],
  ]);
  // A little more than 180 and 80 degrees, because d3 leaves out a line at the very end.
  const grid = geoGraticule()
    .step([step, step])
    .extent([
      [-180, southernLimit],
      [180.1, 80.1],
    ]);
  const { land, borders } = shapesIn(detail);
  const { land: colour, coast, graticule } = themes[theme];
  const paths = [
    path(pathData(projection, grid()), { fill: 'none', ...graticule }),
    path(pathData(projection, land), { fill: colour, ...coast, 'stroke-linejoin': 'round' }),
    typeof bounds === 'string' ? '' : path(pathData(projection, borders()), { fill: 'none', ...coast, 'stroke-dasharray': '5 3' }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`;
}

function path(data: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<path${written.join('')} d="${data}"/>`;
}

/** The least distance (units) from one point of a line to the next. Nearer points would not be seen, and would be most of a picture. */
const smallestStep = 1.5;

/** Returns path data of a shape: relative, which is shorter. */
function pathData(projection: GeoProjection, shape: Parameters<ReturnType<typeof geoPath>>[0]): string {
  let [data, x, y] = ['', 0, 0];
  const pen = {
    beginPath: () => {},
    closePath: () => {
      data += 'z';
    },
    arc: () => {},
    moveTo: (toX: number, toY: number) => {
      [x, y] = [tenths(toX), tenths(toY)];
      data += `M${x} ${y}l`;
    },
    lineTo: (toX: number, toY: number) => {
      const [right, down] = [tenths(toX - x), tenths(toY - y)];
      if (Math.max(Math.abs(right), Math.abs(down)) < smallestStep) return;
      data += `${right} ${down} `;
      [x, y] = [tenths(x + right), tenths(y + down)];
    },
  };
  geoPath(projection, pen as unknown as CanvasRenderingContext2D)(shape);
  // Without rings of fewer than three steps, and lines of none.
  return data.replace(/M[^Ml]*l(?:(?:[^ Mz]+ [^ Mz]+ ){0,2}z|(?=M|$))/g, '');
}

/** Projects places into a frame. Returns those that it shows, in the given order, and those outside. */
export function placePoints<Place extends MapPoint>(frame: Frame, places: readonly Place[]) {
  const { projection } = createView(frame);
  const placed = places.map((place) => {
    const [left = -1, y = -1] = projection([place.longitude, place.latitude]) ?? [];
    // The 180th meridian, at the equator, is a little outside of the map of the world.
    const x = frame.bounds === 'world' ? Math.min(Math.max(left, 0), frame.width) : left;
    return { place, x: tenths(x), y: tenths(y), isShown: x >= 0 && y >= 0 && x <= frame.width && y <= frame.height };
  });
  return {
    points: placed.filter(({ isShown }) => isShown),
    outside: placed.flatMap(({ place, isShown }) => (isShown ? [] : [place])),
  };
}

type Shape = NonNullable<Parameters<typeof mesh>[1]>;

/** Returns the land of a map but for Antarctica, and the borders between countries, which '110m' lacks, in degrees. */
function shapesIn(detail: '110m' | '50m') {
  // Imported as text: parsed it takes ten times the memory, and maps are rarely drawn, because their pictures are kept.
  const topology = JSON.parse(detail === '50m' ? countries50 : land110) as Parameters<typeof feature>[0];
  const polygons = (feature(topology, topology.objects.land as Shape) as GeoJSON.FeatureCollection<GeoJSON.MultiPolygon>).features.flatMap(
    ({ geometry }) => geometry.coordinates,
  );
  return {
    land: {
      type: 'MultiPolygon' as const,
      coordinates: polygons.filter(([outer]) => outer?.some(([, latitude = -90]) => latitude > southernLimit)),
    },
    borders: () => mesh(topology, topology.objects.countries as Shape, (one, other) => one !== other),
  };
}

/** In degrees of latitude: only Antarctica lies south of it. */
const southernLimit = -60;
