import { open } from 'node:fs/promises';
import { BadCell } from './cell-values.ts';
import { csvRecords } from './csv-records.ts';
import { decodeText } from './decode-text.ts';
import { headerIndex, isFilled } from './header-row.ts';
import { jsonTable } from './json-table.ts';
import { plainName } from './match-columns.ts';
import { isSpreadsheet, sheetRecords } from './spreadsheet.ts';

/** A row of a file: its cells by column, and the line at which it begins (in JSON: its position in the list, from 1). */
export type Row = {
  line: number;
  cells: unknown[];
  /** The number of non-empty cells beyond the header's. */
  extra: number;
};
export type Table = {
  format: 'csv' | 'xlsx' | 'json';
  /** What separates the cells of a CSV file. */
  delimiter?: string;
  columns: string[];
  rows: Row[];
  /** Rows with a title, a date and the like, above the header. */
  titles?: string[];
};
export type ReadOptions = {
  /** A label that TextDecoder knows; UTF-8 by default. */
  encoding?: string | undefined;
  /** The sheet of a workbook that has several with content. */
  sheet?: string | undefined;
  /** Whether rows, columns and sheets of a workbook that nobody sees are read; without it, none may have content. */
  hidden?: 'include' | 'leave-out' | undefined;
  /** Tells names of columns from other cells, so that the header is found below a title. */
  isColumn?: (name: string) => boolean;
};
/** Cells as they stand in the file, before any of them is known to be the header. */
export type TableRecord = { line: number; cells: unknown[] };

/** The size is limited because the whole file is held in memory. */
const maxBytes = 128 * 1024 * 1024;
const maxRows = 200_000;
const maxColumns = 1_000;

/**
 * Reads a table with a header row: CSV (comma, semicolon or tab), a sheet of an Excel workbook (.xlsx), or JSON, a list of objects
 * or an object with such a list. The first bytes decide which.
 * @throws Error that explains what is wrong with the file as a whole, and where.
 */
export async function readTable(file: string, options: ReadOptions = {}): Promise<Table> {
  const handle = await open(file).catch((cause: Error) => {
    throw new Error(`${file} cannot be read: ${cause.message}`, { cause });
  });
  try {
    const { size } = await handle.stat();
    if (size > maxBytes)
      throw new Error(`${file} has ${Math.round(size / 1e6)} MB, more than the maximum of ${Math.round(maxBytes / 1e6)} MB. Split it.`);
    const bytes = await handle.readFile();
    if (!isSpreadsheet(bytes)) return parseTable(decodeText(bytes, options.encoding), options);
    return checked({ format: 'xlsx', ...tableOf(await sheetRecords(bytes, options), options) });
  } finally {
    await handle.close();
  }
}

/** As `readTable`, for the text of a file. */
export function parseTable(content: string, options: ReadOptions = {}): Table {
  // Normalise line endings: the parser counts a CRLF inside quotes as two lines.
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (/^\s*[[{]/.test(text)) return checked({ format: 'json', ...jsonTable(text, assertNotTooWide) });
  const { delimiter, records } = csvRecords(text, options.isColumn);
  const table = tableOf(records, options);
  const last = table.rows.at(-1);
  const [cells, named] = [records.at(-1)?.cells.length ?? 0, table.columns.findLastIndex(Boolean) + 1];
  if (last && !text.endsWith('\n') && cells < named)
    throw new Error(
      `The file ends in the middle of line ${last.line}: it has ${cells} of ${named} cells, and no line break. Get the whole file. If it is whole, end it with a line break.`,
    );
  return checked({ format: 'csv', delimiter, ...table, rows: withoutSpoiltNumbers(table.rows) });
}

/** Long digits of which all after the 15th are 0, as a spreadsheet keeps them. */
const cutTo15 = /^\d{15}0+$/;

/** Returns rows whose columns of long numbers are bad where a spreadsheet has cut them all; takes text out of `="000123"`. */
function withoutSpoiltNumbers(rows: Row[]): Row[] {
  const long = new Map<number, boolean>();
  for (const { cells } of rows)
    for (const [column, cell] of cells.entries())
      if (/^\d{16,}$/.test(String(cell))) long.set(column, (long.get(column) ?? true) && cutTo15.test(String(cell)));
  const content = (cell: unknown, column: number) => {
    const text = String(cell ?? '');
    if (long.get(column) && cutTo15.test(text))
      return new BadCell(text, `may be a number that a spreadsheet cut to 15 digits. If these are its digits, write ="${text}"`);
    return text.startsWith('="') ? (/^="([^"]*)"$/.exec(text)?.[1] ?? cell) : cell;
  };
  return rows.map((row) => ({ ...row, cells: row.cells.map(content) }));
}

function checked(table: Table): Table {
  if (table.rows.length === 0) throw new Error('The file contains no rows below its header.');
  if (table.rows.length > maxRows) throw new Error(`The file has more than ${maxRows.toLocaleString('en-GB')} rows. Split it.`);
  return table;
}

/** Splits records into the header and the rows below it. */
function tableOf(records: TableRecord[], { isColumn }: ReadOptions): Pick<Table, 'columns' | 'rows' | 'titles'> {
  const titleRows = headerIndex(
    records.map(({ cells }) => cells),
    isColumn,
  );
  const columns = (records[titleRows]?.cells ?? []).map((name) => String(name ?? '').trim());
  assertNotTooWide(columns.length);
  // A byte order mark that was read as windows-1252: so was every accent below it.
  if (columns[0]?.startsWith('ï»¿'))
    throw new Error('The file was opened in the wrong encoding and saved: its accents are lost. Open the original as UTF-8.');
  const repeated = columns.find((name, index) => name && columns.findIndex((other) => plainName(other) === plainName(name)) < index);
  if (repeated) throw new Error(`Two columns of the header are called "${repeated}". Rename one of them.`);
  const rows = records.slice(titleRows + 1).map(({ line, cells }) => ({
    line,
    // A row may leave out its last cells.
    cells: columns.map((_, index) => cells[index]),
    extra: cells.slice(columns.length).filter(isFilled).length,
  }));
  return { columns, rows, titles: records.slice(0, titleRows).map(({ cells }) => cells.filter(isFilled).join(' ')) };
}

function assertNotTooWide(columns: number): void {
  if (columns > maxColumns) throw new Error(`The file has more than ${maxColumns.toLocaleString('en-GB')} columns.`);
}

/** An invalid value in a file; `remedy`: what helps for all rows of a file at once. */
export type RowError = { line: number; column: string; value: string; reason: string; remedy?: string };

/** Returns why a value is invalid, and what helps. */
export function reasonOf({ reason, remedy }: RowError): string {
  return remedy ? `${reason}${/[.?]$/.test(reason) ? '' : '.'} ${remedy}` : reason;
}
