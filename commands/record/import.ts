import { withBar } from '#commands/run.ts';
import { printNotes, printReading, printRowErrors, readRows, shownNotes } from '#commands/tables.ts';
import { withConnection } from '#db/connection.ts';
import { type ImportKind, type ImportOptions, type ImportResult, importFile } from '#server/domain/record/import/import-file.ts';
import { unitRows } from '#server/domain/record/import/unit-columns.ts';
import { learnLastSignedFromWitnesses } from '#server/domain/record/log/witnesses.ts';
import { databaseUrl } from '#server/platform/database/pool.ts';
import { advisoryLocks } from '#server/platform/database/query.ts';
import { type FileTable, type ReadOptions, rowWord } from '#server/platform/tables/read-table.ts';
import { countOf, someOf } from '#shared/lib/text/numbers.ts';
import { unitsOf } from '#verify/entry.ts';
import { printSerial } from '#verify/serials.ts';
import { formatCount } from '#verify/text.ts';
import { confirmLogName, sayOperation, sayUnits } from './operate.ts';

/** How many operations a dry run shows. */
const shownOperations = 200;
const singular: Record<ImportKind, string> = { batches: 'batch', retirements: 'retirement', confirmations: 'confirmation' };

/**
 * Imports a file of units and prints the outcome: results on stdout, columns, errors and notes on stderr. The exit code is 1 if the file
 * was rejected.
 * @throws Error that explains what is wrong with the file or its columns as a whole.
 */
export async function importUnits(
  kind: ImportKind,
  file: string,
  { isConfirmed, ...options }: ImportOptions & ReadOptions & { isConfirmed: boolean },
): Promise<void> {
  const table = await readRows(file, unitRows, options);
  await learnLastSignedFromWitnesses();
  await confirmLogName({ isConfirmed, dryRun: options.dryRun ?? false, mayRunUnattended: true });
  const run = () => withBar((progress) => importFile(kind, table, { ...options, progress }));
  const result = await (options.dryRun ? run() : alone(run));
  printOutcome(kind, table, result, options);
  if (result.errors.length > 0 || result.needsHeld) process.exitCode = 1;
}

/** Runs an import, unless another runs: both would look at the record before either had changed it. @throws Error then. */
function alone<Result>(run: () => Promise<Result>): Promise<Result> {
  return withConnection(databaseUrl(), async (sql) => {
    const [lock] = await sql`select pg_try_advisory_lock(${advisoryLocks.importUnits}) as "isFree"`;
    if (!lock?.isFree)
      throw new Error('Another file is being imported to the record, perhaps with the same rows. Wait until it has ended.');
    return run();
  });
}

function printOutcome(kind: ImportKind, table: FileTable, result: ImportResult, { held, dryRun }: ImportOptions): void {
  const { imported, errors, needsHeld, recorded } = result;
  printFindings(table, result);
  if (errors.length > 0) {
    printRowErrors(errors, table, { item: 'item' });
    console.error(
      imported.length === 0 || dryRun
        ? 'Nothing was stored.'
        : `The ${countOf(imported.length, 'operation')} before it ${imported.length === 1 ? 'was' : 'were'} stored: others changed the book meanwhile. Import the same file again to go on; what is stored is recognised.`,
    );
    return;
  }
  const isStored = !dryRun && !needsHeld;
  if (!isStored) printOperations(table, imported);
  const sum = (some: typeof imported) => `${countOf(some.length, singular[kind], kind)}, ${countOf(unitsIn(some), 'unit')}`;
  const now = imported.filter(({ receipt }) => !receipt.replayed);
  const before = imported.filter(({ receipt }) => receipt.replayed);
  const counted = [
    `${isStored ? '' : 'Nothing was stored. It would be: '}${sum(now)}`,
    ...(before.length > 0 ? [`imported before: ${sum(before)}`] : []),
    ...(recorded.length > 0 ? [`${countOf(recorded.length, 'row')} left out, on the record already`] : []),
  ];
  console.log(`${counted.join('; ')}.`);
  if (kind !== 'batches') return;
  for (const [project, rows] of Map.groupBy(now, ({ receipt }) => receipt.project?.slug))
    console.log(`  ${project}: ${countOf(unitsIn(rows), 'unit')}`);
  if (held) console.log(`Held according to: ${held}`);
  else if (needsHeld)
    console.error(
      'The file says that these units exist, not that Carma holds them. Say where that is stated: --held "account statement of 2026-11-20" (public, in the log itself: no names)',
    );
}

/** Prints how the file was read: its format and columns, what was left out, and what differs from the record. */
function printFindings(table: FileTable, { mapping, notes, recorded, leftOut, retiredOnlyHere, uncompared }: ImportResult): void {
  const row = rowWord(table, 'item');
  printReading(table, mapping, { noun: 'row', known: mapping.file && `This is ${mapping.file.name}.` });
  printNotes(notes, table, { item: 'item' });
  for (const { kind: other, rows, units, lines = [] } of leftOut)
    console.error(
      `Left out: ${countOf(rows, 'row')} whose units are ${other}, ${countOf(units, 'unit')}${lines.length > 0 ? ` (${row} ${someOf(lines, shownNotes)})` : ''}`,
    );
  printSome('On the record already', recorded, ({ line, certificate }) => `${row} ${line} is ${certificate}`);
  printSome('Differs', retiredOnlyHere, ({ certificate, says, ...units }) => {
    return `${certificate}, ${printSerial(units)}: retired here, ${says ? `and the file says ${says}` : 'and not in the file'}`;
  });
  if (retiredOnlyHere.length > shownNotes) console.error('All of them: npm run record -- unconfirmed');
  const names = uncompared.map((name) => JSON.stringify(name));
  if (names.length > 0)
    console.error(`Note: not compared with our accounts, because RECORD_ACCOUNTS is not set: ${someOf(names, shownNotes)}`);
}

/** Prints the first of a list, and how many more there are. */
function printSome<One>(heading: string, list: readonly One[], say: (one: One) => string): void {
  for (const one of list.slice(0, shownNotes)) console.error(`${heading}: ${say(one)}`);
  if (list.length > shownNotes) console.error(`${heading}: ... and ${formatCount(list.length - shownNotes)} more`);
}

/** Prints what a file would store. */
function printOperations(table: FileTable, imported: ImportResult['imported']): void {
  const row = rowWord(table, 'item');
  for (const { line, beneficiary, receipt } of imported.slice(0, shownOperations)) {
    const whom = beneficiary === undefined ? '' : ` for ${JSON.stringify(beneficiary)}`;
    console.log(`${row} ${line}: ${sayOperation(receipt)}${whom}: ${sayUnits(receipt.confirmed ?? receipt.lines).join('; ')}`);
  }
  if (imported.length > shownOperations) console.log(`... and ${countOf(imported.length - shownOperations, 'more operation')}`);
}

const unitsIn = (imported: ImportResult['imported']) => imported.reduce((sum, { receipt }) => sum + unitsOf(receipt), 0);
