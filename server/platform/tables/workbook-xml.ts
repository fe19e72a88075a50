// What a workbook's own XML says of its cells beside their values (ISO/IEC 29500-1, 18): what is hidden, computed, merged, struck out, and
// how numbers are shown. The library that reads the values does not tell.
import { Parser } from 'htmlparser2';
import { BadCell } from './cell-values.ts';
import { isFilled } from './header-row.ts';
import { builtInFormats, shownWith } from './number-formats.ts';

type Parts = ReadonlyMap<string, Uint8Array>;
type Attributes = Record<string, string>;
type Style = { format: string; isStruckOut: boolean };
type Workbook = ReturnType<typeof workbookDetails>;
/** A place in a sheet, from 0. */
type Place = { row: number; column: number };
/** A cell whose content is not its bare value. */
type Detail = Place & {
  /** Returns what it is, for the value that the library reads; of a merged block the value of its first cell. */
  contentFor: (value: unknown) => unknown;
  /** Of a merged block: its first cell. */
  mergedWith?: Place;
};

/** Returns what a workbook says of its sheets and styles. */
export function workbookDetails(parts: Parts) {
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
    open: (tag, { name = '', state, id = '', fullCalcOnLoad, date1904 }) => {
      if (tag === 'sheet') sheetParts.set(name, parts.get(files.get(id) ?? ''));
      if (tag === 'sheet' && state !== undefined && state !== 'visible') hiddenSheets.add(name);
      // Programs that compute nothing say so, and store 0 or an earlier result.
      if (tag === 'calcPr') isStale = isTrue(fullCalcOnLoad);
      // The library knows only "1".
      if (tag === 'workbookPr' && date1904 === 'true') dayShift = 1_462;
    },
  });
  return { hiddenSheets, sheetParts, isStale, dayShift, styles: stylesOf(parts.get('xl/styles.xml')) };
}

function stylesOf(part: Uint8Array | undefined): Style[] {
  const formats = new Map<string, string>(builtInFormats);
  const fonts: { isStruckOut: boolean }[] = [];
  const styles: Style[] = [];
  let within = '';
  walk(part, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
      if (name === 'fonts' || name === 'cellXfs' || name === 'cellStyleXfs' || name === 'dxfs') within = name;
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

/** Returns what a sheet says of its rows, columns and cells. */
export function sheetDetails(sheet: string, { sheetParts, styles, isStale }: Workbook) {
  const hiddenRows = new Set<number>();
  const hiddenColumns: { from: number; to: number }[] = [];
  const cells: Detail[] = [];
  let areRowsHidden = false;
  let row = -1;
  let column = -1;
  let cell: { type: string; style: Style | undefined; formula?: string; value?: string } | undefined;
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
      if (name === 'mergeCell') cells.push(...mergedOver(attributes.ref));
    },
    text: (text) => {
      if (cell && within === 'f') cell.formula += text;
      if (cell && within === 'v') cell.value += text;
    },
    close: (name) => {
      within = '';
      if (name !== 'c' || !cell) return;
      const contentFor = contentOf({ ...cell, isStale });
      if (contentFor) cells.push({ row, column, contentFor });
      cell = undefined;
    },
  });
  return {
    cells,
    isHiddenRow: (index: number) => hiddenRows.has(index),
    isHiddenColumn: (index: number) => hiddenColumns.some(({ from, to }) => from <= index && index <= to),
  };
}

/** Returns what makes the content of a cell from its value; undefined if it is its value. */
function contentOf({
  type,
  style,
  formula,
  value = '',
  isStale,
}: {
  type: string;
  style: Style | undefined;
  formula?: string;
  value?: string;
  isStale: boolean;
}): Detail['contentFor'] | undefined {
  const text = value.trim();
  // A result that is an empty text is stored as such.
  if (formula !== undefined && (isStale || (text === '' && type !== 'str')))
    return () =>
      new BadCell(`=${formula || '…'}`, 'is a formula without a result that is stored: open the file in a spreadsheet and save it there');
  if (style?.isStruckOut && (text !== '' || type === 'inlineStr'))
    return (shown) => (shown === null ? shown : new BadCell(String(shown), 'is struck out: leave the row out, or the line through it'));
  if (type === 'e') return () => text;
  if (type !== 'n' || text === '') return undefined;
  if (Math.abs(Number(text)) >= 1e15)
    return (shown) =>
      typeof shown === 'number' ? new BadCell(text, 'has more than the 15 digits that a spreadsheet keeps: write it as text') : shown;
  const format = style?.format;
  if (!format) return undefined;
  return (shown) =>
    typeof shown === 'number' ? (shownWith(format, shown) ?? new BadCell(text, 'is not shown by the format of its cell')) : shown;
}

/** The most cells that are looked at of a merged block. */
const maxMerged = 200_000;

/** Returns the cells below the first row of a merged block: each shows a value that it does not have. */
function mergedOver(ref = ''): Detail[] {
  const [first, last] = ref.split(':').map(placeOf);
  if (!first || !last) return [];
  const reason = `is merged with ${ref.split(':')[0]}: write the value into each row`;
  const contentFor = (value: unknown) => (isFilled(value) ? new BadCell('', reason) : null);
  const found: Detail[] = [];
  for (let row = first.row + 1; row <= last.row && found.length < maxMerged; row++)
    for (let { column } = first; column <= last.column; column++) found.push({ row, column, contentFor, mergedWith: first });
  return found;
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
