import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { someOf } from '#shared/lib/text/numbers.ts';
import { formatCount, markedUtf16, unmarkedUtf16 } from '#verify/text.ts';
import { BadCell, countKnownNames, isFilled } from './cells.ts';
import { htmlRecords } from './html-tables.ts';
import { jsonList } from './json-list.ts';
import { assertNotTooWide } from './parts.ts';
import { plainName } from './rows.ts';
import { isSpreadsheet, sheetRecords } from './workbook.ts';

/** A row of a file: its cells by column, and the line at which it begins (in JSON: its position in the list, from 1). */
export type Row = {
  line: number;
  cells: unknown[];
  /** What is wrong with the whole row, such as more cells than the header has: then each may stand in another column than its own. */
  fault?: string | undefined;
};
export type FileTable = {
  format: 'csv' | 'xlsx' | 'json' | 'html';
  /** Which sheet of a workbook, list of JSON, or table of a page it is. */
  part?: string;
  /** What separates the cells of a CSV file. */
  delimiter?: string;
  columns: string[];
  rows: Row[];
  /** Rows with a title, a date and the like, above the header. */
  titles?: string[];
};
/** Returns what a row of a file is called before its number: a line of CSV, a row of a workbook or a page, or of JSON an `item`. */
export function rowWord({ format }: FileTable, item: string): string {
  return format === 'csv' ? 'line' : format === 'json' ? item : 'row';
}
export type ReadOptions = {
  /** A label that TextDecoder knows; UTF-8 by default. */
  encoding?: string | undefined;
  /** The sheet of a workbook, the path of a list in JSON, or the number of a table of a page, where several have content. */
  list?: string | undefined;
  /** Whether rows, columns and sheets of a workbook or a page that nobody sees are read; without it, none may have content. */
  hidden?: 'include' | 'leave-out' | undefined;
  /** Tells names of columns from other cells, so that the header is found below a title. */
  isColumn?: (name: string) => boolean;
};
/** Cells as they stand in the file, before any of them is known to be the header. */
export type TableRecord = { line: number; cells: unknown[] };

/** The size is limited because the whole file is held in memory. */
const maxBytes = 128_000_000;
const maxRows = 200_000;

/**
 * Reads a table with a header row: CSV (comma, semicolon or tab), a sheet of an Excel workbook (.xlsx), a table of a saved web page, or
 * a list of objects in JSON, such as the features of GeoJSON. The first bytes decide which.
 * @throws Error that explains what is wrong with the file as a whole, and where.
 */
export async function readTable(file: string, options: ReadOptions = {}): Promise<FileTable> {
  const refuse = (cause: Error) => {
    throw new Error(`${file} cannot be read: ${cause.message}`, { cause });
  };
  const { size } = await stat(file).catch(refuse);
  if (size > maxBytes) throw new Error(`${file} has ${Math.ceil(size / 1e6)} MB, more than the maximum of ${maxBytes / 1e6} MB. Split it.`);
  const bytes = await readFile(file).catch(refuse);
  if (!isSpreadsheet(bytes)) return parseTable(decodeText(bytes, options.encoding), options);
  return tableIn('xlsx', await sheetRecords(bytes, options), options);
}

/** As `readTable`, for the text of a file. */
export function parseTable(content: string, options: ReadOptions = {}): FileTable {
  // Normalise line endings: the parser counts a CRLF inside quotes as two lines.
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (/^\s*[[{]/.test(text)) return checked({ format: 'json', ...jsonList(text, options.list) }, options);
  if (/^\s*<[!?a-z]/i.test(text)) return tableIn('html', htmlRecords(text, options), options);
  if (/^(?:From: <Saved by |MIME-Version:)/i.test(text))
    throw new Error('The file is a page that was saved as one file (.mhtml). Save it as "Webpage, HTML only".');
  const { delimiter, records } = csvRecords(text, options.isColumn);
  const table = tableOf(records, options);
  if (table.columns.length === 1 && table.columns[0]?.includes('|'))
    throw new Error('The cells of the file are separated by "|". Write sep=| as its first line, or save it with commas.');
  const last = table.rows.at(-1);
  const { cells = [] } = records.at(-1) ?? {};
  const named = table.columns.findLastIndex(Boolean) + 1;
  const wayOut = 'Get the whole file. If it is whole, end it with a line break.';
  if (last && !text.endsWith('\n') && cells.length < named)
    throw new Error(
      `The file ends in the middle of line ${last.line}: it has ${cells.length} of ${named} cells, and no line break. ${wayOut}`,
    );
  const column = table.columns[cells.length - 1] ?? '';
  // A number or an id that is cut off would be another one. Where a quote follows, it is whole.
  if (last && /\d$/.test(text) && options.isColumn?.(column))
    throw new Error(
      `The file ends in line ${last.line} without a line break: its last "${column}" is ${cells.at(-1)}, or the beginning of more that is cut off. ${wayOut}`,
    );
  return checked({ format: 'csv', delimiter, ...table, rows: withoutSpoiltNumbers(table.rows) }, options);
}

/** Long digits of which all after the 15th are 0, as a spreadsheet keeps them. */
const cutTo15 = /^\d{15}0+$/;

/** Makes the long numbers of a column bad cells if a spreadsheet seems to have cut all of them, and takes the text out of `="000123"`. */
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

function tableIn(format: 'xlsx' | 'html', { records, part }: { records: TableRecord[]; part: string }, options: ReadOptions): FileTable {
  return checked({ format, part, ...tableOf(records, options) }, options);
}

function checked(table: FileTable, { list }: ReadOptions): FileTable {
  if (list !== undefined && table.part === undefined) throw new Error(`The file is one list, which has no name such as "${list}".`);
  if (table.rows.length === 0) throw new Error(`The file contains no rows${table.columns.length > 0 ? ' below its header' : ''}.`);
  if (table.rows.length > maxRows) throw new Error(`The file has more than ${formatCount(maxRows)} rows. Split it.`);
  return table;
}

/** Splits records into the header and the rows below it. */
function tableOf(records: TableRecord[], { isColumn }: ReadOptions): Pick<FileTable, 'columns' | 'rows' | 'titles'> {
  const titleRows = headerIndex(records, isColumn);
  const columns = (records[titleRows]?.cells ?? []).map((name) => String(name ?? '').trim());
  assertNotTooWide(columns.length);
  // A byte order mark that was read as windows-1252: so was every accent below it.
  if (columns[0]?.startsWith('ï»¿'))
    throw new Error('The file was opened in the wrong encoding and saved: its accents are lost. Open the original as UTF-8.');
  // Columns that nothing reads, such as one for each year in several groups, may share a name.
  const repeated = columns.find(
    (name, index) => name && (isColumn?.(name) ?? true) && columns.findIndex((other) => plainName(other) === plainName(name)) < index,
  );
  if (repeated) throw new Error(`Two columns of the header are called "${repeated}". Rename one of them.`);
  const rows = records.slice(titleRows + 1).map(({ line, cells }) => {
    const extra = cells.slice(columns.length).filter(isFilled).length;
    const fault = extra > 0 ? `has more cells than the header, by ${extra}; is a separator unquoted or a column unnamed?` : undefined;
    // A row may leave out its last cells.
    return { line, cells: columns.map((_, index) => cells[index]), fault };
  });
  return { columns, rows, titles: records.slice(0, titleRows).map(({ cells }) => cells.filter(isFilled).join(' ')) };
}

/** An invalid value in a file, or a note about one. `remedy`: what helps for all rows at once; `isWarning`: this note comes first. */
export type RowError = { line: number; column: string; value: string; reason: string; remedy?: string; isWarning?: boolean };

/** Returns why a value is invalid, and what helps. */
export function reasonOf({ reason, remedy }: RowError): string {
  return remedy ? `${reason}${/[.?]$/.test(reason) ? '' : '.'} ${remedy}` : reason;
}

/** How many characters of a file are read to find its delimiter. */
const sampleLength = 200_000;
/** In how many of its first lines the delimiter is looked for, and among how many of its first records the header. */
const sampleSize = 20;

/**
 * Splits the text of a CSV file into records. The delimiter is what a first line `sep=;` says (Excel heeds it), else
 * the one with which a line has most known names of columns, or else most cells.
 * @throws Error that says where the file is not valid CSV.
 */
function csvRecords(content: string, isColumn: ReadOptions['isColumn']): { delimiter: string; records: TableRecord[] } {
  const stated = /^"?sep=(.)"?\n/i.exec(content);
  // The line break stays, so that lines are counted as in the file.
  const text = stated ? content.slice(stated[0].length - 1) : content;
  const delimiter = stated?.[1] ?? delimiterOf(text, isColumn);
  try {
    return { delimiter, records: parsed(text, delimiter) };
  } catch (cause) {
    const records = cause instanceof CsvError ? withBareQuotes(text, delimiter) : undefined;
    if (records) return { delimiter, records };
    if (cause instanceof CsvError && cause.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Error(`The file ends in the middle of a row: a quote is not closed. ${cause.message}`, { cause });
    if (cause instanceof CsvError) throw new Error(`The file is not valid CSV: ${cause.message}`, { cause });
    throw cause;
  }
}

/**
 * Reads a file that puts every cell between quotes and does not double those within, as the registries on APX's system write it: its
 * cells end where a quote, the delimiter and a quote follow each other. Undefined unless every row then has as many cells as the header.
 */
function withBareQuotes(text: string, delimiter: string): TableRecord[] | undefined {
  try {
    const records = parsed(text.replace(quotesWithin, '""'), delimiter);
    const width = records[0]?.cells.length ?? 0;
    return width > 1 && records.every(({ cells }) => cells.length === width) ? records : undefined;
  } catch {
    return undefined;
  }
}

/** Quotes that neither begin nor end a cell. */
const quotesWithin = /(?<!^|"[,;\t])"+(?![,;\t]"|$)/gm;

function parsed(text: string, delimiter: string): TableRecord[] {
  const records = parse(text, {
    info: true,
    raw: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  }) as unknown as { record: string[]; raw: string; info: { lines: number } }[];
  // `lines` is where a row ends; subtracting its own line breaks gives where it begins.
  return records.map(({ record, raw, info }) => ({ line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0), cells: record }));
}

function delimiterOf(text: string, isColumn: ReadOptions['isColumn']): string {
  const lines = text.slice(0, sampleLength).split('\n', sampleSize);
  // Lines rather than rows: until the delimiter is known, nobody can say which commas stand in a description.
  const scores = [',', ';', '\t'].flatMap((delimiter) =>
    lines.map((line) => {
      const cells = line.split(delimiter);
      return { delimiter, known: countKnownNames(cells, isColumn), cells: cells.filter(isFilled).length };
    }),
  );
  return scores.reduce((best, score) =>
    score.known > best.known || (score.known === best.known && score.cells > best.cells) ? score : best,
  ).delimiter;
}

/**
 * Returns the position of the header among the first records of a file; titles, dates and the like may stand above it. Only a record with
 * at least half as many cells as the widest, or with known names alone, may be it: the first with most names that `isColumn` knows.
 */
function headerIndex(records: readonly TableRecord[], isColumn: ReadOptions['isColumn']): number {
  const sample = records
    .slice(0, sampleSize)
    .map(({ cells }) => ({ filled: cells.filter(isFilled).length, known: countKnownNames(cells, isColumn) }));
  const widest = Math.max(...sample.map(({ filled }) => filled));
  const candidates = [...sample.entries()].filter(([, { filled, known }]) => 2 * filled >= widest || (filled > 0 && known === filled));
  const most = Math.max(...candidates.map(([, { known }]) => known));
  return candidates.find(([, { known }]) => known === most)?.[0] ?? 0;
}

/**
 * Decodes a file's text: as its byte order mark says, else as `encoding` (a label that TextDecoder knows), else as UTF-8, or as
 * UTF-16 where every other byte is zero.
 * @throws Error that names the lines that are not UTF-8 and how to name the encoding, or an encoding that does not exist.
 */
export function decodeText(bytes: Buffer, encoding?: string): string {
  if (['%PDF', '\x1f\x8b'].some((head) => bytes.toString('latin1', 0, 4).startsWith(head)))
    throw new Error('The file is a PDF, or compressed. Save its table as .xlsx or CSV.');
  const marked = markedUtf16(bytes) ?? (bytes.toString('hex', 0, 3) === 'efbbbf' && isUtf8(bytes) ? 'utf-8' : undefined);
  const label = marked ?? encoding ?? unmarkedUtf16(bytes) ?? 'utf-8';
  const decoder = decoderFor(label);
  const linesThat = (areSo: (line: string) => boolean) => {
    const lines = bytes.toString('latin1').split(/\r\n?|\n/);
    const list = lines.flatMap((line, at) => (areSo(line) ? [at + 1] : []));
    return list.length > 0 ? someOf(list, 5) : undefined;
  };
  const foreign = decoder.encoding === 'utf-8' && !isUtf8(bytes) && linesThat((line) => !isUtf8(Buffer.from(line, 'latin1')));
  if (foreign) throw new Error(`The file is not UTF-8 (line ${foreign}). Save it as UTF-8, or name its encoding: --encoding windows-1252`);
  // "Ã©", "ÃŸ": a program has added UTF-8 to a file that is in windows-1252. Quotes and dashes may end a word: "PANÃ”.
  const mixed =
    decoder.encoding === 'windows-1252' &&
    linesThat((line) => /\u00c3(?![\u0085\u008b\u0091-\u0097\u009b\u00a0])[\u0080-\u00bf]/.test(line));
  const remedy = isUtf8(bytes) ? 'Leave out --encoding.' : 'Save it in one encoding.';
  if (mixed) throw new Error(`The file is UTF-8 in line ${mixed}, so not ${label} as a whole. ${remedy}`);
  return decoder.decode(bytes);
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new Error(`No encoding is called "${label}". Try windows-1252 or utf-16le.`, { cause });
  }
}
