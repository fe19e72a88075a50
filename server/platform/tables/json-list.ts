import { type GeoPermissibleObjects, geoArea, geoCentroid } from 'd3-geo';
import { countOf } from '#shared/lib/text/numbers.ts';
import { duplicateKey } from '#verify/file.ts';
import { BadCell, shortened } from './cells.ts';
import { partNamed } from './parts.ts';
import type { FileTable } from './read-table.ts';

/**
 * Reads a list of objects: the whole of a text, or the one in its objects; the features of GeoJSON; a line for each object. Objects within
 * them become columns such as `location.country`, shapes their `latitude` and `longitude`; lists stay as they are.
 * @param named the path of the list, where there are several.
 * @throws Error that explains what is not valid, or names the lists.
 */
export function jsonList(text: string, named: string | undefined, assertNotTooWide: (columns: number) => void): Omit<FileTable, 'format'> {
  const data = jsonIn(text);
  const { list, ...about } = listIn(data, named);
  const notObject = list.findIndex((item) => !isObject(item));
  if (notObject >= 0) throw new Error(`Entry ${notObject + 1} of the list is not an object.`);
  const items = (list as Record<string, unknown>[]).map(itemOf);
  const order = isLatitudeFirst(items) ? 'unclear' : 'longitude first';
  const names = new Set<string>();
  const filled = items.map((item) => {
    const cells = new Map(flattened(item, order));
    for (const name of cells.keys()) names.add(name);
    assertNotTooWide(names.size);
    return cells;
  });
  // What is null in one row and an object in another is no column of its own.
  const outer = new Set([...names].flatMap((name) => name.split('.').map((_, at, parts) => parts.slice(0, at).join('.'))));
  const columns = [...names].filter((name) => !outer.has(name) || filled.some((cells) => (cells.get(name) ?? null) !== null));
  return {
    columns,
    rows: filled.map((cells, at) => ({ line: at + 1, cells: columns.map((name) => cells.get(name)), extra: 0 })),
    ...about,
  };
}

/** More levels than people use. What reads them calls itself. */
const maxDepth = 64;

function jsonIn(text: string): unknown {
  const data = parsed(text);
  let level = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new Error(`The file is nested more than ${maxDepth} levels deep.`);
    level = level.flatMap((value) => Object.values(value as object).filter((inner) => typeof inner === 'object' && inner !== null));
  }
  const repeated = duplicateKey(text);
  if (repeated !== undefined) throw new Error(`The file has "${repeated}" twice: it is unclear which value is meant.`);
  return data;
}

/** What stands before each value of a sequence (RFC 7464, 8142). */
export const recordSeparator = '\u001e';

/** Parses JSON, or a sequence of its values: each on a line of its own, or behind a separator. */
function parsed(text: string): unknown {
  const separator = text.startsWith(recordSeparator) ? recordSeparator : /^\s*\{.*\}\n\{/.test(text) ? '\n' : undefined;
  const values = separator && text.split(separator).filter((value) => value.trim() !== '');
  try {
    return JSON.parse(values ? `[${values.join(',\n')}]` : text);
  } catch (cause) {
    throw new Error(`The file is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

/** A field beside a list that leads to the rest of it, and one that counts all of it. */
const next = /(^|[._])(next(_?(page|cursor|token|url|link|href))?([._]href)?|has_?more|exceededTransferLimit)$/i;
const total = /(^|[._])(total|count|total_?(count|results|elements)|numberMatched)$/i;

/** Returns the list, and what stands beside it, which may say something about every row. @throws Error for a page of a longer list. */
function listIn(data: unknown, named: string | undefined): { list: unknown[]; titles: string[]; part?: string } {
  if (Array.isArray(data)) return { list: data, titles: [] };
  if (!isObject(data)) throw new Error('The file has no list of objects, such as { "projects": [{ ... }] }.');
  if (data.type === 'Feature') return { list: [data], titles: [] };
  const lists = data.type === 'FeatureCollection' ? [{ name: 'features', items: data.features }] : [...listsOf(data)];
  const parts = lists.flatMap(({ name, items }) => (Array.isArray(items) ? [{ name, items, about: keysOf(items) }] : []));
  if (parts.length === 0) throw new Error('The file has no list of objects, such as { "projects": [{ ... }] }.');
  const { name, items } = partNamed('list', parts, named, () => true);
  // What stands beside another list is about that.
  const others = new Set(parts.map((other) => placeOfName(other.name)).filter((place) => place !== placeOfName(name)));
  const fields = [...flattened(data)].filter(([field, value]) => !Array.isArray(value) && !others.has(placeOfName(field)));
  const more = fields.find(([field, value]) => (next.test(field) && value) || (total.test(field) && Number(value) > items.length));
  if (more)
    throw new Error(
      `The file is a part of a longer list: it has ${items.length} entries, and "${more[0]}" is ${JSON.stringify(more[1])}. Put all parts into one list.`,
    );
  return { list: items, titles: fields.map(([field, value]) => `${field} ${String(value)}`), part: `list ${name}` };
}

const placeOfName = (path: string) => path.slice(0, path.lastIndexOf('.') + 1);

/** Says how many entries a list has, and what. */
function keysOf(items: unknown[]): string {
  const keys = Object.keys(items.find(isObject) ?? {}).slice(0, 4);
  return `${countOf(items.length, 'entry', 'entries')}: ${shortened(keys.join(', '))}`;
}

/** Finds the lists of objects within an object, by their paths: `data.projects`. */
function* listsOf(value: Record<string, unknown>, path = ''): Generator<{ name: string; items: unknown }> {
  for (const [key, items] of Object.entries(value)) {
    if (isObject(items)) yield* listsOf(items, `${path}${key}.`);
    if (Array.isArray(items) && items.some(isObject)) yield { name: path + key, items };
  }
}

/** Returns an entry of a list: a feature as what it says of its shape. */
function itemOf(item: Record<string, unknown>): Record<string, unknown> {
  if (item.type !== 'Feature' || !('geometry' in item)) return item;
  const { type, geometry, properties, bbox, ...feature } = item;
  const place = ['geometry', geometry ?? {}] as const;
  return Object.fromEntries([place, ...Object.entries(properties ?? {}), ['feature', feature], place]);
}

function* flattened(
  item: Record<string, unknown>,
  order: Parameters<typeof placeOfGeometry>[1] = 'longitude first',
  prefix = '',
): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(item)) {
    const name = prefix + key;
    if (isGeometry(value)) for (const [part, cell] of Object.entries(placeOfGeometry(value, order))) yield [`${name}.${part}`, cell];
    else if (isObject(value)) yield* flattened(value, order, `${name}.`);
    else if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
      yield [name, new BadCell(String(value), 'has more digits than a number of JSON keeps: write it as text')];
    else yield [name, value];
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Shapes on the earth (RFC 7946): positions are longitude and latitude, in degrees of WGS 84.

type Geometry = { type: string; coordinates?: unknown[]; geometries?: unknown[] };
type Position = readonly [number, number];

/** How deep the positions of each kind lie in lists. */
const depths = new Map(Object.entries({ Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }));

/** Checks whether a value is a geometry: its kind, with positions or with others of them. */
function isGeometry(value: unknown): value is Geometry {
  if (typeof value !== 'object' || value === null) return false;
  const { type = '', coordinates, geometries } = value as Partial<Geometry>;
  return type === 'GeometryCollection' ? Array.isArray(geometries) : depths.has(type) && Array.isArray(coordinates);
}

/** Checks whether positions seem to be written latitude first: some can only be read so, and none only as they ought to be. */
function isLatitudeFirst(items: Iterable<unknown>): boolean {
  let isOneSo = false;
  for (const geometry of geometriesIn(items))
    for (const [x, y] of positionsIn(geometry)) {
      if (isPlace([x, y]) && !isPlace([y, x])) return false;
      isOneSo ||= isPlace([y, x]) && !isPlace([x, y]);
    }
  return isOneSo;
}

/** Returns where a geometry is, a point itself or the centre of anything else, in degrees; nothing if it has no positions. */
function placeOfGeometry(geometry: Geometry, order: 'longitude first' | 'unclear') {
  const positions = [...positionsIn(geometry)];
  const first = positions[0] ?? [0, 0];
  const wrong = positions.find((position) => !isPlace(position));
  const bad = (reason: string, [x, y] = first) => {
    // One of the two cells is bad, so that it is said once.
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
