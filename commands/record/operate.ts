import { hash } from 'node:crypto';
import { projectNamed } from '#server/domain/projects/find.ts';
import { findSame, operate } from '#server/domain/record/book/operate.ts';
import { readRequest } from '#server/domain/record/book/operation.ts';
import type { ChosenUnits } from '#server/domain/record/book/pick-units.ts';
import { findLog, ownOrigin } from '#server/domain/record/log/log.ts';
import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { findEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { countOf, someOf } from '#shared/lib/text/numbers.ts';
import { factNames, type Operation } from '#shared/schemas/record.ts';
import { textIn } from '#verify/certificate.ts';
import { type OperationKind, projectsOf, type RecordEntry, type RecordLine, type TextField, unitsOf } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';
import { entryNumber } from '#verify/text.ts';
import { ask, pairsOf, sayProject } from '../run.ts';

type Options = { key: string | undefined; dryRun: boolean; isMeantAgain: boolean };

/**
 * Carries out an operation, and prints the entries that it names, in words, before it is done, and then what was done: its receipt as JSON
 * on stdout, all else on stderr. A dry run says what would be done. @returns the exit code.
 */
export async function runOperation(kind: OperationKind, words: string[], { key, dryRun, isMeantAgain }: Options): Promise<number> {
  const operation = await namedByRegistry({ kind, request: readRequest(kind, pairsOf(words)) } as Operation);
  const { size } = (await findLog()) ?? { size: 0 };
  await printNamed(operation);
  if (key === undefined && !dryRun && !isMeantAgain) await confirmRepeated(operation);
  // What is said twice at once, before either is stored, is one operation.
  const own = hash('sha256', JSON.stringify([operation, size]));
  const receipt = await operate(operation, { key: `cli:${key ?? own}`, dryRun });
  const said = `${entryNamed(receipt.entry)}: ${sayOperation(receipt)}`;
  if (dryRun) {
    console.log(`Dry run, nothing was stored. It would be ${said}`);
    for (const units of sayUnits(receipt.confirmed ?? receipt.lines)) console.log(`  ${units}`);
    return 0;
  }
  console.error(`${receipt.replayed ? 'Stood already' : 'Done'}, ${said}`);
  console.log(JSON.stringify({ ...receipt, checkpoint: undefined }, null, 2));
  if (receipt.checkpoint === null)
    console.error('The entry is stored. It is not signed yet: the site does that within a quarter of an hour.');
  return 0;
}

/** Returns an operation with the slugs of projects that are bare numbers, as a person reads them in a registry. @throws Error */
async function namedByRegistry({ kind, request }: Operation): Promise<Operation> {
  const { project, projects } = request as ChosenUnits;
  const named = async (reference: string) => (/\D/.test(reference) ? reference : (await projectNamed(reference)).slug);
  const slugs = {
    ...(project && { project: await named(project) }),
    ...(projects && { projects: await Promise.all(projects.map(async (one) => ({ ...one, project: await named(one.project) }))) }),
  };
  return { kind, request: { ...request, ...slugs } } as Operation;
}

/** Asks whether an operation that stands already is meant once more. @throws Error if not, or if there is nobody to ask. */
async function confirmRepeated(operation: Operation): Promise<void> {
  const same = await findSame(operation);
  if (!same) return;
  const stands = `The same stands already: ${entryNamed(same.index)}, of ${same.time.toISOString()} (npm run record -- show entry ${same.index}).`;
  if (!process.stdin.isTTY) throw new Error(`${stands} Nothing was stored. If it is meant once more: --again.`);
  if (!(await ask(`${stands}\nIs it meant once more?`))) throw new Error('Nothing was stored.');
}

/** The fields of requests that name entries, one by its certificate. */
const naming = ['entry', 'reservation', 'assignment', 'transfer', 'retire', 'ownersFirst', 'certificate'];
/** How many ranges of an entry that is named are printed. */
const shownRanges = 5;

/** Prints the entries that an operation names. One that does not exist is left to the operation. */
async function printNamed({ request }: Operation): Promise<void> {
  for (const [field, value] of Object.entries(request).filter(([name]) => naming.includes(name)))
    for (const one of [value].flat()) {
      const found = await (typeof one === 'number' ? findEntry(one) : findCertificate(String(one)));
      if (!found) continue;
      console.error(`${field}=${one} is ${sayEntry(found)}`);
      if (found.entry.lines.length > 0) console.error(`  ${someOf(sayUnits(found.entry.lines), shownRanges, '\n  ')}`);
    }
}

/** Names an entry: people count from 1; what a command takes, from 0. */
export const entryNamed = (index: number) => `entry ${entryNumber(index)} (index ${index})`;

/** Says what an entry is, with what is stated in it or stands beside it. */
export function sayEntry({ index, entry, texts }: ReadEntry): string {
  const facts = factNames.flatMap((name) => {
    const value = textIn(texts[name as TextField]) ?? (name in texts ? null : entry[name]);
    return value ? [`${name} ${JSON.stringify(value)}`] : [];
  });
  return [`${entryNamed(index)}, of ${entry.time}: ${sayOperation(entry)}`, ...facts].join('; ');
}

type Said = Pick<RecordEntry, 'kind' | 'project' | 'lines' | 'quantity' | 'confirmed'> & { certificate?: string | null | undefined };

/** Says what an operation does, to how many units of which projects. */
export function sayOperation({ kind, certificate, ...of }: Said): string {
  const quantity = unitsOf(of);
  const projects = projectsOf({ ...of, lines: of.confirmed ?? of.lines }).map(({ title, slug, registryId }) =>
    sayProject(title, slug, registryId),
  );
  const what = quantity > 0 ? `${kind} ${countOf(quantity, 'unit')} of` : `${kind}, about`;
  return [projects.length > 0 ? `${what} ${projects.join(' and ')}` : kind, ...(certificate ? [certificate] : [])].join(', ');
}

/** Says which units the lines of an entry are. */
export const sayUnits = (lines: readonly RecordLine[]) =>
  lines.map(
    ({ status, ...line }) =>
      `batch ${line.batch}: ${printSerial(line)} (${registryName(line.registry)}, ${line.vintageStart} to ${line.vintageEnd}, ${line.issuance}${status ? `, ${status}` : ''})`,
  );

/** `isConfirmed`: with --yes; `hasDryRun`: a program that runs the command need not confirm, because a dry run of it shows the name. */
type NameOptions = { isConfirmed: boolean; dryRun: boolean; hasDryRun?: boolean };

/**
 * Shows the name that the log gets with its first entry and keeps for ever, and asks a person at a terminal whether it is right. Does
 * nothing once the log has begun.
 * @throws Error if the answer is no, or if there is nobody to ask.
 */
export async function confirmLogName({ isConfirmed, dryRun, hasDryRun = false }: NameOptions): Promise<void> {
  if ((isConfirmed && !dryRun) || (await findLog())) return;
  const name = `The first entry begins the log, and fixes its name for ever: ${ownOrigin()} (RECORD_ORIGIN, or else the host of PUBLIC_URL).`;
  if (dryRun || (hasDryRun && !process.stdin.isTTY)) console.error(name);
  else if (!process.stdin.isTTY)
    throw new Error(`${name} If it is right, run the command again with --yes; else set RECORD_ORIGIN. Nothing was stored.`);
  else if (!(await ask(`${name}\nIs it right?`))) throw new Error('Nothing was stored. Set RECORD_ORIGIN, and run the command again.');
}
