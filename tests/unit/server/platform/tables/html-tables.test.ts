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
