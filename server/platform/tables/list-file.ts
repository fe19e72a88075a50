import { stringify } from 'csv-stringify/sync';
import type { Context } from 'hono';
import { byteOrderMark, csvOptions, csvType } from '#server/platform/csv.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { savedAs } from '#server/platform/web/cache-headers.ts';
import { jsonItems, sendSpool, spooled } from '#server/platform/web/spool.ts';
import { Workbook, xlsxType } from '#server/platform/xlsx.ts';

export type ListColumn<Row> = {
  name: string;
  value: (row: Row) => unknown;
  /** What CSV and workbooks have instead of the value. */
  cell?: (row: Row) => unknown;
  /** What CSV has instead of `cell`. */
  csv?: (row: Row) => unknown;
  /** In a workbook, in characters. */
  width?: number | undefined;
};
export type ListFormat = 'csv' | 'json' | 'xlsx';

type Options = {
  /** How many rows there are. A list as JSON needs it. */
  total?: number;
  /** Whether programs fetch it: then CSV has no byte order mark. */
  isForPrograms?: boolean;
};

/** Returns what writes a list in a format, piece by piece, from its columns. JSON has the rows as `projects`. */
export function writerOf<Row>(format: ListFormat, columns: readonly ListColumn<Row>[], { total, isForPrograms = false }: Options = {}) {
  const names = columns.map(({ name }) => name);
  const csv = (rows: unknown[][]) => stringify(rows, csvOptions);
  const sheetRow = (row: Row) => columns.map(({ value, cell = value }) => cell(row));
  const jsonRow = (row: Row) => Object.fromEntries(columns.map(({ name, value }) => [name, value(row)]));
  const csvRow = (row: Row) => columns.map(({ value, cell = value, csv: text = cell }) => text(row));
  if (format === 'xlsx') {
    const widths = columns.map(({ width }) => width);
    const book = new Workbook(names, widths);
    return { start: '', add: (rows: readonly Row[]) => book.add(rows.map(sheetRow)), end: () => book.end() };
  }
  if (format === 'json' && total === undefined) throw new Error('A list as JSON says how many rows it has');
  if (format === 'json') return { start: `{"total":${total},"projects":[`, add: jsonItems(jsonRow), end: () => ']}' };
  const start = (isForPrograms ? '' : byteOrderMark) + csv([names]);
  return { start, add: (rows: readonly Row[]) => csv(rows.map(csvRow)), end: () => '' };
}

/** Returns rows as CSV, with these columns. For people it begins with a byte order mark. */
export function csvOf<Row>(names: readonly (keyof Row & string)[], rows: readonly Row[], options?: Omit<Options, 'total'>): string {
  const columns = names.map((name) => ({ name, value: (row: Row) => row[name] }));
  const { start, add } = writerOf('csv', columns, options);
  return `${start}${add(rows)}`;
}

/** Returns rows of cells as a file, the first with the names of the columns. `widths`: of the first columns, as those of a `ListColumn`. */
export function rowsAsFile(
  format: 'csv' | 'xlsx',
  [header = [], ...rows]: readonly (readonly unknown[])[],
  widths: readonly number[],
): Uint8Array<ArrayBuffer> {
  const columns = header.map((name, at) => ({ name: String(name), width: widths[at], value: (row: readonly unknown[]) => row[at] }));
  const { start, add, end } = writerOf(format, columns);
  return new Uint8Array(Buffer.concat([start, add(rows), end()].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))));
}

/** Returns the headers of a file with this name and format. */
export function listHeaders(name: string, format: ListFormat): Record<string, string> {
  if (format === 'json') return { 'content-type': 'application/json' };
  return savedAs(`${name}.${format}`, format === 'csv' ? csvType : xlsxType);
}

/**
 * Answers with a list as a file, written piece by piece as its rows are read.
 * @param read passes the rows to `write`, a batch at a time, and returns further headers.
 */
export async function sendList<Row>(
  c: Context<AppEnv>,
  { name, format, columns }: { name: string; format: ListFormat; columns: readonly ListColumn<Row>[] },
  // biome-ignore lint/suspicious/noConfusingVoidType: what reads a list need not return headers
  read: (write: (batches: AsyncIterable<readonly Row[]>, options?: Options) => Promise<void>) => Promise<Record<string, string> | void>,
): Promise<Response> {
  const { body, result } = await spooled(c, (spool) =>
    read(async (batches, options) => {
      const { start, add, end } = writerOf(format, columns, options);
      spool.write(start);
      await spool.writeRows(batches, add);
      spool.write(end());
    }),
  );
  return sendSpool(c, body, { ...listHeaders(name, format), ...result });
}
