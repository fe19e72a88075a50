import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { parseTable, type ReadOptions, readTable } from '#server/platform/tables/read-table.ts';
import { has } from '#tests/support/matchers.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

it('a folder, a file that is too large and one with far too many columns are rejected', async () => {
  await expect(readTable(await folderOfTest())).rejects.toThrow(/^\/.+ cannot be read: EISDIR/);
  const text = `${Array.from({ length: 1_250 }, (_, index) => `a${index}`).join()}\n1,2`;
  expect(() => parseTable(text)).toThrow('The file has more than 1,000 columns.');
  const large = path.join(await folderOfTest(), 'large');
  await writeFile(large, '%PDF');
  await truncate(large, 128_000_001);
  await expect(readTable(large)).rejects.toThrow('has 129 MB, more than the maximum of 128 MB. Split it.');
});

const known = new Set(['slug', 'title', 'price']);
const isColumn = (name: string) => known.has(name);
const readBytes = async (bytes: Uint8Array, options: ReadOptions = {}) => {
  const file = path.join(await folderOfTest(), 'table');
  await writeFile(file, bytes);
  return readTable(file, { isColumn, ...options });
};

it.each([
  ['sep=\t\ntitle\tprice\nOak\t12\n', '\t', 3],
  ['Our list, of 2026\n\ntitle;price\nOak;12\n', ';', 4],
  ['Export of 2026,,\nBy,Ada,\nslug,title,price\n,Oak,12\n', ',', 4],
  ['title\tprice\nOak\t12\n', '\t', 2],
  [`notes,title,price\n"${'a, '.repeat(9)}${'b; '.repeat(20)}",Oak,12\n`, ',', 2],
])('the separator and the header of a table are found in %j', (text, delimiter, line) => {
  const { rows, columns, ...table } = parseTable(text, { isColumn });
  expect(table).toMatchObject({ delimiter });
  expect(columns.slice(-2)).toEqual(['title', 'price']);
  expect(rows).toMatchObject([{ line }]);
  expect(rows[0]?.cells.slice(-2)).toEqual(['Oak', '12']);
});

it.each<[string, Buffer, ReadOptions?]>([
  ['UTF-8 with a mark', Buffer.from('\uFEFFtitle,price\nÉcole,1\n')],
  ['UTF-16 without a mark', Buffer.from('title,price\nÉcole,1\n', 'utf16le')],
  ['UTF-16 with a mark, whatever encoding is named', Buffer.from('\uFEFFtitle,price\nÉcole,1\n', 'utf16le'), { encoding: 'utf-8' }],
])('a table is read from %s', async (_, bytes, options) => {
  expect(await readBytes(bytes, options)).toMatchObject({ columns: ['title', 'price'], rows: [{ cells: ['École', '1'] }] });
});

it('a table is read from a workbook, with numbers and dates as such', async () => {
  const sheet = [['Our list'], [], ['title', 'price', 'as of'], ['Oak', 12.1, 46_112], ['#REF!', 0.1 + 0.2, null]];
  const table = await readBytes(workbook({ Projects: sheet, Empty: [] }));
  expect(table).toMatchObject({ format: 'xlsx', titles: ['Our list'], columns: ['title', 'price', 'as of'] });
  expect(table.rows).toMatchObject([
    { line: 4, cells: ['Oak', 12.1, '2026-03-31'] },
    { line: 5, cells: ['#REF!', 0.3, null] },
  ]);
  const two = workbook({ Projects: sheet, Notes: [['title'], ['Elm']] });
  await expect(readBytes(two)).rejects.toThrow('Name the sheet to read with --list: "Projects", "Notes"');
  expect(await readBytes(two, { list: 'Notes' })).toMatchObject({ columns: ['title'], rows: [{ cells: ['Elm'] }] });
  await expect(readBytes(two, { list: 'Other' })).rejects.toThrow('There is no sheet "Other"');
  expect(() => parseTable('title\nOak\n', { list: 'Oaks' })).toThrow('The file is one list, which has no name such as "Oaks".');
});

it.each([
  ['an old or protected workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'or has a password'],
  ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3', 'latin1'), 'Save its table as .xlsx or CSV'],
  ['a packed file', Buffer.of(0x1f, 0x8b, 0x08, 0x00, 0xff), 'Save its table as .xlsx or CSV'],
  ['an OpenDocument', zipSync({ 'content.xml': strToU8('<a/>') }), 'OpenDocument'],
  ['a broken workbook', Buffer.from('PK\x03\x04 broken'), 'not an Excel workbook'],
])('a table is not read from %s', (_, bytes, reason) => expect(readBytes(bytes)).rejects.toThrow(reason));

it('a table refuses a file in two encodings, whichever is named', async () => {
  const bytes = Buffer.concat([Buffer.from('title,price\nKöln,12\n'), Buffer.from('Zürich,13\n', 'latin1')]);
  for (const encoding of [undefined, 'unicode-1-1-utf-8'])
    await expect(readBytes(bytes, { encoding })).rejects.toThrow('not UTF-8 (line 3). Save it as UTF-8, or name its encoding: --encoding');
  for (const encoding of ['windows-1252', 'cp1252']) await expect(readBytes(bytes, { encoding })).rejects.toThrow('UTF-8 in line 2');
  const written = (text: string) =>
    readBytes(Buffer.concat([Buffer.from('title,price\nStraße,12\n'), Buffer.from(text, 'latin1')]), { encoding: 'latin1' });
  await expect(written('Zürich,13\n')).rejects.toThrow('UTF-8 in line 2');
  const whole = Buffer.from('title,price\n\x93PAN\xc3\x94,13\n', 'latin1');
  expect(await readBytes(whole, { encoding: 'windows-1252' })).toMatchObject({ rows: [{ cells: ['“PAN\u00c3”', '13'] }] });
});

it('a table in UTF-8 for which another encoding is named is read where it has a mark, and otherwise says to leave the name out', async () => {
  const [unmarked, encoding] = [Buffer.from('title,price\nKöln,12\n'), 'windows-1252'];
  await expect(readBytes(unmarked, { encoding })).rejects.toThrow('not windows-1252 as a whole. Leave out --encoding.');
  const marked = Buffer.concat([Buffer.from('\uFEFF'), unmarked]);
  expect(await readBytes(marked, { encoding })).toMatchObject({ columns: ['title', 'price'], rows: [{ cells: ['Köln', '12'] }] });
});

it.each([
  ['title,price,developer\nOak,12,Ada\nElm,7\n', ['Oak | 12 | Ada', 'Elm | 7 | ']],
  ['"title","price"\n"Oak "the\nold"","1"\n', ['Oak "the\nold" | 1']],
  ['title,price\n"=""00012""",=A1*2\n', ['00012 | =A1*2']],
  ['title,price\n643002406800001000,\n643002406800002001,\n', ['643002406800001000 | ', '643002406800002001 | ']],
  ['title,price\n643002406800001000,\n643002406800002000,\n', [has('cut to 15 digits'), has('cut to 15 digits')]],
  ['[{"title": 643002406800001234, "price": 9007199254740991}]', [has('has more digits')]],
])('a table has the cells of %j', (text, rows) => {
  const cellOf = (cell: unknown) => (typeof cell === 'object' && cell !== null && 'reason' in cell ? cell.reason : (cell ?? ''));
  const found = parseTable(text, { isColumn }).rows.map((row) => row.cells.map(cellOf).join(' | '));
  expect(found).toEqual(rows);
});

it.each([
  ['title,price,developer\nOak,12,Ada\nElm,7', 'ends in the middle of line 3: it has 2 of 3 cells'],
  ['"title","price"\n"Oak "the old","1","2"\n', 'not valid CSV'],
  ['title|price\nOak|12\n', 'separated by "|"'],
  ['ï»¿title,price\nOak,12\n', 'its accents are lost'],
  ['From: <Saved by Blink>\nMIME-Version: 1.0\n', 'saved as one file (.mhtml)'],
  ['title,price\n', 'no rows below its header'],
  ['[]', 'no rows.'],
  ['title,price,developer\nOak,12,"Ada', 'ends in the middle of a row: a quote is not closed'],
  ['title,price\nElm,9.50\nOak,1', 'line 3 without a line break: its last "price" is 1, or the beginning of more that is cut off'],
])('a table that is cut off, or cannot be read without a guess, is refused with the reason: %j', (text, reason) => {
  expect(() => parseTable(text, { isColumn })).toThrow(reason);
});

it('a table has what the cells of a workbook show, not only what they store', async () => {
  const { rows } = await readBytes(
    workbook({
      Projects: [
        ['title', 'price'],
        ...formats.map(([, value], at) => ['Oak', { xml: `s='${at + 2}'`, inner: ` <v>${value}</v>` }]),
        ...cellContents.map(([xml, inner]) => ['Elm', { xml, inner }]),
      ],
    }),
  );
  expect(rows.map((row) => row.cells[1])).toEqual([...formats, ...cellContents].map(([, , content]) => content));
});

it('a table says which rows, columns and sheets of a workbook are hidden, until somebody says whether they are read', async () => {
  const sheet = [
    ['title', 'price'],
    ['Oak', 1],
    ['Elm', 2],
  ];
  const filtered = workbook({ Prices: sheet }, { hiddenRows: [2] });
  await expect(readBytes(filtered)).rejects.toThrow('row 2 is hidden');
  expect((await readBytes(filtered, { hidden: 'leave-out' })).rows).toMatchObject([{ line: 3, cells: ['Elm', 2] }]);
  expect((await readBytes(filtered, { hidden: 'include' })).rows).toHaveLength(2);
  await expect(readBytes(workbook({ Our_x0020_list: sheet }, { hiddenRows: [2] }))).rejects.toThrow('"Our list", row 2 is hidden');
  const folded = workbook({ Prices: sheet }, { hiddenColumn: 2 });
  await expect(readBytes(folded)).rejects.toThrow('column B is hidden');
  expect((await readBytes(folded, { hidden: 'leave-out' })).columns).toEqual(['title']);
  await expect(readBytes(workbook({ Prices: sheet }, { hiddenRows: [2], hides: 'ht="0"' }))).rejects.toThrow('row 2 is hidden');
  await expect(readBytes(workbook({ Prices: sheet }, { hiddenColumn: 2, hides: 'width="0"' }))).rejects.toThrow('column B is hidden');
  const allHidden = workbook({ Prices: sheet }, { ofSheet: '<sheetFormatPr zeroHeight="1"/>' });
  await expect(readBytes(allHidden)).rejects.toThrow('rows 1, 2, 3 are hidden');
  const old = workbook({ Old: sheet, Prices: [] }, { hiddenSheet: 'Old' });
  await expect(readBytes(old)).rejects.toThrow('--list: "Old" (hidden), "Prices"');
  expect((await readBytes(old, { hidden: 'include' })).rows).toHaveLength(2);
  const { columns } = await readBytes(workbook({ Old: [['title'], ['Ash']], Prices: sheet }, { hiddenSheet: 'Old' }));
  expect(columns).toEqual(['title', 'price']);
});

it('a table has the days of a workbook that counts them from 1904, and no result that is to be computed anew', async () => {
  const sheet = [
    ['title', 'price', 'as of'],
    ['Oak', { xml: '', inner: '<f>1+1</f><v>2</v>' }, 46_112],
  ];
  const { rows } = await readBytes(workbook({ Prices: sheet }, { ofBook: '<workbookPr date1904="true"/><calcPr fullCalcOnLoad="1"/>' }));
  expect(rows[0]?.cells).toEqual(['Oak', bad('a formula without a result'), '2030-04-01']);
});

it('a table has no value where cells of a workbook are merged below the one that has it', async () => {
  const sheet = [['title', 'price'], ['Oak', 1], ['Elm'], ['Ash', 2]];
  const { rows } = await readBytes(workbook({ Prices: sheet }, { merged: 'B2:B3' }));
  expect(rows.map(({ cells }) => cells[1])).toEqual([1, bad('is merged with B2'), 2]);
  const empty = await readBytes(workbook({ Prices: sheet }, { merged: 'B3:B4' }));
  expect(empty.rows.map(({ cells }) => cells[1])).toEqual([1, null, null]);
});

const bad = (reason: string) => expect.objectContaining({ reason: has(reason) });

/** Formats of cells, a number, and how it is read. */
const formats: [string, number, unknown][] = [
  ['[$€-2] #,##0.00', 12.5, '€ 12.5'],
  ['#,##0.00_);[Red](#,##0.00)', 0.1 + 0.2, 0.3],
  ['0.0"k"', 12.5, '12.5k'],
  ['0.0,"k"', 12_500, '12.5k'],
  ['0"a";0"b"', -5, '-5b'],
  ['[>=1000]0.0,"K";0', 5000, bad('with conditions')],
  ['0%', 0.123, '12.3%'],
  ['000000', 123, '000123'],
  ['000000', -5, -5],
  ['"VCS-"0000', 12, 'VCS-0012'],
  ['0E+00', 12, 12],
  ['0.00;-0.00;"sold out"', 0, 'sold out'],
  ['_-* #,##0_-;-* #,##0_-;_-* "-"??_-', 0, 0],
  ['_-[$£-809]* #,##0.00_-;-[$£-809]* #,##0.00_-;_-[$£-809]* "-"??_-', 0, '£0'],
  ['"VCS-"0', 0, 'VCS-0'],
  [';;;', 3, bad('not shown')],
];

/** Attributes and content of cells, and how they are read. */
const cellContents: [string, string, unknown][] = [
  ['', '<f>ROUND(27.54*1.18,2)</f>', bad('a formula without a result')],
  ['', '<f>1+1</f><v>2</v>', 2],
  ['t="str"', '<f>IF(D2="","",D2)</f><v></v>', null],
  ['t="inlineStr"', '<is><r><rPr><strike/></rPr><t>12</t></r><r><t>15</t></r></is>', bad('struck out')],
  ['t="s"', '<v>1</v>', bad('struck out')],
  ['t="s"', '<v>0</v>', '12'],
  ['', '<v>643002406800001234</v>', bad('more than the 15 digits')],
  ['s="1"', '<v>46112</v>', '2026-03-31'],
  ['s="1"', '<v>20260331</v>', bad('too large')],
  [`s="${formats.length + 2}"`, '<v>12</v>', bad('struck out')],
  [`s="${formats.length + 3}"`, '<v>0.2</v>', '20%'],
  [`s="${formats.length + 4}"`, '<v>12</v>', '$12'],
];

type Cell = string | number | null | { xml: string; inner: string };

/**
 * What is hidden: rows or a column by number, with the attribute that hides them, or a sheet by name; a block of cells that are merged,
 * such as `B2:B3`; and what else the XML of the book and of each sheet begins with.
 */
type Layout = Partial<Record<'hiddenSheet' | 'hides' | 'merged' | 'ofBook' | 'ofSheet', string>> & {
  hiddenRows?: number[];
  hiddenColumn?: number;
};

/** Packs rows into a workbook; numbers of the third column are shown as dates. */
function workbook(sheets: Record<string, Cell[][]>, layout: Layout = {}): Uint8Array {
  const { hides = 'hidden="1"', ofBook = '', ofSheet = '' } = layout;
  const names = Object.keys(sheets);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const escaped = (text: string) => text.replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const cell = (value: Cell, row: number, column: number) => {
    const at = `r="${'ABC'[column]}${row + 1}"`;
    if (value === null) return '';
    if (typeof value === 'object') return `<c ${at} ${value.xml}>${value.inner}</c>`;
    if (typeof value === 'string' && value.startsWith('#')) return `<c ${at} t="e"><v>${value}</v></c>`;
    return typeof value === 'string'
      ? `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`
      : `<c ${at} s="${Math.max(0, column - 1)}"><v>${value}</v></c>`;
  };
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">${ofBook}<sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" ${name === layout.hiddenSheet ? 'state="veryHidden" ' : ''}r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId99" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId98" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}"><si><r><rPr><strike val="0"/></rPr><t>12</t></r></si><si><r><rPr><strike/></rPr><t>12</t></r><r><t>15</t></r></si></sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats.map(([code], i) => `<numFmt numFmtId="${170 + i}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${formats.map((_, i) => `<xf numFmtId="${170 + i}" applyNumberFormat="1"/>`).join('')}<xf numFmtId="0" fontId="1"/><xf numFmtId="9"/><xf numFmtId="44"/></cellXfs></styleSheet>`,
  };
  for (const [i, name] of names.entries()) {
    const rows = sheets[name]?.map(
      (cells, row) =>
        `<row r="${row + 1}"${layout.hiddenRows?.includes(row + 1) ? ` ${hides}` : ''}>${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
    );
    const columns = layout.hiddenColumn ? `<cols><col min="${layout.hiddenColumn}" max="${layout.hiddenColumn}" ${hides}/></cols>` : '';
    const merged = layout.merged ? `<mergeCells><mergeCell ref="${layout.merged}"/></mergeCells>` : '';
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `<worksheet xmlns="${main}">${ofSheet}${columns}<sheetData>${rows?.join('')}</sheetData>${merged}</worksheet>`;
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)])));
}
