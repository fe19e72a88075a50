import { columnName } from '#server/platform/xlsx.ts';
import { someOf } from '#shared/lib/text/numbers.ts';
import { formatCount } from '#verify/text.ts';
import { isFilled } from './cells.ts';
import type { ReadOptions, TableRecord } from './read-table.ts';

const maxColumns = 1_000;

/** @throws Error for a table of more columns than anybody's list has: its rows would fill the memory. */
export function assertNotTooWide(columns: number): void {
  if (columns > maxColumns) throw new Error(`The file has more than ${formatCount(maxColumns)} columns.`);
}

/**
 * Returns the part of a file that is named, or the only one that may be meant.
 * @param noun what a part is: a sheet, a list, a table. What its `about` says stands behind its name.
 * @throws Error that names them, twenty at most.
 */
export function partNamed<Part extends { name: string; about: string }>(
  noun: string,
  parts: readonly Part[],
  named: string | undefined,
  isMeant: (part: Part) => boolean,
): Part {
  const [part, ...others] = parts.filter(named === undefined ? isMeant : ({ name }) => name === named);
  if (part && others.length === 0) return part;
  const list = someOf(
    parts.map(({ name, about }) => `"${name}"${about === '' ? '' : ` (${about})`}`),
    20,
  );
  throw new Error(
    named === undefined ? `Name the ${noun} to read with --list: ${list}` : `There is no ${noun} "${named}". There are: ${list}`,
  );
}

/** Which rows and columns of a table nobody sees, from 0. */
type Hidden = { isHiddenRow: (row: number) => boolean; isHiddenColumn: (column: number) => boolean };

/**
 * Returns the rows that are read of a table: without what is hidden in it, or all of them.
 * @param place which table it is.
 * @throws Error that names the rows and columns with content that nobody sees, unless `hidden` says what becomes of them.
 */
export function visibleRecords(
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

function listOf(noun: string, items: readonly (string | number)[]): string {
  if (items.length === 0) return '';
  return `${noun}${items.length === 1 ? '' : 's'} ${someOf(items, 10)}`;
}
