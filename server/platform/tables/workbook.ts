import { Parser } from 'htmlparser2';
import readWorkbook, { type CellValue } from 'read-excel-file/node';
import { unzipWithin } from '#server/platform/unzip.ts';
import { columnName } from '#server/platform/xlsx.ts';
import { nounFor, someOf } from '#shared/lib/text/numbers.ts';
import { BadCell, isFilled } from './cells.ts';
import { partNamed } from './parts.ts';
import type { ReadOptions, TableRecord } from './read-table.ts';

/** The first bytes of a zip archive, which an .xlsx is (ISO/IEC 29500-2), and of a workbook of Excel 97 to 2003 or one with a password. */
const signatures = { zip: Buffer.from('PK\x03\x04', 'latin1'), old: Buffer.from('d0cf11e0', 'hex') };

/** The most bytes that a workbook unpacks to: ten times the largest export that we know. */
const maxUnpacked = 256 * 1_048_576;

/** Checks whether bytes are a workbook rather than text. */
export function isSpreadsheet(bytes: Buffer): boolean {
  return Object.values(signatures).some((signature) => bytes.subarray(0, 4).equals(signature));
}

/**
 * Reads the rows of an Excel workbook (.xlsx): of the sheet with this name, or of the only one with content that is not hidden. Numbers
 * stay numbers, unless their format shows words or signs beside them: then they are text, as are dates (2026-03-31). A cell without a
 * value that can be trusted is a `BadCell`.
 * @throws Error that says why this is no workbook, which sheets there are, or which rows or columns are hidden.
 */
export async function sheetRecords(bytes: Buffer, { list, hidden }: ReadOptions = {}): Promise<{ records: TableRecord[]; part: string }> {
  if (!bytes.subarray(0, 4).equals(signatures.zip))
    throw new Error('The file is a workbook of an old Excel (.xls), or has a password. Save it without one as .xlsx or as CSV.');
  const unreadable = (cause: Error) => {
    throw new Error(`The file is not an Excel workbook that can be read: ${cause.message}`, { cause });
  };
  const unzipped = unzipWithin(bytes, { wanted: () => true, maxUnpacked });
  if (!unzipped)
    return unreadable(new Error(`its parts are damaged, have one name, overlap, or unpack to more than ${maxUnpacked / 1_048_576} MiB`));
  if (unzipped.parts.has('content.xml')) return unreadable(new Error('it is an OpenDocument (.ods). Save it as .xlsx'));
  const sheets = await readWorkbook(bytes).catch(unreadable);
  const workbook = workbookDetails(unzipped.parts);
  const isHidden = (sheet: string) => hidden !== 'include' && workbook.hiddenSheets.has(sheet);
  const parts = sheets.map((part) => ({ ...part, name: part.sheet, about: workbook.hiddenSheets.has(part.sheet) ? 'hidden' : '' }));
  const chosen = partNamed('sheet', parts, list, ({ sheet, data }) => !isHidden(sheet) && data.some((row) => row.some(isFilled)));
  const rows = chosen.data.map((cells) => cells.map((cell) => importedValue(cell, workbook.dayShift)));
  const seen = correctRows(rows, chosen.sheet, workbook);
  const records = Array.from(rows, (cells = [], index) => ({ line: index + 1, cells: Array.from(cells) })).filter(({ cells }) =>
    cells.some(isFilled),
  );
  return { records: visibleRecords(`the sheet "${chosen.sheet}"`, records, seen, hidden), part: `"${chosen.sheet}"` };
}

/** Which rows and columns of a table nobody sees, from 0. */
type Hidden = { isHiddenRow: (row: number) => boolean; isHiddenColumn: (column: number) => boolean };

/**
 * Returns the rows that are read of a table: without what is hidden in it, or all of them.
 * @param place which table it is.
 * @throws Error that names the rows and columns with content that nobody sees, unless `hidden` says what becomes of them.
 */
function visibleRecords(
  place: string,
  records: TableRecord[],
  { isHiddenRow, isHiddenColumn }: Hidden,
  hidden: ReadOptions['hidden'],
): TableRecord[] {
  if (hidden === 'include') return records;
  const rows = records.filter(({ line }) => isHiddenRow(line - 1)).map(({ line }) => line);
  const columns = new Set(
    records.flatMap(({ cells }) => [...cells.keys()].filter((column) => isFilled(cells[column]) && isHiddenColumn(column))),
  );
  const count = rows.length + columns.size;
  const found = [listOf('row', rows), listOf('column', [...columns].map(columnName))].filter(Boolean).join(' and ');
  if (count > 0 && hidden === undefined)
    throw new Error(
      `Of ${place}, ${found} ${count === 1 ? 'is' : 'are'} hidden, by a filter or by hand. Say whether they are read: --hidden include, or --hidden leave-out`,
    );
  return records
    .filter(({ line }) => !isHiddenRow(line - 1))
    .map((record) => ({ ...record, cells: record.cells.filter((_, column) => !isHiddenColumn(column)) }));
}

const listOf = (noun: string, items: readonly (string | number)[]) =>
  items.length === 0 ? '' : `${nounFor(items.length, noun)} ${someOf(items, 10)}`;

/** Returns a value as the rest of the import reads it. `dayShift`: days to add to a date. */
function importedValue(cell: CellValue | null, dayShift: number): unknown {
  if (cell instanceof Date) {
    const date = new Date(cell.getTime() + dayShift * 86_400_000);
    // Spreadsheets have no later dates, and show signs in place of such a number.
    if (!(date.getTime() < Date.UTC(10_000, 0))) return new BadCell('####', 'is a number in a cell for dates, and too large for one');
    return date.toISOString().replace('T00:00:00.000Z', '');
  }
  // As Excel shows them: it computes with 15 digits, and stores the rest of binary fractions.
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  return typeof cell === 'string' ? cell.trim() : cell;
}

// What a workbook's own XML says of its cells beside their values (ISO/IEC 29500-1, 18): what is hidden, computed, merged, struck out, and
// how numbers are shown. The library that reads the values does not tell.

type Attributes = Record<string, string>;
type Style = { format: string; isStruckOut: boolean };
/** A place in a sheet, from 0. */
type Place = { row: number; column: number };
/** What the XML says of one cell. */
type CellXml = { type: string; style: Style | undefined; isStruckOut?: boolean; formula?: string; value?: string };

/** Returns what a workbook says of its sheets and styles. */
function workbookDetails(parts: ReadonlyMap<string, Uint8Array>) {
  const files = new Map<string, string>();
  walk(parts.get('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') files.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const hiddenSheets = new Set<string>();
  const sheetParts = new Map<string, Uint8Array | undefined>();
  let isStale = false;
  let dayShift = 0;
  walk(parts.get('xl/workbook.xml'), {
    open: (tag, { name: written = '', state, id = '', fullCalcOnLoad, date1904 }) => {
      // As the library names the sheets: without the escapes of Excel's XML.
      const name = written.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
      if (tag === 'sheet') sheetParts.set(name, parts.get(files.get(id) ?? ''));
      if (tag === 'sheet' && state !== undefined && state !== 'visible') hiddenSheets.add(name);
      // Programs that compute nothing say so, and store 0 or an earlier result.
      if (tag === 'calcPr') isStale = isTrue(fullCalcOnLoad);
      // Its days are counted from 1904, 1,462 days after those of other workbooks. The library knows only "1".
      if (tag === 'workbookPr' && date1904 === 'true') dayShift = 1_462;
    },
  });
  // The texts, by position, of which a part is struck out.
  const struckOut = new Set<number>();
  let text = -1;
  walk(parts.get('xl/sharedStrings.xml'), {
    open: (name, { val }) => {
      if (name === 'si') text += 1;
      if (name === 'strike' && isTrue(val ?? '1')) struckOut.add(text);
    },
  });
  return { hiddenSheets, sheetParts, isStale, dayShift, struckOut, styles: stylesOf(parts.get('xl/styles.xml')) };
}

function stylesOf(part: Uint8Array | undefined): Style[] {
  const formats = new Map<string, string>(builtInFormats);
  const fonts: { isStruckOut: boolean }[] = [];
  const styles: Style[] = [];
  let within = '';
  walk(part, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
      // The fonts of `fonts` and the formats of `cellXfs` are named by their positions, among which those of the others do not count.
      if (/^(?:fonts|cellXfs|cellStyleXfs|dxfs)$/.test(name)) within = name;
      if (name === 'font' && within === 'fonts') fonts.push({ isStruckOut: false });
      const font = fonts.at(-1);
      if (name === 'strike' && within === 'fonts' && font) font.isStruckOut = isTrue(attributes.val ?? '1');
      if (name === 'xf' && within === 'cellXfs')
        styles.push({
          format: formats.get(attributes.numFmtId ?? '') ?? '',
          isStruckOut: fonts[Number(attributes.fontId)]?.isStruckOut ?? false,
        });
    },
  });
  return styles;
}

/** Puts what cells show in place of the values that the library has read of them. Returns which rows and columns nobody sees. */
function correctRows(rows: unknown[][], sheet: string, workbook: ReturnType<typeof workbookDetails>): Hidden {
  const { sheetParts, styles, struckOut, isStale } = workbook;
  const hiddenRows = new Set<number>();
  const hiddenColumns: { from: number; to: number }[] = [];
  let areRowsHidden = false;
  let row = -1;
  let column = -1;
  let cell: CellXml | undefined;
  let within = '';
  walk(sheetParts.get(sheet), {
    open: (name, attributes) => {
      within = name;
      if (name === 'sheetFormatPr') areRowsHidden = isTrue(attributes.zeroHeight);
      if (name === 'col' && (isTrue(attributes.hidden) || Number(attributes.width) === 0))
        hiddenColumns.push({ from: Number(attributes.min) - 1, to: Number(attributes.max) - 1 });
      if (name === 'row') {
        row = attributes.r ? Number(attributes.r) - 1 : row + 1;
        column = -1;
        const { hidden = areRowsHidden ? '1' : '0', ht } = attributes;
        if (isTrue(hidden) || Number(ht) === 0) hiddenRows.add(row);
      }
      if (name === 'c') {
        const at = placeOf(attributes.r);
        row = at?.row ?? row;
        column = at?.column ?? column + 1;
        cell = { type: attributes.t ?? 'n', style: styles[Number(attributes.s ?? 0)] };
      }
      if (cell && name === 'f') cell.formula = '';
      if (cell && name === 'v') cell.value = '';
      if (cell && name === 'strike' && isTrue(attributes.val ?? '1')) cell.isStruckOut = true;
      // Merged blocks stand behind all cells.
      if (name === 'mergeCell') refuseMerged(rows, attributes.ref);
    },
    text: (text) => {
      if (cell && within === 'f') cell.formula += text;
      if (cell && within === 'v') cell.value += text;
    },
    close: (name) => {
      within = '';
      if (name !== 'c' || !cell) return;
      const value = rows[row]?.[column] ?? null;
      if (cell.type === 's' && struckOut.has(Number(cell.value))) cell.isStruckOut = true;
      const content = contentOf(cell, value, isStale);
      // An empty cell that only has a style makes no row longer.
      if (content !== value) put(rows, { row, column }, content);
      cell = undefined;
    },
  });
  return {
    isHiddenRow: (index: number) => hiddenRows.has(index),
    isHiddenColumn: (index: number) => hiddenColumns.some(({ from, to }) => from <= index && index <= to),
  };
}

/** Returns the content of a cell, of which the library reads `value`. */
function contentOf(
  { type, style, isStruckOut = style?.isStruckOut, formula, value: written = '' }: CellXml,
  value: unknown,
  isStale: boolean,
): unknown {
  const text = written.trim();
  // A result that is an empty text is stored as such.
  if (formula !== undefined && (isStale || (text === '' && type !== 'str')))
    return new BadCell(
      `=${formula || '…'}`,
      'is a formula without a result that is stored: open the file in a spreadsheet and save it there',
    );
  if (isStruckOut && isFilled(value)) return new BadCell(String(value), 'is struck out: leave the row out, or the line through it');
  // An error, such as #REF!.
  if (type === 'e') return text;
  if (typeof value !== 'number') return value;
  if (Math.abs(value) >= 1e15) return new BadCell(text, 'has more than the 15 digits that a spreadsheet keeps: write it as text');
  const shown = style?.format ? shownWith(style.format, value) : value;
  return shown ?? new BadCell(text, 'is not shown by the format of its cell, or by one with conditions: give it a plain one');
}

/** The most cells that are looked at of a merged block. */
const maxMerged = 200_000;

/** Takes what stands below the first row of a merged block for a bad cell: it shows a value that it does not have. */
function refuseMerged(rows: unknown[][], ref = ''): void {
  const [first, last] = ref.split(':').map(placeOf);
  if (!first || !last) return;
  const reason = `is merged with ${ref.split(':')[0]}: write the value into each row`;
  const content = isFilled(rows[first.row]?.[first.column]) ? new BadCell('', reason) : null;
  let left = maxMerged;
  for (let row = first.row + 1; row <= last.row && left > 0; row++)
    for (let { column } = first; column <= last.column; column++, left--) put(rows, { row, column }, content);
}

function put(rows: unknown[][], { row, column }: Place, content: unknown): void {
  const cells = rows[row] ?? [];
  cells[column] = content;
  rows[row] = cells;
}

/** Returns the row and column, from 0, of a reference such as "B12". */
function placeOf(ref = ''): Place | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(ref) ?? [];
  if (!letters) return undefined;
  return { row: Number(digits) - 1, column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 };
}

/** xsd:boolean. */
const isTrue = (text = '') => text === '1' || text === 'true';

type Handlers = { open: (name: string, attributes: Attributes) => void; text?: (text: string) => void; close?: (name: string) => void };

/** Walks through a part's elements, without the prefixes of their names and attributes. */
function walk(part: Uint8Array | undefined, { open, text, close }: Handlers): void {
  if (!part) return;
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        open(local(name), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]))),
      ...(text ? { ontext: text } : {}),
      ...(close ? { onclosetag: (name: string) => close(local(name)) } : {}),
    },
    { xmlMode: true },
  );
  parser.end(new TextDecoder().decode(part));
}

/** Formats that workbooks name by number alone, as far as they show more than a number (ISO/IEC 29500-1, 18.8.30). */
const builtInFormats: readonly (readonly [string, string])[] = [
  ...['5', '6', '7', '8', '42', '44'].map((id) => [id, '"$"#,##0.00'] as const),
  ['9', '0%'],
  ['10', '0.00%'],
];

/** The pieces of a format: literal text, what shows nothing but space or colour, currencies (`[$kr-41D]`), placeholders, all else. */
const pieces = /"([^"]*)"|\\(.)|[_*].|\[([^[\]]*)\]|(E[+-]|General)|([0#?.,/@])|(.)/gisu;
/**
 * Returns a number as its cell shows it, where the format says more than digits: with words and signs (`kr 120`, `12.5k`), as a share
 * (`20%`), or with leading zeros (`000123`). Otherwise the number itself; undefined where the format shows nothing at all, or has
 * conditions of its own (`[>=1000]0.0,"K";0`), which are not read.
 */
function shownWith(format: string, value: number): number | string | undefined {
  const sections: RegExpMatchArray[][] = [[]];
  for (const piece of format.matchAll(pieces))
    if (piece[0] === ';') sections.push([]);
    else sections.at(-1)?.push(piece);
  if (sections.flat().some(([piece]) => /^\[[<=>]/.test(piece))) return undefined;
  const [ofPositive = [], ofNegative = ofPositive, ofZero = ofPositive] = sections;
  const section = value > 0 ? ofPositive : value < 0 ? ofNegative : ofZero;
  let [before, after, digits] = ['', '', ''];
  let isGeneral = false;
  let isShare = false;
  for (const [, quoted, escaped, bracketed, word, digit, other] of section) {
    if (other === '%') isShare = true;
    const [currency = ''] = bracketed?.startsWith('$') ? bracketed.slice(1).split('-') : [];
    const literal = quoted ?? escaped ?? other ?? currency;
    if (word !== undefined) isGeneral = true;
    else if (digit !== undefined) digits += digit;
    else if (digits === '' && !isGeneral) before += literal;
    else after += literal;
  }
  if (digits === '' && !isGeneral) return before.trim() || undefined;
  // The format of zeros alone may have a dash in place of the digits.
  if (value === 0 && section !== ofPositive) before = before.replace('-', '');
  // Signs and brackets around a number alone say no more than the number.
  const [start, end] = [before, after].map((part) => (/[\p{L}\p{N}\p{Sc}%‰]/u.test(part) ? part : '')) as [string, string];
  const [whole = '', fraction] = digits.split('.');
  const zeros = whole.replace(/[^0]/g, '').length;
  const isPadded = zeros > 1 && fraction === undefined && Number.isInteger(value) && value >= 0 && !isGeneral;
  if (start + end === '') return isPadded ? String(value).padStart(zeros, '0') : value;
  // Commas behind the last digit show thousands.
  const thousands = digits.split(/[^,]/).at(-1)?.length ?? 0;
  const scaled = (value * (isShare ? 100 : 1)) / 1_000 ** thousands;
  const written = String(Number(scaled.toPrecision(15)));
  return `${start}${isPadded && scaled === value ? written.padStart(zeros, '0') : written}${end}`.trim();
}
