import { moveUnits } from '#server/domain/record/book/move-units.ts';
import { type ChosenUnits, type PickedShare, pickUnits } from '#server/domain/record/book/pick-units.ts';
import { receiveBatch } from '#server/domain/record/book/receive-batch.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntry, type CommittedText, commitText } from '#server/domain/record/log/append-entry.ts';
import { findLog } from '#server/domain/record/log/origin.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { Operation, OperationRequest, RecordEntry, RecordLine, UnitStatus } from '#src/schemas/record.ts';

export type Effects = {
  transaction: Transaction;
  /** Ids of the projects whose units have moved. */
  changedProjects: Set<number>;
};
/** What an operation did: the index of its entry, the number of units, and the certificate or batch that it created. */
export type Applied = { entry: number; quantity: number; certificate?: string; batch?: number };
type MakeEntry = (facts: Partial<RecordEntry>) => RecordEntry;

/**
 * Applies an operation to the book and appends its entry. The log must be locked.
 * @throws RecordProblem if the operation is rejected; the driver's error.
 */
export async function applyOperation(effects: Effects, { kind, request }: Operation, entry: MakeEntry): Promise<Applied> {
  const { transaction, changedProjects } = effects;
  switch (kind) {
    case 'receive': {
      const { project, ...received } = await receiveBatch(transaction, request, entry);
      changedProjects.add(project);
      return received;
    }
    case 'reserve': {
      const texts = textsOf({ reference: request.reference });
      return move(
        effects,
        request,
        { from: 'Held', to: 'Reserved', until: request.until },
        (facts) => entry({ ...facts, until: request.until, ...hashesOf(texts) }),
        texts,
      );
    }
    case 'release': {
      const texts = textsOf({ note: request.note });
      return move(effects, request, { from: 'Reserved', to: 'Held' }, (facts) => entry({ ...facts, ...hashesOf(texts) }), texts);
    }
    case 'transfer': {
      const texts = textsOf({ reference: request.reference });
      return move(
        effects,
        request,
        { from: request.from ?? 'Held', to: 'Transferred' },
        (facts) => entry({ ...facts, ...hashesOf(texts) }),
        texts,
      );
    }
    case 'retire': {
      const texts = textsOf({ beneficiary: request.beneficiary, reference: request.reference });
      // The log is locked, so no other entry can get this index.
      const size = (await findLog(transaction))?.size;
      const certificate = `CR-${String(size).padStart(6, '0')}`;
      const retired = await move(
        effects,
        request,
        { from: request.from ?? 'Held', to: 'Retired' },
        (facts) => entry({ ...facts, certificate, ...(request.purpose ? { purpose: request.purpose } : {}), ...hashesOf(texts) }),
        texts,
      );
      await transaction`insert into record_certificates (number, entry_index) values (${certificate}, ${retired.entry})`;
      return { ...retired, certificate };
    }
    case 'cancel':
      return move(
        effects,
        request,
        { from: request.from ?? 'Held', to: 'Cancelled' },
        (facts) => entry({ ...facts, reason: request.reason }),
        [],
      );
    case 'convert':
      return convert(effects, request, entry);
    case 'correct':
      return correct(effects, request, entry);
  }
}

type Move = { from: UnitStatus; to: UnitStatus; until?: string };

async function move(
  { transaction, changedProjects }: Effects,
  chosen: ChosenUnits,
  { from, to, until }: Move,
  entry: MakeEntry,
  texts: CommittedText[],
): Promise<Applied> {
  const shares = await pickUnits(transaction, chosen, from);
  const picked = shares.flatMap((share) => share.picked);
  if (to === 'Retired' && picked.some(({ issuance }) => issuance === 'expected'))
    throw new RecordProblem('units_not_claimable', 'Expected units cannot be retired: nothing has been issued yet');
  const quantity = picked.reduce((sum, line) => sum + line.quantity, 0);
  const index = await appendEntry(transaction, entry({ ...unitsOf(shares), quantity }), texts);
  await moveUnits(transaction, picked, { status: to, until, index });
  for (const { project } of shares) changedProjects.add(project.id);
  return { entry: index, quantity };
}

async function convert(
  { transaction, changedProjects }: Effects,
  { batch, registryUrl }: OperationRequest<'convert'>,
  entry: MakeEntry,
): Promise<Applied> {
  const [found] = await transaction<(RecordLine & { projectId: number; slug: string; externalId: string | null })[]>`
    select
      batch.id as batch, batch.registry, batch.series, lower(batch.serials)::float8 as first, (upper(batch.serials) - 1)::float8 as last,
      (upper(batch.serials) - lower(batch.serials))::float8 as quantity,
      to_char(batch.vintage_start, 'YYYY-MM-DD') as vintage_start, to_char(batch.vintage_end, 'YYYY-MM-DD') as vintage_end,
      batch.unit_type, batch.issuance, project.id as project_id, project.slug, project.external_id
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where batch.id = ${batch}
    for update of batch
  `;
  if (!found) throw new RecordProblem('record_unknown', `The book has no batch ${batch}`, 'batch');
  if (found.issuance === 'issued')
    throw new RecordProblem('units_not_available', 'The units of this batch have already been issued', 'batch');
  const { projectId, slug, externalId, ...line } = found;
  const index = await appendEntry(
    transaction,
    entry({
      project: { slug, registryId: externalId },
      quantity: line.quantity,
      lines: [{ ...line, issuance: 'issued' }],
      ...(registryUrl ? { registryUrl } : {}),
    }),
  );
  await transaction`
    update credit_batches
    set issuance = 'issued', registry_url = coalesce(${registryUrl ?? null}, registry_url)
    where id = ${batch}
  `;
  changedProjects.add(projectId);
  return { entry: index, quantity: line.quantity, batch };
}

async function correct(
  { transaction, changedProjects }: Effects,
  { entry: corrected, correction }: OperationRequest<'correct'>,
  entry: MakeEntry,
): Promise<Applied> {
  const found = await transaction<{ projectId: number | null; slug: string | null; externalId: string | null }[]>`
    select project.id as project_id, project.slug, project.external_id
    from record_entries as corrected
    left join record_entry_projects as about on about.entry_index = corrected.index
    left join carbon_projects as project on project.slug = about.project_slug
    where corrected.index = ${corrected}
  `;
  const [first] = found;
  if (!first) throw new RecordProblem('record_unknown', `The log has no entry ${corrected}`, 'entry');
  const project = found.length > 1 || first.slug === null ? null : { slug: first.slug, registryId: first.externalId };
  const index = await appendEntry(transaction, entry({ project, refersTo: corrected, correction }));
  for (const { projectId } of found) if (projectId !== null) changedProjects.add(projectId);
  return { entry: index, quantity: 0 };
}

/** Returns the units as an entry lists them: with one project for the entry or, if there are several, one for each line. */
function unitsOf(shares: readonly PickedShare[]): Pick<RecordEntry, 'project' | 'lines'> {
  const [first, ...rest] = shares.map(({ project: { slug, registryId }, picked }) => ({
    project: { slug, registryId },
    lines: picked.map(({ holding: _, holdingFirst: __, holdingLast: ___, ...line }): RecordLine => line),
  }));
  if (!first || rest.length === 0) return first ?? { project: null, lines: [] };
  return { project: null, lines: [first, ...rest].flatMap(({ project, lines }) => lines.map((line) => ({ ...line, project }))) };
}

function textsOf(texts: Partial<Record<CommittedText['field'], string | undefined>>): CommittedText[] {
  return Object.entries(texts).flatMap(([field, text]) => (text ? [commitText(field as CommittedText['field'], text)] : []));
}

function hashesOf(texts: readonly CommittedText[]): Partial<Record<CommittedText['field'], string>> {
  return Object.fromEntries(texts.map(({ field, commitment }) => [field, commitment.toString('hex')]));
}
