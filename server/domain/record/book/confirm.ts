import type { Applied, Effects, MakeEntry } from '#server/domain/record/book/effects.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntry, hashesOf, textsOf } from '#server/domain/record/log/append-entry.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { OperationRequest, RecordEntry, RecordLine } from '#src/schemas/record.ts';
import { retirementIn } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';

type Confirmation = OperationRequest<'confirm'>;
type Range = { batch: number; first: number; last: number };

/**
 * Adds to a retirement what its registry shows. It moves nothing; a unit has one confirmation, unless that one was corrected.
 * @throws RecordProblem if the units are not of this retirement, are of several registries and not named, have a confirmation, or the
 * retirement says something else and was not corrected.
 */
export async function confirm({ transaction, changedProjects }: Effects, request: Confirmation, entry: MakeEntry): Promise<Applied> {
  const { certificate, registryRetiredOn, registryRetirementId, registryUrl, source, checkedByRole, checkedBy } = request;
  const { projects, ...found } = await findRetirement(transaction, certificate);
  const { index, entry: retirement } = found;
  const confirmed = request.serials ? namedLines(retirement, request.serials) : allLines(retirement);
  await assertUnconfirmed(transaction, index, confirmed);
  const contradiction = contradictionOf(found, request);
  if (contradiction) throw new RecordProblem('validation_failed', contradiction.message, contradiction.field);
  const made = entry({
    project: retirement.project,
    refersTo: index,
    confirmed,
    registryRetiredOn,
    ...(registryRetirementId ? { registryRetirementId } : {}),
    ...(registryUrl ? { registryUrl } : {}),
    ...(source ? { source } : {}),
    ...(checkedByRole ? { checkedByRole } : {}),
  });
  const texts = textsOf({ checkedBy });
  const checkedOn = request.checkedOn ?? made.time.slice(0, 10);
  const stored = await appendEntry(transaction, { ...made, checkedOn, ...hashesOf(texts) }, texts);
  for (const project of projects) changedProjects.add(project);
  return { entry: stored, quantity: 0, lines: [], confirmed };
}

/** Finds the retirement of a certificate, whether an entry corrects it, and the ids of the projects that the catalogue still has. */
async function findRetirement(transaction: Transaction, certificate: string) {
  const [found] = await transaction<{ index: number; entry: Buffer; isCorrected: boolean; projects: number[] | null }[]>`
    select
      entries.index::float8 as index,
      entries.entry,
      exists (select from record_entries where about = entries.index and kind = 'correct') as is_corrected,
      (
        select array_agg(project.id)
        from record_entry_projects as about
        join carbon_projects as project on project.id = about.project_id
        where about.entry_index = entries.index
      ) as projects
    from record_certificates as certificate
    join record_entries as entries on entries.index = certificate.entry_index
    where certificate.number = ${certificate}
  `;
  if (!found) throw new RecordProblem('record_unknown', `The record has no certificate ${certificate}`, 'certificate');
  const entry = retirementIn(JSON.parse(found.entry.toString('utf8')) as RecordEntry);
  return { ...found, entry, projects: found.projects ?? [] };
}

const compared = ['registryRetiredOn', 'registryRetirementId'] as const;

/**
 * Returns the first fact that a retirement of the record states otherwise than its registry shows it, with what to do. Undefined: none,
 * or the retirement was corrected.
 */
export function contradictionOf(
  { index, entry, isCorrected }: { index: number; entry: RecordEntry; isCorrected: boolean },
  shown: { [Field in (typeof compared)[number]]?: string | undefined },
): { field: (typeof compared)[number]; message: string } | undefined {
  const field = compared.find((name) => entry[name] !== undefined && shown[name] !== undefined && entry[name] !== shown[name]);
  if (field === undefined || isCorrected) return undefined;
  const message = `is ${shown[field]}, and ${entry.certificate} says ${entry[field]}: if the registry is right, correct entry ${index} first`;
  return { field, message };
}

/** Returns all units of a retirement. @throws RecordProblem if several registries issued them: one confirmation is of one. */
function allLines(retirement: RecordEntry): RecordLine[] {
  const byRegistry = Map.groupBy(retirement.lines, ({ registry }) => registry);
  if (byRegistry.size === 1) return retirement.lines;
  const ways = [...byRegistry].map(
    ([registry, some]) =>
      `serials=${some.map(({ batch, first, last }) => `${batch}:${first}-${last}`).join(',')} of ${registryName(registry)}`,
  );
  throw new RecordProblem('validation_failed', `is missing, and the units are of several registries: ${ways.join('; or ')}`, 'serials');
}

/** Returns the named units of a retirement. @throws RecordProblem if some are not its units, or are named twice. */
function namedLines(retirement: RecordEntry, ranges: readonly Range[]): RecordLine[] {
  const named = ranges.flatMap((range) => {
    const parts = retirement.lines.flatMap((line) => partOf(line, range));
    const there = parts.reduce((sum, { quantity }) => sum + quantity, 0);
    if (there !== range.last - range.first + 1)
      throw new RecordProblem(
        'units_not_available',
        `${range.first} to ${range.last} of batch ${range.batch} are not retired with ${retirement.certificate}, or not all of them`,
        'serials',
      );
    return parts;
  });
  const twice = named.find((line, at) => named.some((other, place) => place < at && partOf(line, other).length > 0));
  if (twice) throw new RecordProblem('validation_failed', `names ${printSerial(twice)} twice`, 'serials');
  const registries = new Set(named.map(({ registry }) => registry));
  if (registries.size > 1)
    throw new RecordProblem('validation_failed', `are of several registries: ${[...registries].map(registryName).join(', ')}`, 'serials');
  return named;
}

/** @throws RecordProblem if some of these units have a confirmation that was not corrected. */
async function assertUnconfirmed(transaction: Transaction, retirement: number, lines: readonly RecordLine[]): Promise<void> {
  const rows = await transaction<{ index: number; entry: Buffer }[]>`
    select index::float8 as index, entry
    from record_entries as confirmation
    where about = ${retirement} and kind = 'confirm'
      and not exists (select from record_entries as correction where correction.about = confirmation.index)
    order by index
  `;
  for (const { index, entry } of rows) {
    const { confirmed = [] } = JSON.parse(entry.toString('utf8')) as RecordEntry;
    const again = lines.flatMap((line) => confirmed.flatMap((other) => partOf(line, other)))[0];
    if (again)
      throw new RecordProblem(
        'units_not_available',
        `${printSerial(again)}: confirmed with entry ${index}. If that is wrong, correct entry ${index} first`,
        'serials',
      );
  }
}

/** Returns the part of a line that lies in a range, or nothing. */
function partOf(line: RecordLine, { batch, first, last }: Range): RecordLine[] {
  const [from, to] = [Math.max(line.first, first), Math.min(line.last, last)];
  return line.batch === batch && from <= to ? [{ ...line, first: from, last: to, quantity: to - from + 1 }] : [];
}
