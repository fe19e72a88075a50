import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { plainName } from './fields.ts';

/** A row of a file: its cells by column, and the line at which it begins (in JSON: its position in the list, from 1). */
export type Row = {
  line: number;
  cells: unknown[];
  /** The number of non-empty cells beyond the header's. */
  extra: number;
};
export type Table = { format: 'csv' | 'json'; columns: string[]; rows: Row[] };
/** `encoding` is a label that TextDecoder knows; UTF-8 by default. */
export type ReadOptions = { encoding?: string | undefined };

/** The size is limited because the whole file is held in memory. */
const maxBytes = 128 * 1024 * 1024;
const maxRows = 200_000;
const maxColumns = 1_000;

/**
 * Reads a catalogue file: CSV with a header row (comma, semicolon or tab), or JSON, a list of objects or
 * `{ "projects": [...] }`. The first character decides which.
 * @throws Error that explains what is wrong with the file as a whole, and where.
 */
export async function readTable(file: string, { encoding = 'utf-8' }: ReadOptions = {}): Promise<Table> {
  const handle = await open(file).catch((cause: Error) => {
    throw new Error(`${file} cannot be read: ${cause.message}`, { cause });
  });
  try {
    const { size } = await handle.stat();
    if (size > maxBytes)
      throw new Error(`${file} has ${Math.round(size / 1e6)} MB, more than the maximum of ${Math.round(maxBytes / 1e6)} MB. Split it.`);
    return parseTable(textOf(await handle.readFile(), encoding));
  } finally {
    await handle.close();
  }
}

/** As `readTable`, for the text of a file. */
export function parseTable(content: string): Table {
  // Normalise line endings: the parser counts a CRLF inside quotes as two lines.
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const table = /^\s*[[{]/.test(text) ? jsonTable(text) : csvTable(text);
  if (table.rows.length === 0) throw new Error('The file contains no projects.');
  if (table.rows.length > maxRows) throw new Error(`The file has more than ${maxRows} rows. Split it.`);
  return table;
}

function textOf(bytes: Buffer, encoding: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  const isUtf = /^utf-?8$/i.test(encoding);
  if (isUtf && !isUtf8(bytes)) {
    const lines = invalidLines(bytes);
    const list = lines.slice(0, 5).join(', ') + (lines.length > 5 ? `, and ${lines.length - 5} more` : '');
    throw new Error(`The file is not UTF-8 (line ${list}). Save it as UTF-8, or name its encoding: --encoding windows-1252`);
  }
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch (cause) {
    throw new Error(`No encoding is called "${encoding}". Try windows-1252 or utf-16le.`, { cause });
  }
}

function invalidLines(bytes: Buffer): number[] {
  const invalid: number[] = [];
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const stop = end === -1 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(start, stop))) invalid.push(line);
    start = stop + 1;
  }
  return invalid;
}

function jsonTable(text: string): Table {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new Error(`The file is not valid JSON: ${(cause as Error).message}`, { cause });
  }
  const list = Array.isArray(data) ? data : (data as { projects?: unknown } | null)?.projects;
  if (!Array.isArray(list)) throw new Error('The file is neither a list of projects nor an object with a list "projects".');
  const notObject = list.findIndex((item) => typeof item !== 'object' || item === null || Array.isArray(item));
  if (notObject >= 0) throw new Error(`Entry ${notObject + 1} of the list is not an object.`);
  const names = new Set<string>();
  for (const item of list) {
    for (const name of Object.keys(item)) names.add(name);
    assertNotTooWide(names.size);
  }
  const columns = [...names];
  const rows = list.map((item: Record<string, unknown>, index) => ({
    line: index + 1,
    cells: columns.map((column) => (Object.hasOwn(item, column) ? item[column] : undefined)),
    extra: 0,
  }));
  return { format: 'json', columns, rows };
}

function csvTable(text: string): Table {
  let parsed: { record: string[]; raw: string; info: { lines: number } }[];
  try {
    parsed = parse(text, {
      info: true,
      raw: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as typeof parsed;
  } catch (cause) {
    if (cause instanceof CsvError) throw new Error(`The file is not valid CSV: ${cause.message}`, { cause });
    throw cause;
  }
  const header = (parsed[0]?.record ?? []).map((name) => name.trim());
  assertNotTooWide(header.length);
  const repeated = header.find((name, index) => name && header.findIndex((other) => plainName(other) === plainName(name)) < index);
  if (repeated) throw new Error(`Two columns of the header are called "${repeated}". Rename one of them.`);
  const rows = parsed.slice(1).map(({ record, raw, info }) => ({
    // `lines` is where a row ends; subtracting its own line breaks gives where it begins.
    line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
    cells: record.slice(0, header.length),
    extra: record.slice(header.length).filter((cell) => cell.trim() !== '').length,
  }));
  return { format: 'csv', columns: header, rows };
}

function assertNotTooWide(columns: number): void {
  if (columns > maxColumns) throw new Error(`The file has more than ${maxColumns.toLocaleString('en-GB')} columns.`);
}

/** Returns the delimiter that occurs most often in the header, outside quotes. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.indexOf('\n') >>> 0).replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
