import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sayProject, UsageError, withCatalogue } from '#commands/run.ts';
import { printNotes, printReading, printRowErrors, readRows, shownNotes } from '#commands/tables.ts';
import { projectNamed } from '#server/domain/projects/find.ts';
import { type CatalogueImportOptions, type FieldChange, importCatalogue } from '#server/domain/projects/import/import-catalogue.ts';
import {
  type FieldName,
  isDerived,
  mapColumns,
  type ProjectMapOptions,
  type ProjectMapping,
  projectRows,
} from '#server/domain/projects/import/map-columns.ts';
import { countSamples } from '#server/domain/projects/withdrawal.ts';
import { type DecimalMark, excerptOf, namesOtherCurrency } from '#server/platform/tables/cells.ts';
import { csvOf } from '#server/platform/tables/list-file.ts';
import { type FileTable, type ReadOptions, reasonOf } from '#server/platform/tables/read-table.ts';
import { plainName } from '#server/platform/tables/rows.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countOf, someOf } from '#shared/lib/text/numbers.ts';
import { formatCount } from '#verify/text.ts';

/**
 * Imports a file and prints the outcome: results on stdout, errors and notes on stderr. The exit code is 1 if the file was rejected.
 * @throws Error that explains what is wrong with the file or the mapping as a whole.
 */
export async function importCatalogueFile(file: string, options: ProjectMapOptions & ReadOptions & ImportCommandOptions): Promise<void> {
  const table = await readRows(file, projectRows, options);
  const { result, samples } = await withCatalogue(async () => {
    const mapping = mapColumns(table, options);
    const known = mapping.file && `Recognised as a registry's list of projects: ${mapping.file.standard}.`;
    printReading(table, mapping, { noun: 'project', known, unused: (column) => sayUnused(column, mapping) });
    return { result: await importCatalogue(table, mapping, options), samples: await countSamples() };
  });
  printProblems(table, result, options);
  console.log(outcome(basename(file), result, options));
  if (options.report)
    await writeReport(options.report, result).catch((error: Error) => {
      console.error(`The report could not be written: ${error.message}. What is said above holds.`);
    });
  if (samples > 0)
    console.log(`The catalogue has ${countOf(samples, 'invented sample')}. To delete all: npm run catalogue -- remove-samples`);
  if (result.isRejected) process.exitCode = 1;
}

type ImportResult = Awaited<ReturnType<typeof importCatalogue>>;
type ImportCommandOptions = CatalogueImportOptions & {
  dryRun: boolean;
  /** The file to which all bad rows and notes are written, as CSV. */
  report?: string | undefined;
};

/** What becomes of projects that are on sale and not in a file, by the word of --missing. */
const missingBecome = {
  keep: 'kept as they are (--missing not-yet-on-sale, or --missing withdraw)',
  'not-yet-on-sale': 'no longer on sale',
  withdraw: 'withdrawn',
} satisfies Record<NonNullable<CatalogueImportOptions['missing']>, string>;

/** What registries call the column of a project's credits that are neither retired nor cancelled, as `plainName` has it. */
const remainingNames = ['remaining', 'creditsremaining', 'totalcreditsremaining', 'totalcreditsoutstanding'];

/** How a column of prices may be called, and a column of what is sold. */
const priceNames = /price|cost|rate|ask|offer|gbp|pound|£/i;
const volumeNames = /quantit|qty|volume|tonnes|tco2e|^(?:amount|units|credits)$/i;

/** Says why a column is not read; undefined for a column of our own export that follows from others. */
function sayUnused(column: string, mapping: ProjectMapping): string | undefined {
  if (isDerived(column, mapping)) return undefined;
  const ids = mapping.columns[mapping.positions.get('externalId') ?? -1];
  if (ids !== undefined && projectRows.aliasesOf('externalId').includes(plainName(column)))
    return `not used: the ids are those of "${ids}"`;
  if (namesOtherCurrency(column)) return 'not used: prices are in pounds';
  const isPriced = mapping.positions.has('price') || mapping.positions.has('pricePerCredit');
  if (mapping.isPartial && !isPriced && priceNames.test(column))
    return `not used. If it is the price in pounds: --map ${JSON.stringify(column)}=price`;
  if (isPriced && !mapping.positions.has('availableCredits') && volumeNames.test(column))
    return `not used. If it is what you sell: --map ${JSON.stringify(column)}=availableCredits`;
  if (!remainingNames.includes(plainName(column))) return 'not used';
  return `not used: the registry's total. If it is what you sell: --map ${JSON.stringify(column)}=availableCredits`;
}

/** Prints the errors and notes of an import on stderr; in a dry run also what would change. */
function printProblems(table: FileTable, result: ImportResult, { dryRun, report, missing = 'keep' }: ImportCommandOptions): void {
  const more = report ? `all are in ${report}` : '--report FILE writes all of them';
  printNotes(result.notes, table, { item: 'project', more });
  const counted: [number, string][] = [
    [result.withoutPrice, 'without a price: not yet on sale'],
    [result.withoutAvailability, 'with a price, but without availableCredits: not yet on sale'],
    [result.keptFromBook, 'with batches on the record: the available credits are counted from the record, not taken from the file'],
  ];
  for (const [count, what] of counted) if (count > 0) console.error(`Note: ${countOf(count, 'project')} ${what}`);
  if (result.notInFile.length > 0)
    console.error(
      `Note: on sale and not in the file, ${missingBecome[missing]}: ${countOf(result.notInFile.length, 'project')} (${someOf(result.notInFile, shownNotes)})`,
    );
  printRowErrors(result.errors, table, { item: 'project', more });
  if (dryRun) printChanges(result);
}

/** Says in a sentence what an import of `file` did. */
function outcome(file: string, result: ImportResult, { dryRun, skipBad, missing = 'keep' }: ImportCommandOptions): string {
  const { created, updated, unchanged, errors, isRejected } = result;
  const bad = new Set(errors.map(({ line }) => line)).size;
  const counts = `${formatCount(created)} created, ${formatCount(updated)} updated, ${formatCount(unchanged)} unchanged`;
  if (isRejected) {
    const advice = skipBad ? `With --missing ${missing}, no bad row is skipped.` : 'Correct the file, or skip what is bad with --skip-bad.';
    return `${file} has ${countOf(bad, 'bad row')}: nothing was ${dryRun ? 'or would be ' : ''}stored. ${advice} The rest: ${counts}.`;
  }
  const skipped = skipBad && bad > 0 ? `, ${countOf(bad, 'bad row')} skipped` : '';
  const ended = missing === 'keep' ? 0 : result.notInFile.length;
  const all = `${counts}${skipped}${ended > 0 ? `, ${formatCount(ended)} of the others ${missingBecome[missing]}` : ''}.`;
  if (dryRun) return `Dry run, nothing was stored. It would be: ${all}`;
  return `${all}${created + updated + ended === 0 ? ' Nothing changed.' : ''}`;
}

async function writeReport(file: string, { errors, notes }: Pick<ImportResult, 'errors' | 'notes'>): Promise<void> {
  const rows = [
    ...errors.map((error) => ({ kind: 'bad', ...error, reason: reasonOf(error) })),
    ...notes.map((note) => ({ kind: 'note', ...note })),
  ];
  await writeFile(file, csvOf(['kind', 'line', 'column', 'value', 'reason'], rows));
}

/** Prints what would change, field by field: old, then new; of new projects, what they would be. */
function printChanges({ changes, updated }: ImportResult): void {
  const projects = Map.groupBy(changes, ({ slug }) => slug);
  const changed = [...projects.values()].filter(([first]) => !first?.isNew);
  for (const change of changed.flat()) console.error(`  ${change.slug}: ${changeText(change)}`);
  if (changed.length < updated) console.error(`  ... and in ${countOf(updated - changed.length, 'more project')}`);
  if (projects.size > changed.length) console.error('The first new projects:');
  for (const [slug, fields] of projects) {
    const shown = fields.filter(({ field, after }) => after && !unsaid.includes(field));
    if (fields[0]?.isNew)
      console.error(`  ${slug}: ${shown.map(({ field, after }) => `${field} ${excerptOf(shownValue(field, after))}`).join(' | ')}`);
  }
}

/** Fields of a new project that are not printed: the slug stands before the others, and the rest is the same for most. */
const unsaid: readonly string[] = ['slug', 'imageUrl', 'featured', 'status'] satisfies FieldName[];

function shownValue(field: string, value: string | null): string {
  return !value ? 'nothing' : field === 'pricePerCredit' ? formatPounds(Number(value)) : value;
}

function changeText({ field, before, after }: FieldChange): string {
  return `${field} ${shownValue(field, before)} → ${shownValue(field, after)}`;
}

/**
 * Changes fields of one project, and prints old and new values on stdout, and on stderr what is wrong. The exit code is 1 if the values
 * were refused, and nothing was stored.
 * @throws UsageError for a field that is given twice, is unclear or cannot be set so; Error that names an unknown field, and the one that
 * was probably meant, or an unknown project.
 */
export async function setFields(
  reference: string,
  values: Record<string, string>,
  options: { dryRun: boolean; decimal?: DecimalMark | undefined },
): Promise<void> {
  const names = Object.keys(values);
  const fields = names.map(projectRows.fieldNamed);
  const repeated = fields.find((field, index) => fields.indexOf(field) < index);
  if (repeated) throw new UsageError(`"${repeated}" is given twice.`);
  if (fields.includes('slug'))
    throw new UsageError("A slug is not set here. Import the project's row with its external id and the new slug.");
  const kept = fields.find((field, at) => (field === 'externalId' || field === 'status') && values[names[at] ?? ''] === '');
  if (kept) throw new UsageError(`"${kept}" is replaced, never cleared.`);
  if (names.some((name) => name !== 'pricePerCredit' && plainName(name) === 'pricepercredit'))
    throw new UsageError('Say which is meant: price, in pounds, or pricePerCredit, in pence.');
  const { project, changes } = await withCatalogue(async () => {
    const { title, slug, externalId } = await projectNamed(reference);
    const project = sayProject({ title, slug, id: externalId });
    const row = { line: 1, cells: [slug, ...Object.values(values)] };
    const table: FileTable = { format: 'json', columns: ['slug', ...names], rows: [row] };
    // What a person types for one project is meant: it is of the field that is named, and a word that the field does not have is refused.
    const map = Object.fromEntries(names.map((name, at) => [name, fields[at] ?? '']));
    const mapping = mapColumns(table, { map, decimal: options.decimal, isPartial: true });
    const preview = await importCatalogue(table, mapping, { dryRun: true });
    const refused = preview.errors.map(({ column, value, reason }) => `${column}${value === '' ? '' : ` "${value}"`}: ${reason}`);
    if (fields.includes('availableCredits') && preview.keptFromBook > 0)
      refused.push('availableCredits: is counted from the record, which has units of this project (npm run record -- show)');
    if (preview.errors.some(({ column }) => projectRows.aliasesOf('status').includes(plainName(column))))
      refused.push('To take a project out of the catalogue: withdraw');
    for (const line of refused) console.error(line);
    if (refused.length > 0) return { project };
    for (const { column, value, reason } of preview.notes) console.error(`Note: ${column} "${value}": ${reason}`);
    if (!options.dryRun && (await importCatalogue(table, mapping)).isRejected)
      throw new Error(`${slug} has changed meanwhile, and nothing was stored. Run the command again.`);
    return { project, changes: preview.changes };
  });
  const ending = options.dryRun ? '. Dry run, nothing was stored.' : '.';
  if (!changes) {
    console.error(`${project} was not changed${ending}`);
    process.exitCode = 1;
  } else {
    for (const change of changes) console.log(changeText(change));
    const changed = options.dryRun ? 'would be changed' : 'is changed';
    console.log(`${project} ${changes.length === 0 ? 'is unchanged' : changed}${ending}`);
  }
}
