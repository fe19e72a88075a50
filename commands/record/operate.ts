import { hash } from 'node:crypto';
import { confirm, pairsOf, sayProject, UsageError } from '#commands/run.ts';
import { projectNamed } from '#server/domain/projects/find.ts';
import { mapReferences } from '#server/domain/record/book/decide.ts';
import { findSame, operate } from '#server/domain/record/book/operate.ts';
import { findEntryNamed, readRequest } from '#server/domain/record/book/operation.ts';
import { findLog, ownOrigin } from '#server/domain/record/log/log.ts';
import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { findEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { own } from '#shared/lib/input/own.ts';
import { countOf, someOf } from '#shared/lib/text/numbers.ts';
import { entryFields, factNames, type Operation, type RequestField } from '#shared/schemas/record.ts';
import { textIn } from '#verify/certificate.ts';
import { type OperationKind, projectsOf, type RecordEntry, type RecordLine, type TextField, textFields, unitsOf } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';
import { entryNamed, entryNumber } from '#verify/text.ts';

type Options = { key: string | undefined; dryRun: boolean; isMeantAgain: boolean; isConfirmed: boolean };

/**
 * Carries out an operation, and prints the entries that it names, in words, before it is done, and then what was done: its receipt, but for
 * the checkpoint, as JSON on stdout, all else on stderr. A dry run says on stdout what would be done.
 */
export async function runOperation(
  kind: OperationKind,
  words: string[],
  { key, dryRun, isMeantAgain, isConfirmed }: Options,
): Promise<void> {
  const operation = await mapReferences({ kind, request: readRequest(kind, await withEntry(kind, pairsOf(words))) } as Operation, checked);
  const { size } = (await findLog()) ?? { size: 0 };
  const named = await findNamed(operation);
  for (const [does, found] of named) {
    console.error(`This ${does} ${sayEntry(found)}`);
    if (found.entry.lines.length > 0) console.error(`  ${someOf(sayUnits(found.entry.lines), shownRanges, '\n  ')}`);
  }
  const same = key === undefined && !dryRun && !isMeantAgain ? await findSame(operation) : undefined;
  if (same) {
    const name = entryNamed(same.index);
    const text = `The same stands already: ${name}, of ${same.time.toISOString()} (npm run record -- show ${name}).`;
    await confirm(text, { isIt: 'meant once more', option: '--again' });
  }
  if (kind === 'correct' && !dryRun && !isConfirmed)
    await confirm('A correction is public for good.', { isIt: 'the entry that is meant', option: '--yes' });
  // Of two equal commands that run at once, one is carried out: both see a log of the same size, and have the same key.
  const fallback = hash('sha256', JSON.stringify([operation, size]));
  const receipt = await operate(operation, { key: `cli:${key ?? fallback}`, actor: 'operator', dryRun });
  const result = [
    `${entryNamed(receipt.entry)}: ${sayOperation(receipt)}`,
    ...named.map(([does, found]) => `${does} ${sayEntry(found)}`),
  ].join('; ');
  if (dryRun) {
    console.log(`Dry run, nothing was stored. It would be ${result}`);
    for (const units of sayUnits(receipt.confirmed ?? receipt.lines)) console.log(`  ${units}`);
    return;
  }
  console.error(`${receipt.replayed ? 'Stood already' : 'Done'}, ${result}`);
  const { entry: entryIndex, checkpoint, ...facts } = receipt;
  console.log(JSON.stringify({ entryIndex, ...facts }, null, 2));
  if (checkpoint === null) console.error('The entry is stored. It is not signed yet: the site does that within a quarter of an hour.');
}

/** Returns a reference to a project, once it is sure which a person means by a bare number: the API reads it as an id of ours first. */
async function checked(reference: string): Promise<string> {
  if (!/\D/.test(reference)) await projectNamed(reference);
  return reference;
}

/** Returns the words of a correction, which may name its entry by a certificate, with that entry's number; any others as they are. */
async function withEntry(kind: OperationKind, words: Record<string, string>): Promise<Record<string, string>> {
  const { certificate, entry, ...others } = words;
  const named = certificate ?? entry;
  if (kind !== 'correct' || named === undefined) return words;
  if (certificate !== undefined && entry !== undefined) throw new UsageError('Give entry or certificate: both name what is wrong');
  const { index } = await findEntryNamed(named, entry === undefined ? 'certificate' : 'entry');
  return { ...others, entry: entryNumber(index) };
}

/** The fields of requests that name entries, by index or by certificate, and what the operation does with each. */
const naming: Readonly<Partial<Record<RequestField, string>>> = {
  ...Object.fromEntries(entryFields.map((field) => [field, 'takes units of'])),
  ...{ entry: 'corrects', certificate: 'confirms' },
  retire: 'retires units of',
  ownersFirst: 'serves first',
};
/** The most ranges that are printed of an entry that an operation names. */
const shownRanges = 5;

/** Returns the entries that an operation names, with what it does with each. One that does not exist is left to the operation. */
async function findNamed({ request }: Operation): Promise<(readonly [does: string, found: ReadEntry])[]> {
  const named = Object.entries(request).flatMap(([field, value]) => [value].flat().map((one) => [own(naming, field), one] as const));
  const found = named.map(async ([does, one]) => {
    const entry = does && (await (typeof one === 'number' ? findEntry(one) : findCertificate(String(one))));
    return entry ? [[does, entry] as const] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Says what an entry is, with what is stated in it or stands beside it. */
export function sayEntry({ index, entry, texts }: ReadEntry): string {
  const title = entry.certificate === undefined ? entryNamed(index) : `${entry.certificate} (${entryNamed(index)})`;
  const facts = factNames.flatMap((name) => {
    // Under the name of a text the entry itself has only a hash.
    const value = textIn(texts[name as TextField]) ?? ((textFields as readonly string[]).includes(name) ? null : entry[name]);
    return value ? [`${name} ${JSON.stringify(value)}`] : [];
  });
  return [`${title}, of ${entry.time}: ${sayOperation({ ...entry, certificate: null })}`, ...facts].join('; ');
}

type Sayable = Pick<RecordEntry, 'kind' | 'project' | 'lines' | 'quantity' | 'confirmed'> & { certificate?: string | null | undefined };

/** Says what an operation does, to how many units of which projects. */
export function sayOperation({ kind, certificate, ...of }: Sayable): string {
  const quantity = unitsOf(of);
  const projects = projectsOf(of).map(({ title, slug, registryId }) => sayProject({ title, slug, id: registryId }));
  const what = quantity > 0 ? `${kind} ${countOf(quantity, 'unit')} of` : `${kind}, about`;
  return [projects.length > 0 ? `${what} ${projects.join(' and ')}` : kind, ...(certificate ? [certificate] : [])].join(', ');
}

/** Says which units the lines of an entry are. */
export const sayUnits = (lines: readonly RecordLine[]) =>
  lines.map(
    ({ status, ...line }) =>
      `batch ${line.batch}: ${printSerial(line)} (${registryName(line.registry)}, ${line.vintageStart} to ${line.vintageEnd}, ${line.issuance}${status ? `, ${status}` : ''})`,
  );

/** `isConfirmed`: with --yes. `mayRunUnattended`: a program need not confirm, because the command shows the name in a dry run. */
type NameOptions = { isConfirmed: boolean; dryRun: boolean; mayRunUnattended?: boolean };

/**
 * Shows the name that the log gets with its first entry and keeps for ever, and asks a person at a terminal whether it is right. Does
 * nothing once the log has begun.
 * @throws Error if the answer is no, or if there is nobody to ask.
 */
export async function confirmLogName({ isConfirmed, dryRun, mayRunUnattended = false }: NameOptions): Promise<void> {
  if ((isConfirmed && !dryRun) || (await findLog())) return;
  const name = `The first entry begins the log, and fixes its name for ever: ${ownOrigin()} (RECORD_ORIGIN, or else the host of PUBLIC_URL).`;
  if (dryRun || (mayRunUnattended && !process.stdin.isTTY)) console.error(name);
  else await confirm(name, { isIt: 'right', option: '--yes' });
}
