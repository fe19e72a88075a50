// How commands are told to read a file that they import, and what they print of it.

import type { DecimalMark } from '#server/platform/tables/cells.ts';
import { type FileTable, type RowError, reasonOf } from '#server/platform/tables/read-table.ts';
import { formatCount } from '#verify/text.ts';
import { pairsOf, UsageError } from './run.ts';

/** How many are printed. */
const shownErrors = 20;

export const readingOptions = {
  map: { type: 'string', multiple: true, default: [] as string[] },
  set: { type: 'string', multiple: true, default: [] as string[] },
  encoding: { type: 'string' },
  sheet: { type: 'string' },
  hidden: { type: 'string' },
  ignore: { type: 'string', multiple: true, default: [] as string[] },
  decimal: { type: 'string' },
} as const;
type Reading = { map: string[]; set: string[]; ignore: string[] } & {
  [Name in 'encoding' | 'sheet' | 'hidden' | 'decimal']?: string | undefined;
};

/** Parses the options of reading a file. @throws UsageError */
export function readOptionsOf({ map, set, ignore, encoding, sheet, hidden, decimal }: Reading) {
  return {
    map: { ...pairsOf(map, 'COLUMN=FIELD'), ...Object.fromEntries(ignore.map((column) => [column, ''])) },
    set: pairsOf(set),
    encoding,
    sheet,
    hidden: oneWord('hidden', ['include', 'leave-out'], hidden),
    decimal: decimalOf(decimal),
  };
}

/** Parses --decimal. @throws UsageError */
export function decimalOf(word: string | undefined): DecimalMark | undefined {
  return oneWord('decimal', ['point', 'comma'], word);
}

/** Parses an option that takes one of some words. @throws UsageError */
export function oneWord<const Word extends string>(option: string, words: readonly Word[], given: string | undefined): Word | undefined {
  const word = words.find((one) => one === given);
  if (given !== undefined && !word) throw new UsageError(`--${option} takes ${words.join(' or ')}`);
  return word;
}

/** Returns what the position of a row counts: lines of CSV, rows of a workbook, items of JSON. */
export function rowWord({ format }: FileTable, item: string): string {
  return format === 'csv' ? 'line' : format === 'xlsx' ? 'row' : item;
}

/** Prints a table of what each column is read as, `use` (undefined: not shown), and the values for rows without one. */
export function printColumns(
  { columns }: Pick<FileTable, 'columns'>,
  use: (position: number, column: string) => string | undefined,
  constants: ReadonlyMap<string, string>,
): void {
  const lines = columns.flatMap((column, position) => {
    const what = column === '' ? undefined : use(position, column);
    return what === undefined ? [] : [[column, what] as const];
  });
  const width = Math.min(48, Math.max(6, ...lines.map(([column]) => column.length)));
  for (const [column, what] of [['Column', 'Read as'] as const, ...lines]) console.error(`  ${column.padEnd(width)}  ${what}`);
  for (const [field, value] of constants) console.error(`  ${field} is "${value}" for rows without a value`);
}

/** Prints the first errors of a file, and how many more there are; `more` says where those are. */
export function printRowErrors(errors: readonly RowError[], row: string, more = ''): void {
  for (const error of errors.slice(0, shownErrors)) {
    const { line, column, value } = error;
    console.error(`${row} ${line}, ${column}${value === '' ? '' : ` "${value}"`}: ${reasonOf(error)}`);
  }
  if (errors.length > shownErrors) console.error(`... and ${formatCount(errors.length - shownErrors)} more${more && `; ${more}`}`);
}
