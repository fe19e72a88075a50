import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import type { ParsedCatalogue } from '#server/domain/projects/import/parse-catalogue.ts';
import type { Note, RowError } from '#server/domain/projects/import/parse-row.ts';
import type { Table } from '#server/domain/projects/import/read-rows.ts';
import type { StoreResult } from '#server/domain/projects/import/store.ts';
import { csvFile } from '#server/platform/csv.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { formatCount, projectCount } from '#src/lib/text/numbers.ts';

export type ReportOptions = {
  dryRun: boolean;
  skipBad?: boolean;
  /** The file to which all bad rows and notes are written, as CSV. */
  report?: string | undefined;
};

/** How many are printed; the report has them all. */
const shownErrors = 20;
const shownNotes = 10;

/** Prints which column was read as which field. */
export function printMapping({ mapping }: ParsedCatalogue, { columns, rows, format }: Table): void {
  console.error(`${projectCount(rows.length)}, ${format.toUpperCase()}.`);
  for (const { column, field } of mapping.guessed)
    console.error(`  column "${column}" is read as ${field}${field === 'price' ? ' (pounds)' : ''}`);
  for (const [field, position] of mapping.positions)
    if (field === 'price' && columns[position] === 'price') console.error('  column "price" is in pounds');
  for (const [field, value] of mapping.constants) console.error(`  ${field} is "${value}" for rows without a value`);
  if (mapping.unused.length > 0) console.error(`  not used: ${mapping.unused.join(', ')}`);
}

/** Prints the errors and notes of an import on stderr; in a dry run also what would change. */
export function printFindings(table: Table, catalogue: ParsedCatalogue, result: StoreResult, { dryRun, report }: ReportOptions): void {
  const row = table.format === 'csv' ? 'line' : 'project';
  printNotes(catalogue.notes, row);
  const unpriced = catalogue.projects.filter(({ pricePerCredit }) => pricePerCredit === null).length;
  if (unpriced > 0) console.error(`Note: ${formatCount(unpriced)} have no price; a new project without one is "not yet on sale"`);
  if (result.keptFromBook > 0)
    console.error(
      `Note: ${projectCount(result.keptFromBook)} with batches on the record: the available credits are counted from the record, not taken from the file`,
    );
  printErrors(result.errors, row, report);
  if (!dryRun) return;
  printSample(catalogue);
  printChanges(result);
}

/** Says in a sentence what an import of `file` did. */
export function outcome(file: string, result: StoreResult, { dryRun, skipBad }: ReportOptions): string {
  const { created, updated, unchanged, errors, rejected } = result;
  const bad = new Set(errors.map(({ line }) => line)).size;
  const counts = `${formatCount(created)} created, ${formatCount(updated)} updated, ${formatCount(unchanged)} unchanged`;
  if (rejected) {
    const advice = 'Correct them, or skip them with --skip-bad.';
    return `${file} has ${formatCount(bad)} bad ${bad === 1 ? 'row' : 'rows'}: nothing was ${dryRun ? 'or would be ' : ''}stored. ${advice} The rest: ${counts}.`;
  }
  const skipped = skipBad && bad > 0 ? `, ${formatCount(bad)} bad ${bad === 1 ? 'row' : 'rows'} skipped` : '';
  if (dryRun) return `Dry run, nothing was stored. It would be: ${counts}${skipped}.`;
  return `${counts}${skipped}.${created + updated === 0 ? ' Nothing changed.' : ''}`;
}

/** Writes all bad rows and notes to a file, as CSV. */
export async function writeReport(file: string, errors: RowError[], notes: Note[]): Promise<void> {
  const rows = [...errors.map((error) => ({ kind: 'bad', ...error })), ...notes.map((note) => ({ kind: 'note', ...note }))];
  const stream = createWriteStream(file);
  stream.end(stringify(rows, { ...csvFile, columns: ['kind', 'line', 'column', 'value', 'reason'], bom: true }));
  await finished(stream);
}

/** Prints notes grouped by kind, because a file may have thousands. */
function printNotes(notes: Note[], row: string): void {
  const kinds = Map.groupBy(
    notes,
    ({ column, value, reason }) => `${column}${value && reason.startsWith('is ') ? ` "${value}"` : ''}: ${reason}`,
  );
  const byFrequency = [...kinds].toSorted(([, a], [, b]) => b.length - a.length);
  for (const [text, { length, 0: first }] of byFrequency.slice(0, shownNotes))
    console.error(`Note: ${text} (${formatCount(length)} ${length === 1 ? 'row' : 'rows'}, first in ${row} ${first?.line})`);
  if (byFrequency.length > shownNotes)
    console.error(`Note: ${formatCount(byFrequency.length - shownNotes)} more notes; --report FILE writes all of them`);
}

function printErrors(errors: RowError[], row: string, report?: string): void {
  for (const { line, column, value, reason } of errors.slice(0, shownErrors))
    console.error(`${row} ${line}, ${column}${value === '' ? '' : ` "${value}"`}: ${reason}`);
  if (errors.length > shownErrors)
    console.error(
      `... and ${formatCount(errors.length - shownErrors)} more; ${report ? `all are in ${report}` : '--report FILE writes all of them'}`,
    );
}

function printSample({ projects }: ParsedCatalogue): void {
  const sample = projects
    .slice(0, 3)
    .map(({ slug, title, category, verificationStandard, location, country, pricePerCredit, availableCredits }) => ({
      slug,
      title: [...title].slice(0, 40).join(''),
      category,
      standard: verificationStandard,
      place: `${location}${country ? ` (${country})` : ''}`,
      price: pricePerCredit === null ? 'no price' : formatPounds(pricePerCredit),
      available: availableCredits === null ? 'not stated' : formatCount(availableCredits),
    }));
  if (sample.length > 0) console.error('The first projects:');
  for (const project of sample) console.error(`  ${Object.values(project).join(' | ')}`);
}

/** Prints what would change, field by field: old, then new. */
function printChanges({ changes, updated }: StoreResult): void {
  for (const { slug, field, before, after } of changes) console.error(`  ${slug}: ${field} ${before ?? 'nothing'} → ${after ?? 'nothing'}`);
  const projects = new Set(changes.map(({ slug }) => slug)).size;
  if (projects < updated) console.error(`  ... and in ${formatCount(updated - projects)} more projects`);
}
