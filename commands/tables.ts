// How commands are told to read a file that they import, and what they print of it.

import { excerptOf, writtenIn } from '#server/platform/tables/cells.ts';
import { type FileTable, type ReadOptions, type RowError, readTable, reasonOf, rowWord } from '#server/platform/tables/read-table.ts';
import type { MapOptions, Mapping, rowsOf } from '#server/platform/tables/rows.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { formatCount } from '#verify/text.ts';
import { pairsOf, UsageError } from './run.ts';

/** How many errors are printed. */
const shownErrors = 20;
/** How many errors or findings of one kind are printed, where there are several kinds. */
export const shownOfKind = 5;
/** How many kinds of notes are printed. */
export const shownNotes = 10;

/** Options of the commands (`of`) that read a file. */
export const readingOptions = <const Of extends string>(of: Of) => ({
  map: { type: 'string', multiple: true, default: [] as string[], of } as const,
  set: { type: 'string', multiple: true, default: [] as string[], of } as const,
  encoding: { type: 'string', of } as const,
  list: { type: 'string', of } as const,
  hidden: { type: 'string', of } as const,
  ignore: { type: 'string', multiple: true, default: [] as string[], of } as const,
  decimal: { type: 'string', of } as const,
});

/** What these options mean, for the usage of a command. `example`: a FIELD=VALUE for --set; `width`: of the column of options. */
export const readingUsage = (example: string, width: number) =>
  Object.entries({
    '--map COLUMN=FIELD': 'names the field of a column that is not recognised',
    '--ignore COLUMN': "leaves a column out, also one that says that units are retired or another's",
    '--set FIELD=VALUE': `sets a value for every row that has none, such as --set ${example}`,
    '--encoding NAME': 'the encoding of a file that is not UTF-8, such as windows-1252',
    '--list NAME': 'the sheet of a workbook, the list in JSON (data.projects) or the table of a page, if there are several',
    '--hidden include|leave-out': 'whether hidden rows, columns and sheets of a workbook or a page are read',
    '--decimal point|comma': 'how to read numbers such as 1,250 or 12.500 where the file leaves it open',
  })
    .map(([option, meaning]) => `    ${option.length < width ? option.padEnd(width) : `${option}\n${' '.repeat(width + 4)}`}${meaning}`)
    .join('\n');

export type Reading = { map: string[]; set: string[]; ignore: string[] } & {
  [Name in 'encoding' | 'list' | 'hidden' | 'decimal']?: string | undefined;
};

/** Parses the options of reading a file. @throws UsageError */
export function parseReading({ map, set, ignore, encoding, list, hidden, decimal }: Reading) {
  return {
    map: pairsOf([...map, ...ignore.map((column) => `${column}=`)], 'COLUMN=FIELD'),
    set: pairsOf(set),
    encoding,
    list,
    hidden: oneWord('hidden', ['include', 'leave-out'], hidden),
    decimal: oneWord('decimal', ['point', 'comma'], decimal),
  };
}

/** Parses an option that takes one of some words. @throws UsageError */
export function oneWord<const Word extends string>(option: string, words: readonly Word[], given: string | undefined): Word | undefined {
  const word = words.find((known) => known === given);
  if (given !== undefined && !word) throw new UsageError(`--${option} takes one of ${words.join(', ')}, not "${given}"`);
  return word;
}

/** Reads a file of such rows: its header is the row with names of their columns. @throws Error as `readTable`. */
export const readRows = (file: string, rows: Pick<ReturnType<typeof rowsOf>, 'isColumn'>, options: MapOptions & ReadOptions) =>
  readTable(file, { ...options, isColumn: (name) => rows.isColumn(name, options) });

/**
 * Prints how a file was read: how many rows it has (of `noun`), which known file it is (`known`), and the field of each column. `unused`
 * returns what is said of a column without a field; undefined: nothing.
 */
export function printReading<Field extends string>(
  { columns, rows, format, part, titles = [] }: FileTable,
  { positions, constants, declared, decimalMarks }: Mapping<Field>,
  { noun, known, unused = () => 'not used' }: { noun: string; known: string | undefined; unused?: (column: string) => string | undefined },
): void {
  const skipped = format === 'json' || titles.length === 0 ? [] : [`${countOf(titles.length, 'row')} above the header skipped.`];
  console.error(
    [`${countOf(rows.length, noun)}, ${format.toUpperCase()}${part ? `, ${part}` : ''}.`, ...skipped, ...(known ? [known] : [])].join(' '),
  );
  const fields = new Map([...positions].map(([field, position]) => [position, field]));
  const use = (column: string, field: Field | undefined) => {
    if (field === undefined) return unused(column);
    const mark = decimalMarks.get(field);
    const details = [
      ...(declared[field].number === 'money' ? ['pounds'] : []),
      ...(mark ? [mark === 'both' ? 'decimal point and comma' : `decimal ${mark}`] : []),
    ];
    return details.length > 0 ? `${field} (${details.join(', ')})` : field;
  };
  const lines = columns.flatMap((column, position) => {
    const what = column === '' ? undefined : use(column, fields.get(position));
    return what === undefined ? [] : [[column, what] as const];
  });
  const width = Math.min(48, Math.max(6, ...lines.map(([column]) => column.length)));
  for (const [column, what] of [['Column', 'Read as'] as const, ...lines]) console.error(`  ${column.padEnd(width)}  ${what}`);
  for (const [field, value] of constants) console.error(`  ${field} is "${value}" for rows without a value`);
}

/** What a row of JSON is called (as for `rowWord`), and where all findings are. */
type FindingOptions = { item: string; more?: string };

/** Prints notes by kind, because a file may have thousands: warnings first, then the most frequent. */
export function printNotes(notes: readonly RowError[], table: FileTable, { item, more = '' }: FindingOptions): void {
  const kinds = Map.groupBy(
    notes,
    // Reasons that begin so are about the value: notes on other values are of other kinds.
    ({ column, value, reason }) => `${column}${value && /^(?:is|makes) /.test(reason) ? ` "${value}"` : ''}: ${reason}`,
  );
  const weight = (same: RowError[]) => (same[0]?.isWarning ? Number.MAX_SAFE_INTEGER : same.length);
  const byFrequency = [...kinds].toSorted(([, a], [, b]) => weight(b) - weight(a));
  for (const [text, same] of byFrequency.slice(0, shownNotes)) {
    const [first] = same;
    console.error(
      `${first?.isWarning ? 'Warning' : 'Note'}: ${text} (${countOf(same.length, 'row')}, first in ${rowWord(table, item)} ${first?.line})`,
    );
  }
  if (byFrequency.length > shownNotes)
    console.error(`Note: ${countOf(byFrequency.length - shownNotes, 'more note')}${more && `; ${more}`}`);
}

/** Prints the first errors of a file, some of each kind, and how many more there are. */
export function printRowErrors(errors: readonly RowError[], table: FileTable, { item, more = '' }: FindingOptions): void {
  const word = rowWord(table, item);
  const kinds = Map.groupBy(errors, ({ column, reason }) => `${column} ${reason}`);
  const ofEach = Math.min(kinds.size > 1 ? shownOfKind : shownErrors, Math.floor(shownErrors / kinds.size) || 1);
  const chosen = new Set([...kinds.values()].flatMap((same) => same.slice(0, ofEach)));
  const shown = errors.filter((error) => chosen.has(error)).slice(0, shownErrors);
  for (const error of shown) {
    const { line, column, value } = error;
    // Where a cell is empty, what its row begins with says which row that is.
    const cells = value === '' ? (table.rows.find((row) => row.line === line)?.cells ?? []) : [];
    const begins = cells.map((cell) => excerptOf(writtenIn(cell))).find((text) => text !== '');
    console.error(`${word} ${line}${begins ? ` (${begins})` : ''}, ${column}${value === '' ? '' : ` "${value}"`}: ${reasonOf(error)}`);
  }
  if (errors.length > shown.length) console.error(`... and ${formatCount(errors.length - shown.length)} more${more && `; ${more}`}`);
}
