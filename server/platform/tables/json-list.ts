import { geoCentroid } from 'd3-geo';
import { countOf } from '#shared/lib/text/numbers.ts';
import { duplicateKey } from '#verify/file.ts';
import { BadCell, excerptOf } from './cells.ts';
import { assertNotTooWide, partNamed } from './parts.ts';
import type { FileTable } from './read-table.ts';

/**
 * Reads a list of objects: a text that is one, the list within the objects of a text, the features of GeoJSON, or objects on a line each.
 * Objects within them become columns such as `location.country`, shapes their `latitude` and `longitude`; lists stay as they are. An entry
 * that is no object is a bad row.
 * @param named the path of the list, where there are several.
 * @throws Error that explains what is not valid, or names the lists.
 */
export function jsonList(text: string, named: string | undefined): Omit<FileTable, 'format'> {
  const data = jsonIn(text);
  const { list, ...about } = listIn(data, named);
  const names = new Set<string>();
  const filled = list.map((item) => {
    const cells = new Map<string, unknown>();
    for (const [name, cell] of isObject(item) ? flattened(itemOf(item)) : []) {
      if (cells.has(name)) throw namedTwice(name);
      cells.set(name, cell);
      names.add(name);
    }
    assertNotTooWide(names.size);
    return cells;
  });
  // What is null in one row and an object in another is no column of its own.
  const isObjectToo = (name: string) => [...names].some((other) => other.startsWith(`${name}.`));
  const columns = [...names].filter((name) => !isObjectToo(name) || filled.some((cells) => (cells.get(name) ?? null) !== null));
  return {
    columns,
    rows: filled.map((cells, at) => ({
      line: at + 1,
      cells: columns.map((name) => cells.get(name)),
      fault: isObject(list[at]) ? undefined : `is ${excerptOf(JSON.stringify(list[at]))}, not an object with fields`,
    })),
    ...about,
  };
}

/** More levels than people use, and few enough for functions that call themselves for each. */
const maxDepth = 64;

function jsonIn(text: string): unknown {
  const data = parsed(text);
  let level = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new Error(`The file is nested more than ${maxDepth} levels deep.`);
    level = level.flatMap((value) => Object.values(value as object).filter((inner) => typeof inner === 'object' && inner !== null));
  }
  const repeated = duplicateKey(text);
  if (repeated !== undefined) throw namedTwice(repeated);
  return data;
}

const namedTwice = (name: string) => new Error(`The file has "${name}" twice: it is unclear which value is meant.`);

/** Parses JSON, or objects each on a line of its own. */
function parsed(text: string): unknown {
  const lines = /^\s*\{.*\}[ \t]*\n\s*\{/.test(text) && text.split('\n').filter((line) => line.trim() !== '');
  try {
    return JSON.parse(lines ? `[${lines.join(',\n')}]` : text);
  } catch (cause) {
    throw new Error(`The file is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

/** The name of a field that leads to the rest of a list, of one that counts it all, as `tree_count` does not, and one of pages. */
const leadsOn = /(^|[._])(next(_?page)?(_?(cursor|token|url|link|href))?([._]href)?|has_?(more|next(_?page)?)|exceededTransferLimit)$/i;
const countsAll =
  /(^|[._])(total_?(count|results|elements|items|records|entries)|numFound|numberMatched|(@odata|entries|info|items?|meta(data)?|page(_?info)?|paging|paginat(ion|or)|projects?|records?|results?)[._](total|count))$|^(total|count)$/i;
const countsPages = /^((meta(data)?|page(_?info)?|paging|paginat(ion|or))[._])*(total_?pages|page_?count|last_?page)$/i;

/** Returns the list, and what stands beside it, which may say something about every row. @throws Error for a page of a longer list. */
function listIn(data: unknown, named: string | undefined): { list: unknown[]; titles: string[]; part?: string } {
  if (Array.isArray(data) && (data.length === 0 || data.some(isObject))) return { list: data, titles: [] };
  const whole = isObject(data) ? data : {};
  if (whole.type === 'Feature') return { list: [whole], titles: [] };
  const lists = whole.type === 'FeatureCollection' ? [{ name: 'features', items: whole.features }] : [...listsOf(whole)];
  const parts = lists.flatMap(({ name, items }) => (Array.isArray(items) ? [{ name, items, about: aboutOf(items) }] : []));
  if (parts.length === 0) throw new Error('The file has no list of objects, such as { "projects": [{ ... }] }.');
  // Any list may be meant.
  const { name, items } = partNamed('list', parts, named, () => true);
  // What stands beside another list is about that one.
  const otherParents = new Set(parts.map((other) => parentOf(other.name)).filter((parent) => parent !== parentOf(name)));
  const fields = [...flattened(whole)].filter(([field, value]) => !Array.isArray(value) && !otherParents.has(parentOf(field)));
  const more = fields.find(([field, value]) => {
    const beside = field.startsWith(parentOf(name)) ? field.slice(parentOf(name).length) : field;
    if (leadsOn.test(field)) return value;
    return (countsAll.test(beside) && Number(value) > items.length) || (countsPages.test(beside) && Number(value) > 1);
  });
  if (more)
    throw new Error(
      `The file is a part of a longer list: it has ${countOf(items.length, 'entry', 'entries')}, and "${more[0]}" is ${JSON.stringify(more[1])}. Put all parts into one list.`,
    );
  return { list: items, titles: fields.map(([field, value]) => `${field} ${String(value)}`), part: `list ${name}` };
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.') + 1);

/** Says how many entries a list has, and which fields they begin with. */
function aboutOf(items: unknown[]): string {
  const keys = Object.keys(items.find(isObject) ?? {}).slice(0, 4);
  return `${countOf(items.length, 'entry', 'entries')}: ${excerptOf(keys.join(', '))}`;
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
  // First, for the order of the columns, and last, so that no property of that name replaces it.
  const place = ['geometry', geometry ?? {}] as const;
  return Object.fromEntries([place, ...Object.entries(properties ?? {}), ['feature', feature], place]);
}

function* flattened(item: Record<string, unknown>, prefix = ''): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(item)) {
    const name = prefix + key;
    if (isGeometry(value)) for (const [part, cell] of Object.entries(placeOfGeometry(value))) yield [`${name}.${part}`, cell];
    else if (isObject(value)) yield* flattened(value, `${name}.`);
    else if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
      yield [name, new BadCell(String(value), 'has more digits than a number of JSON keeps: write it as text')];
    else yield [name, value];
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Shapes on the earth (RFC 7946): positions are longitude and latitude, in degrees of WGS 84.

type Position = readonly unknown[];
type Geometry = { coordinates: unknown[] };

/** Checks whether a value is a geometry: its kind, with positions. */
function isGeometry(value: unknown): value is Geometry {
  const { type, coordinates } = (value ?? {}) as Record<string, unknown>;
  return /^(?:Multi)?(?:Point|LineString|Polygon)$/.test(String(type)) && Array.isArray(coordinates);
}

/**
 * Returns where a geometry is, in degrees: the middle of its corners; nothing if it has none.
 * @throws Error for a wrong position, which makes all of a file doubtful: it may be in metres, or latitude first.
 */
function placeOfGeometry({ coordinates }: Geometry) {
  // A ring ends where it begins, perhaps at another height.
  const corners = [...new Map(positionsIn(coordinates).map((position) => [String(position.slice(0, 2)), position] as const)).values()];
  const wrong = corners.find((position) => !isPlace(position));
  if (wrong)
    throw new Error(
      `The file has ${JSON.stringify(wrong)} as a place. GeoJSON writes the longitude first, in degrees: convert it to WGS 84 (EPSG:4326)`,
    );
  const centre = geoCentroid({ type: 'MultiPoint', coordinates: corners as unknown as [number, number][] });
  // Of positions all around the earth there is none.
  const [longitude, latitude] = centre.map((degrees) => (Number.isNaN(degrees) ? null : Number(degrees.toFixed(6))));
  return { longitude, latitude };
}

/** A shape across the antimeridian may go on beyond 180 degrees. */
function isPlace([longitude, latitude]: Position): boolean {
  return Number.isFinite(longitude) && Number.isFinite(latitude) && Math.abs(Number(longitude)) <= 360 && Math.abs(Number(latitude)) <= 90;
}

function positionsIn(coordinates: unknown[]): Position[] {
  if (coordinates.some(Array.isArray)) return coordinates.flatMap((part) => positionsIn(Array.isArray(part) ? part : [part]));
  return coordinates.length > 0 ? [coordinates] : [];
}
