import { expect, it } from 'vitest';
import { parseTable, type ReadOptions } from '#server/platform/tables/read-table.ts';

/** The rows of a file as text: cells by column, without empty ones, a bad one as why it is bad. */
function read(text: string, options: ReadOptions = {}): string[] {
  const { columns, rows } = parseTable(text, options);
  const shown = (cell: unknown) => (cell instanceof Object && 'reason' in cell ? `(${cell.reason})` : JSON.stringify(cell));
  return rows.map(({ cells }) =>
    cells.flatMap((cell, at) => (cell === '' || cell === undefined || cell === null ? [] : [`${columns[at]} ${shown(cell)}`])).join(' | '),
  );
}

const shape = (type: string, coordinates: unknown) => ({ type, coordinates });
const feature = (geometry: unknown, properties: object | null = { name: 'Oak' }) => ({ type: 'Feature', geometry, properties });
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });
/** A ring around [179.5, 0] that ends above its beginning. */
const climbing = [178, 181, 181, 178, 178].map((longitude, corner) => [longitude, corner === 2 || corner === 3 ? 1 : -1, corner]);

it.each<[string, unknown, string]>([
  ['a point, with its height', shape('Point', [113.3, -2.3, 40]), 'geometry.longitude 113.3 | geometry.latitude -2.3'],
  [
    'an area across the antimeridian, whose ring ends higher',
    shape('Polygon', [climbing]),
    'geometry.longitude 179.5 | geometry.latitude 0',
  ],
  ['no positions', shape('Polygon', []), ''],
])('a shape is in the middle of its corners: %s', (_, geometry, place) => {
  expect(read(JSON.stringify(feature(geometry, null)))).toEqual([place]);
});

it('a list in JSON has a column for each value within its objects, and one for each list there as a whole', () => {
  const item = { title: 'Oak', location: { point: { latitude: 1.5 } }, list: [{ a: 1 }] };
  expect(read(JSON.stringify([item]))).toEqual(['title "Oak" | location.point.latitude 1.5 | list [{"a":1}]']);
  expect(() => read('[{"a": 1}, {"a": 1, "b": {"c": 1, "c": 2}}]')).toThrow('has "1.b.c" twice');
  expect(() => read('[{"b.c": 1, "b": {"c": 2}}]')).toThrow('has "b.c" twice');
});

const parts = ['"next": "/projects?page=2"', '"links": {"next_page": 2}', '"nextCursor": "b"', '"nextPageToken": "b"'];
const counts = ['"pageInfo": {"hasNextPage": true}', '"totalItems": 500', '"@odata.count": 500', '"page": 3, "meta": {"totalPages": 3}'];
it.each([...parts, ...counts])('a list in JSON that is a part of a longer one is refused, as it says beside it: %s', (said) => {
  expect(() => read(`{${said}, "projects": [{"title": "Oak"}]}`)).toThrow('a part of a longer list');
});

it('a list in JSON is taken if what stands beside it says that it is whole, and its currency is kept', () => {
  const others = '"credits": {"total": 500}, "tree_count": 12, "pageCount": 1, "report": {"pageCount": 40}';
  const whole = `{"currency": "EUR", "next": null, "nextUpdate": "2027-01-31", "total": 1, ${others}, "data": [{"title": "Oak"}]}`;
  expect(parseTable(whole).titles).toContain('currency EUR');
  const beside = '{"data": {"projects": [{"title": "Oak"}]}, "firms": {"total": 50, "items": [{"id": 1}]}}';
  expect(read(beside, { list: 'data.projects' })).toEqual(['title "Oak"']);
  expect(() => read(beside, { list: 'firms.items' })).toThrow('a part of a longer list');
});

it('a field that is an object in one row and null in another has the columns of the object alone', () => {
  const { columns } = parseTable(JSON.stringify([{ country: { name: 'Kenya' } }, { country: null, place: null }]), {});
  expect(columns).toEqual(['country.name', 'place']);
});

it('a file of GeoJSON has as columns the place of a feature, its properties and what else it has, but for its bounding box', () => {
  const one = { ...feature(shape('Point', [1.5, 2.5]), { name: 'Oak', owner: { name: 'Ada' }, tags: ['a', 'b'] }), id: 7, bbox: [1, 2] };
  const row = 'geometry.longitude 1.5 | geometry.latitude 2.5 | name "Oak" | owner.name "Ada" | tags ["a","b"] | feature.id 7';
  expect(read(JSON.stringify(collection(one, feature(null))))).toEqual([row, 'name "Oak"']);
  expect(read(JSON.stringify(one))).toEqual([row]);
  expect(read(`${JSON.stringify(one)} \n\n${JSON.stringify(one)}\n`)).toEqual([row, row]);
  expect(read(JSON.stringify(feature(null, JSON.parse('{"__proto__": "Elm"}') as object)))).toEqual(['__proto__ "Elm"']);
  expect(() => read(`${JSON.stringify(one)}\n{"type": }\n`)).toThrow('The file is not valid JSON: Unexpected token');
  expect(() => read(JSON.stringify({ ...collection(one), exceededTransferLimit: true }))).toThrow('a part of a longer list');
});

it.each<[string, unknown]>([
  ['latitude first', [-2.3, 113.3]],
  ['no numbers', ['1', 2]],
])('a file of GeoJSON with one place that is no longitude and latitude is refused: %s', (_, point) => {
  const file = collection(feature(shape('Point', [51, -1])), feature(shape('LineString', [[50, 1], point])));
  const said = `has ${JSON.stringify(point)} as a place. GeoJSON writes the longitude first, in degrees`;
  expect(() => read(JSON.stringify(file))).toThrow(said);
});

const item = { name: 'Oak', country: { name: 'Peru' } };
const twoLists = { data: { projects: [item], firms: [{ id: 1 }] } };
it.each<[string, object, string | undefined, string[] | string]>([
  ['the only list', { data: { projects: [item] }, tags: ['a'] }, undefined, ['name "Oak" | country.name "Peru"']],
  ['several', twoLists, undefined, '--list: "data.projects" (1 entry: name, country), "data.firms"'],
  ['no such list', { data: { projects: [item] } }, 'projects', 'There is no list "projects". There are: "data.projects"'],
  ['none', ['Oak'], undefined, 'no list of objects'],
])('a list is found in JSON, or all are named: %s', (_, data, list, expected) => {
  if (typeof expected === 'string') expect(() => read(JSON.stringify(data), { list })).toThrow(expected);
  else expect(read(JSON.stringify(data), { list })).toEqual(expected);
});

it('an entry of a list that is no object is a bad row', () => {
  expect(parseTable(JSON.stringify([item, ['Elm']])).rows).toMatchObject([
    { line: 1, fault: undefined },
    { line: 2, fault: 'is ["Elm"], not an object with fields' },
  ]);
});

it.each(['[ ]', '{"a": }'])('JSON that is nested without end is refused: %s', (ends) => {
  const [start = '', end = ''] = ends.split(' ');
  expect(() => read(`${start.repeat(100_000)}1${end.repeat(100_000)}`)).toThrow('nested');
});
