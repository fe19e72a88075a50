import { expect, it } from 'vitest';
import { parseTable, type ReadOptions } from '#server/platform/tables/read-table.ts';

/** The cells of each row of a page after the names of their columns, without empty cells; of a bad cell why it is bad. */
function read(html: string, options: ReadOptions): string[] {
  const { columns, rows } = parseTable(html, options);
  const textOf = (cell: unknown) => (cell instanceof Object && 'reason' in cell ? `(${cell.reason})` : (cell ?? ''));
  return rows.map(({ cells }) => cells.flatMap((cell, at) => (textOf(cell) === '' ? [] : `${columns[at]} ${textOf(cell)}`)).join(' | '));
}

const isColumn = (name: string) => ['id', 'name', 'price', 'country'].includes(name);
const ofRows = 'id 2 | price (spans several rows, and may be of all of them together)';
const hidesPrice = 'Table 1 hides "price" and perhaps more. Say whether it is read: --hidden include, or --hidden leave-out';
const table = (...rows: string[]) => `<table>${rows.map((row) => `<tr>${row}`).join('')}</table>`;
const head = '<th>id<th>name';

const [oak, elm] = ['<td>1<td>Oak', '<td>2<td>Elm'];
const header = ['<th colspan=4>Our list', '<th rowspan=2>id<th rowspan=2>name<th colspan=2>Credits', '<th>issued<th>retired'];
const twoRows = `<thead>${[...header, '<td><input><td><td><td>'].map((row) => `<tr>${row}`).join('')}</thead>`;
const leaveOut = { hidden: 'leave-out' } as const;
const [oaks, both] = [['id 1 | name Oak'], ['id 1 | name Oak', 'id 2 | name Elm']];

it.each<[what: string, html: string, found: string[] | string, options?: ReadOptions]>([
  ['text, entities and lines', table(head, '<td>1<td>Oak &amp; Ash<br> <b>Estate</b>&nbsp;'), ['id 1 | name Oak & Ash\nEstate']],
  [
    'what stands apart on the page',
    table(head, '<td>1<td><dl><dt>Standard<dd>VCS</dl><article>Oak</article><pre>Ash\n Elm</pre><table><td>a<td>b</table>'),
    ['id 1 | name Standard\nVCS\nOak\nAsh\nElm\na\nb'],
  ],
  ['no mark that is hidden in a heading', table(`${head} <i aria-hidden=true>▲</i>`, oak), oaks],
  ['nothing hidden in a cell', table(head, '<td><i style="visibility:collapse">00</i>1<td>Oak<select><option>x</select>'), oaks],
  ['a cell whose back alone is hidden', table(head, '<td style="backface-visibility:hidden">1<td>Oak'), oaks],
  ['a cell that is hidden from readers of the screen alone', table(head, '<td aria-hidden=true>1<td>Oak'), oaks],
  ['a picture or a link without text', table(head, '<td><a href=https://a.b><i></i></a><td><img alt=Oak>'), ['id https://a.b | name Oak']],
  [
    'no picture or link that nobody sees',
    table(head, '<td>1<td><img alt=Oak><noscript><img alt=Oak></noscript><a hidden href=https://a.example/1></a>'),
    oaks,
  ],
  [
    'no cell of a section in the next one, whatever it spans',
    `<table><thead><tr><th rowspan=2>id<th>name</thead><tbody><tr><td rowspan=0>1<td>Oak<tbody><tr>${elm}</table>`,
    both,
  ],
  ['the names of columns once, though they stand again below', table(head, oak, head, elm), both],
  ['words that span rows', table('<th>id<th>country', '<td>1<td rowspan=2>Peru', '<td>2'), ['id 1 | country Peru', 'id 2 | country Peru']],
  ['no number that may be of several rows', table('<th>id<th>price', '<td>1<td rowspan=2>12', '<td>2'), ['id 1 | price 12', ofRows]],
  [
    'two rows of header, without a title, a filter and a foot',
    `<table>${twoRows}<tbody><tr><td>1<td>Oak<td>5<td>2</tbody><tfoot><tr><td>Total<td colspan=3>5</tfoot></table>`,
    ['id 1 | name Oak | issued 5 | retired 2'],
  ],
  ['the one within a layout', table('<td>Menu<td>Home', `<td>${table(head, oak)}<td>Side`), oaks],
  ['the one whose columns are known', table('<th>a<th>b', '<td>1<td>2') + table(head, oak), oaks],
  ['none that is hidden', `<div hidden>${table(head, '<td>9<td>Yew')}</div>${table(head, oak)}`, oaks],
  [
    'several tables that fit, one of which is to be named',
    table(head, oak) + table(`<caption>Old</caption>${head}`, elm),
    '--list: "1" (1 row: id, name), "2" ("Old", 1 row',
  ],
  ['the one that is named', table(head, oak) + table(head, elm), ['id 2 | name Elm'], { list: '2' }],
  ['a hidden column', table(`${head}<th style="display:none">price`, oak), hidesPrice],
  ['no hidden column that is left out', table(`${head}<th hidden>price`, `${oak}<td hidden>12`), oaks, leaveOut],
  ['no hidden cell that is left out', table(`${head}<th>price`, `${oak}<td hidden>12`, elm), both, leaveOut],
  ['a row that a filter hides', table(`${head}<tr style="display:none">${oak}`, elm), both, { hidden: 'include' }],
  ['no end of the table', table(head, '<td>1<td>15,000').replace(',000</table>', ''), 'ends in the middle of table 1'],
  ['a map in KML', '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"/>', 'convert KML to GeoJSON, other files to CSV'],
  ['no table', '<!doctype html><html><body><div role="grid">Oak</div>', 'The page has no table'],
  ['no section that the page hides', `<table><tr>${head}<tbody hidden><tr>${elm}</tbody><tbody><tr>${oak}</table>`, oaks, leaveOut],
  [
    'a number that spans columns, and a span of -1, which counts as 1',
    table('<th>id<th>price<th>name', '<td colspan=-1>1<td colspan=2>99'),
    ['id 1 | price (spans several columns, and may be of any of them)'],
  ],
])('a saved page is read as it is shown, or refused: %s', (_, html, found, options = {}) => {
  if (typeof found === 'string') expect(() => read(html, { isColumn, ...options })).toThrow(found);
  else expect(read(html, { isColumn, ...options })).toEqual(found);
});

it('a page that is nested without end is refused, and one that rowspans make too wide or too tall', () => {
  expect(() => parseTable('<table><tr><td>'.repeat(100_000))).toThrow('within each other');
  expect(() => parseTable(`<table><tr><td>${'<div>'.repeat(100_000)}`)).toThrow('nested');
  const wide = (rows: number) => `<table>${`<tr><td rowspan=0>${'<td rowspan=0>a'.repeat(50)}`.repeat(rows)}</table>`;
  expect(() => parseTable(wide(21))).toThrow('more than 1,000 columns');
  expect(parseTable(`<table><tr><th>a<th>b${'<tr><td>1<td>2'.repeat(150_000)}</table>`).rows).toHaveLength(150_000);
  const tall = `<table><tr><td rowspan=0>${'word '.repeat(8_000)}${'<tr><td>1'.repeat(8_000)}</table>`;
  expect(() => parseTable(tall)).toThrow('too long ones');
});
