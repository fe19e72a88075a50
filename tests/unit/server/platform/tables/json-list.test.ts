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

const isColumn = (name: string) => ['id', 'name', 'price', 'country'].includes(name);
const table = (...rows: string[]) => `<table>${rows.map((row) => `<tr>${row}`).join('')}</table>`;
const head = '<th>id<th>name';

it.each<[string, string, ReadOptions, string[] | string]>([
  [
    'text, entities and lines',
    table(head, '<td><a href="/1">VCS1</a><td>Oak &amp; Ash<br> <b>Estate</b>&nbsp;'),
    {},
    ['id "VCS1" | name "Oak & Ash\\nEstate"'],
  ],
  [
    'what is hidden in a cell',
    table(`${head} <i aria-hidden=true>▲</i>`, '<td><span style="display: none">007</span>7<td>Oak<script>x</script>'),
    {},
    ['id "7" | name "Oak"'],
  ],
  [
    'words that span rows, and numbers that may be of all',
    table('<th>id<th>country<th>price', '<td>1<td rowspan=2>Peru<td rowspan=2>12', '<td>2'),
    {},
    ['id "1" | country "Peru" | price "12"', 'id "2" | country "Peru" | price (spans several rows, and may be of all of them together)'],
  ],
  [
    'two rows of header, a title and a filter',
    `<table><thead>${table('<th colspan=4>Our list', '<th rowspan=2>id<th rowspan=2>name<th colspan=2>Credits', '<th>issued<th>retired', '<td><input><td><td><td>').slice(7, -8)}</thead><tbody><tr><td>1<td>Oak<td>5<td>2</tbody><tfoot><tr><td>Total<td colspan=3>5</tfoot></table>`,
    {},
    ['id "1" | name "Oak" | issued "5" | retired "2"'],
  ],
  ['the one within a layout', table('<td>Menu<td>Home', `<td>${table(head, '<td>1<td>Oak')}<td>Side`), {}, ['id "1" | name "Oak"']],
  ['the one whose columns are known', table('<th>a<th>b', '<td>1<td>2') + table(head, '<td>1<td>Oak'), {}, ['id "1" | name "Oak"']],
  ['none that is hidden', `<div hidden>${table(head, '<td>9<td>Yew')}</div>${table(head, '<td>1<td>Oak')}`, {}, ['id "1" | name "Oak"']],
  [
    'several',
    table(head, '<td>1<td>Oak') + table(`<caption>Old</caption>${head}`, '<td>2<td>Elm'),
    {},
    '--list: "1" (1 row: id, name), "2" ("Old", 1 row: id, name)',
  ],
  ['the one that is named', table(head, '<td>1<td>Oak') + table(head, '<td>2<td>Elm'), { list: '2' }, ['id "2" | name "Elm"']],
  [
    'a hidden column',
    table(`<th>id<th>name<th style="display:none">price`, '<td>1<td>Oak<td style="display:none">12'),
    {},
    'Table 1 hides "price" and perhaps more',
  ],
  [
    'a hidden column that is left out',
    table(`<th>id<th>name<th hidden>price`, '<td>1<td>Oak<td hidden>12'),
    { hidden: 'leave-out' },
    ['id "1" | name "Oak"'],
  ],
  [
    'a row that a filter hides',
    `<table><tr>${head}<tr style="display:none"><td>1<td>Oak<tr><td>2<td>Elm</table>`,
    { hidden: 'include' },
    ['id "1" | name "Oak"', 'id "2" | name "Elm"'],
  ],
  ['a table without its end', table(head, '<td>1<td>15,000').slice(0, -12), {}, 'ends in the middle of table 1'],
  [
    'a map in KML',
    '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>',
    {},
    'convert KML to GeoJSON, other files to CSV',
  ],
  ['no table', '<!doctype html><html><body><div role="grid">Oak</div>', {}, 'The page has no table'],
  [
    'a cell that is hidden in its row alone',
    table('<th>id<th>price<th>name', '<td>1<td hidden>99<td>Oak', '<td>2<td>12<td>Elm'),
    {},
    'Table 1 hides "99" and perhaps more. Say whether it is read: --hidden include, or --hidden leave-out',
  ],
  [
    'a cell that is hidden, and left out',
    table('<th>id<th>price<th>name', '<td>1<td hidden>99<td>Oak', '<td>2<td>12<td>Elm'),
    { hidden: 'leave-out' },
    ['id "1" | name "Oak"', 'id "2" | price "12" | name "Elm"'],
  ],
  [
    'a section that the page hides',
    `<table><tr>${head}<tbody hidden><tr><td>1<td>Oak</tbody><tbody><tr><td>2<td>Elm</table>`,
    { hidden: 'leave-out' },
    ['id "2" | name "Elm"'],
  ],
  [
    'a number that spans columns, and spans that are none',
    table('<th>id<th>price<th>name', '<td colspan=-1>1<td colspan=2>99'),
    {},
    ['id "1" | price (spans several columns, and may be of any of them)'],
  ],
])('a table is found in a saved page, as it is shown: %s', (_, html, options, expected) => {
  if (typeof expected === 'string') expect(() => read(html, { isColumn, ...options })).toThrow(expected);
  else expect(read(html, { isColumn, ...options })).toEqual(expected);
});
