import { type GeoPermissibleObjects, geoArea, geoCentroid } from 'd3-geo';
import { BadCell } from './cells.ts';

// Shapes on the earth (RFC 7946): positions are longitude and latitude, in degrees of WGS 84.

type Geometry = { type: string; coordinates?: unknown[]; geometries?: unknown[] };
type Position = readonly [number, number];

/** How deep the positions of each kind lie in lists. */
const depths = new Map(Object.entries({ Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }));

/** Checks whether a value is a geometry: its kind, with positions or with others of them. */
export function isGeometry(value: unknown): value is Geometry {
  if (typeof value !== 'object' || value === null) return false;
  const { type = '', coordinates, geometries } = value as Partial<Geometry>;
  return type === 'GeometryCollection' ? Array.isArray(geometries) : depths.has(type) && Array.isArray(coordinates);
}

/** Checks whether positions seem to be written latitude first: some can only be read so, and none only as they ought to be. */
export function isLatitudeFirst(items: Iterable<unknown>): boolean {
  let isOneSo = false;
  for (const geometry of geometriesIn(items))
    for (const [x, y] of positionsIn(geometry)) {
      if (isPlace([x, y]) && !isPlace([y, x])) return false;
      isOneSo ||= isPlace([y, x]) && !isPlace([x, y]);
    }
  return isOneSo;
}

/** Returns where a geometry is, a point itself or the centre of anything else, in degrees; nothing if it has no positions. */
export function placeOfGeometry(geometry: Geometry, order: 'longitude first' | 'unclear') {
  const positions = [...positionsIn(geometry)];
  const first = positions[0] ?? [0, 0];
  const wrong = positions.find((position) => !isPlace(position));
  const bad = (reason: string, [x, y] = first) => {
    // In one of the two, so that it is said once.
    return { longitude: null, latitude: new BadCell(Number.isNaN(x) ? '' : `${x}, ${y}`, reason) };
  };
  if (wrong && Number.isNaN(wrong[0])) return bad('has no numbers where longitudes and latitudes stand', wrong);
  const [x, y] = wrong ?? first;
  const swapped = `${x}° north, ${y}° east`;
  if (wrong && !isPlace([y, x])) return bad('is no longitude and latitude in degrees: convert the file to WGS 84 (EPSG:4326)', wrong);
  if (wrong) return bad(`is no longitude and latitude; it could be ${swapped}. GeoJSON writes the longitude first`, wrong);
  if (order === 'unclear' && positions.length > 0)
    return bad(`can be read as ${y}° north, ${x}° east or, as other places of the file must be, as ${swapped}: write longitudes first`);
  const centre = geometry.type === 'Point' ? first : geoCentroid(wound(geometry) as GeoPermissibleObjects);
  // Of positions all around the earth, or some of which are empty.
  if (positions.length > 0 && centre.some(Number.isNaN)) return bad('has no centre');
  const [longitude, latitude] = centre.map((degrees) => (positions.length === 0 ? null : Number(degrees.toFixed(6))));
  return { longitude, latitude };
}

/** A shape across the antimeridian may go on beyond 180 degrees. */
const isPlace = ([longitude, latitude]: Position) => Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90;

function* geometriesIn(values: Iterable<unknown>): Generator<Geometry> {
  for (const value of values)
    if (isGeometry(value)) yield value;
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* geometriesIn(Object.values(value));
}

function* positionsIn({ type, coordinates, geometries = [] }: Geometry): Generator<Position> {
  const depth = depths.get(type);
  if (depth !== undefined) yield* positionsAt(coordinates, depth);
  else for (const one of geometries) yield* isGeometry(one) ? positionsIn(one) : [nowhere];
}

const nowhere: Position = [Number.NaN, Number.NaN];

function* positionsAt(list: unknown, depth: number): Generator<Position> {
  if (!Array.isArray(list)) yield nowhere;
  else if (depth > 0) for (const item of list) yield* positionsAt(item, depth - 1);
  else if (list.length > 0) yield list.slice(0, 2).every(Number.isFinite) && list.length > 1 ? (list as unknown as Position) : nowhere;
}

/** Returns a geometry whose rings run as d3 has them: what is to their right is inside. RFC 7946 has it left, and older files either. */
function wound(geometry: Geometry): Geometry {
  const { type, coordinates = [], geometries = [] } = geometry;
  if (type === 'GeometryCollection') return { type, geometries: geometries.map((one) => wound(one as Geometry)) };
  if (type === 'Polygon') return { type, coordinates: coordinates.map((ring, at) => turned(ring as Position[], at > 0)) };
  if (type !== 'MultiPolygon') return geometry;
  return { type, coordinates: coordinates.map((rings) => wound({ type: 'Polygon', coordinates: rings as unknown[] }).coordinates) };
}

function turned(ring: Position[], isHole: boolean): Position[] {
  const isOutside = geoArea({ type: 'Polygon', coordinates: [ring as [number, number][]] }) > 2 * Math.PI;
  return isOutside === isHole ? ring : ring.toReversed();
}
