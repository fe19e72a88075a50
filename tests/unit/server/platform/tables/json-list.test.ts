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
const square = (west: number, south: number, east: number, north: number) => [
  ...[
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];
const placeOf = (geometry: unknown) =>
  read(JSON.stringify(feature(geometry, null)))[0]
    ?.match(/(?<=longitude )\S+|(?<=latitude )\S+/g)
    ?.map(Number);

it.each<[string, unknown, number[] | undefined]>([
  ['a point, with its height', shape('Point', [113.3, -2.3, 40]), [113.3, -2.3]],
  ['an area', shape('Polygon', [square(10, -1, 12, 1)]), [11, 0]],
  ['an area across the antimeridian', shape('Polygon', [square(179, -1, 181, 1)]), [180, 0]],
  ['nowhere', null, undefined],
  ['no positions', shape('Polygon', []), undefined],
])('a shape is in the middle of its corners: %s', (_, geometry, place) => {
  const found = placeOf(geometry);
  expect(found?.map((degrees) => Math.abs(degrees))).toEqual(place?.map((degrees) => expect.closeTo(Math.abs(degrees), 4)));
  if (place && Math.abs(place[0] ?? 0) < 180) expect(found).toEqual(place.map((degrees) => expect.closeTo(degrees, 4)));
});

it('a field that is an object in one row and null in another has the columns of the object alone', () => {
  const { columns } = parseTable(JSON.stringify([{ country: { name: 'Kenya' } }, { country: null, place: null }]), {});
  expect(columns).toEqual(['country.name', 'place']);
});

it('a file of GeoJSON has properties as columns, and what else stands in a feature', () => {
  const one = { ...feature(shape('Point', [1.5, 2.5]), { name: 'Oak', owner: { name: 'Ada' }, tags: ['a', 'b'] }), id: 7, bbox: [1, 2] };
  const row = 'geometry.longitude 1.5 | geometry.latitude 2.5 | name "Oak" | owner.name "Ada" | tags ["a","b"] | feature.id 7';
  expect(read(JSON.stringify(collection(one, feature(null))))).toEqual([row, 'name "Oak"']);
  expect(read(JSON.stringify(one))).toEqual([row]);
  expect(read(`${JSON.stringify(one)}\n${JSON.stringify(one)}\n`)).toEqual([row, row]);
  expect(read(JSON.stringify(feature(null, JSON.parse('{"__proto__": "Elm"}') as object)))).toEqual(['__proto__ "Elm"']);
  expect(() => read(`${JSON.stringify(one)}\n{"type": }\n`)).toThrow('not valid JSON');
  expect(() => read(JSON.stringify({ ...collection(one), exceededTransferLimit: true }))).toThrow('a part of a longer list');
});

it.each([
  ['[{"a": 1},\n{"a": NaN}]', 'line 2 has NaN, which means that there is no value. Write null'],
  ['{"a": 1}\n{"a": -Infinity}\n', 'line 2 has -Infinity, which means that there is no value'],
  ['[{"a": None}]', 'line 1 has None, which means that there is no value'],
  ['[{"a": True}]', 'line 1 has True, which JSON writes in small letters'],
  ["[{'a': 1}]", "line 1 has ', and JSON has its texts between"],
  ['[\n// b\n{"a": "// NaN"}]', 'line 2 has //, a comment'],
  ['[\n{"a": 1,\n}]', 'line 3: Expected double-quoted property name'],
  ['[\n{"a": "NaN"}, {"a', 'it ends in the middle, in line 2'],
])('what is no JSON is said with its line, and what it means: %s', (text, message) => {
  expect(() => read(text)).toThrow(`The file is not valid JSON: ${message}`);
});

it.each<[string, unknown]>([
  ['latitude first', [-2.3, 113.3]],
  ['metres', [530_000, 180_000]],
  ['no numbers', ['1', 2]],
])('a file of GeoJSON with one place that is no longitude and latitude is refused: %s', (_, point) => {
  const file = collection(feature(shape('Point', [51, -1])), feature(shape('LineString', [[50, 1], point])));
  expect(() => read(JSON.stringify(file))).toThrow(
    `has ${JSON.stringify(point)} as a place. GeoJSON writes the longitude first, in degrees`,
  );
});

const item = { name: 'Oak', country: { name: 'Peru' } };
it.each<[string, object, string | undefined, string[] | string]>([
  ['the only list', { data: { projects: [item] }, tags: ['a'] }, undefined, ['name "Oak" | country.name "Peru"']],
  ['one of several', { data: { projects: [item], firms: [{ id: 1 }] } }, 'data.firms', ['id 1']],
  [
    'several',
    { data: { projects: [item], firms: [{ id: 1 }] } },
    undefined,
    '--list: "data.projects" (1 entry: name, country), "data.firms"',
  ],
  ['no such list', { data: { projects: [item] } }, 'projects', 'There is no list "projects". There are: "data.projects"'],
  ['none', { projects: ['Oak'] }, undefined, 'no list of objects'],
  ['none, either', ['Oak'], undefined, 'no list of objects'],
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

it('JSON and pages that are nested without end are refused, and wide or tall ones', () => {
  for (const [start, end] of [
    ['[', ']'],
    ['{"a":', '}'],
    ['<table><tr><td>', ''],
    ['<table><tr><td><div>'.repeat(9), ''],
  ] as const)
    expect(() => read(`${start.repeat(100_000)}${end ? '1' : ''}${end.repeat(100_000)}`)).toThrow(/nested|within each other/);
  const wide = (rows: number) => `<table>${`<tr><td rowspan=0>${'<td rowspan=0>a'.repeat(50)}`.repeat(rows)}</table>`;
  expect(() => read(wide(21))).toThrow('more than 1,000 columns');
  expect(read(`<table><tr><th>a<th>b${'<tr><td>1<td>2'.repeat(150_000)}</table>`)).toHaveLength(150_000);
  const tall = `<table><tr><td rowspan=0>${'word '.repeat(8_000)}${'<tr><td>1'.repeat(8_000)}</table>`;
  expect(() => read(tall)).toThrow('too long ones');
});
