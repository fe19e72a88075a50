import { nextCertificate, storeCertificates } from '#server/domain/record/book/certificate-numbers.ts';
import { confirm } from '#server/domain/record/book/confirm.ts';
import { deliver } from '#server/domain/record/book/deliver.ts';
import type { Applied, Effects, MakeEntry } from '#server/domain/record/book/effects.ts';
import { moveUnits } from '#server/domain/record/book/move-units.ts';
import {
  type ChosenUnits,
  lineOf,
  type PickedProject,
  type PickedShare,
  type PickedUnits,
  pickNamedTogether,
  pickUnits,
} from '#server/domain/record/book/pick-units.ts';
import { receiveBatches } from '#server/domain/record/book/receive-batch.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntries, appendEntry, type CommittedText, hashesOf, textsOf } from '#server/domain/record/log/append-entry.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import {
  type Issuance,
  longestReservationDays,
  type Operation,
  type OperationRequest,
  type RecordEntry,
  type UnitStatus,
} from '#src/schemas/record.ts';

/**
 * Applies an operation to the book and appends its entry. The log must be locked.
 * @throws RecordProblem if the operation is rejected.
 */
export async function applyOperation(effects: Effects, { kind, request }: Operation, entry: MakeEntry): Promise<Applied> {
  const { transaction } = effects;
  switch (kind) {
    case 'receive': {
      const [received] = await applyReceipts(effects, [{ request, entry }]);
      return received as Applied;
    }
    case 'reserve':
      await assertUntil(transaction, request.until);
      return move(effects, request, { to: 'Reserved', until: request.until, entry }, textsOf({ reference: request.reference }));
    case 'release':
      return move(effects, request, { to: 'Held', entry }, textsOf({ note: request.note }));
    case 'assign':
      return move(
        effects,
        request,
        { to: 'Assigned', only: 'expected', entry },
        textsOf({ buyer: request.buyer, reference: request.reference }),
      );
    case 'transfer':
      return move(effects, request, { to: 'Transferred', entry }, textsOf({ reference: request.reference }));
    case 'retire': {
      const [retired] = await applyRetirements(effects, [{ request, entry }]);
      return retired as Applied;
    }
    case 'cancel':
      return move(effects, request, { to: 'Cancelled', entry: (more) => entry({ reason: request.reason, ...more }) }, []);
    case 'deliver':
      return deliver(effects, request, entry);
    case 'confirm':
      return confirm(effects, request, entry);
    case 'correct':
      return correct(effects, request, entry);
  }
}

/** Receives batches as `receiveBatches` does. */
export async function applyReceipts(
  { transaction, changedProjects }: Effects,
  received: Parameters<typeof receiveBatches>[1],
): Promise<Applied[]> {
  const stored = await receiveBatches(transaction, received);
  return stored.map(({ project, ...applied }) => {
    changedProjects.add(project);
    return applied;
  });
}

type Retirement = { request: OperationRequest<'retire'>; entry: MakeEntry };

/** Retires units, each with a certificate. Of several: the units that they name, which are Held, and none of them twice. */
export async function applyRetirements(effects: Effects, retirements: readonly Retirement[]): Promise<Applied[]> {
  const { transaction, actor, nextEntry, lostEntries } = effects;
  const [{ request: first } = { request: {} as ChosenUnits }] = retirements;
  const shares =
    retirements.length === 1
      ? [await pickUnits(transaction, first, { actor, only: 'issued' })]
      : await pickNamedTogether(
          transaction,
          retirements.map(({ request }) => request.serials ?? []),
        );
  const numbers = retirements.map((_, at) => nextCertificate({ nextEntry: nextEntry + at, lostEntries }));
  const moves = retirements.map(({ request, entry }, at): Move => {
    const { beneficiary, purpose, reference, note, registryRetiredOn, registryRetirementId } = request;
    const facts = {
      certificate: numbers[at] as string,
      ...(registryRetiredOn ? { registryRetiredOn } : {}),
      ...(registryRetirementId ? { registryRetirementId } : {}),
    };
    const texts = textsOf({ beneficiary, purpose, reference, note });
    return { chosen: request, shares: shares[at] ?? [], to: 'Retired', entry: (more) => entry({ ...facts, ...more }), texts };
  });
  const retired = await moveShares(effects, moves);
  await storeCertificates(
    transaction,
    retired.map(({ entry }, at) => ({ entry, number: numbers[at] as string })),
  );
  return retired.map((one, at) => ({ ...one, certificate: numbers[at] as string }));
}

type NewUnits = { to: UnitStatus; until?: string; only?: Issuance; entry: MakeEntry };
type Move = Omit<NewUnits, 'only'> & { chosen: ChosenUnits; shares: readonly PickedShare[]; texts: CommittedText[] };

/** Moves the chosen units into a state, in which they belong to the new entry if that state has an owner. */
async function move(effects: Effects, chosen: ChosenUnits, { only, ...units }: NewUnits, texts: CommittedText[]): Promise<Applied> {
  const shares = await pickUnits(effects.transaction, chosen, { actor: effects.actor, only });
  const [moved] = await moveShares(effects, [{ ...units, chosen, shares, texts }]);
  return moved as Applied;
}

async function moveShares({ transaction, changedProjects, cuts }: Effects, moves: readonly Move[]): Promise<Applied[]> {
  const made = moves.map(({ chosen, shares, to, until, entry, texts }) => {
    const picked = shares.flatMap((share) => share.picked);
    assertMayBecome(to, picked, chosen);
    const quantity = picked.reduce((sum, line) => sum + line.quantity, 0);
    const units = unitsOf(shares);
    const refersTo = chosen.reservation ?? chosen.assignment ?? chosen.transfer ?? null;
    const facts = { ...units, quantity, refersTo, ...(until ? { until } : {}), ...hashesOf(texts) };
    return { picked, quantity, lines: units.lines, entry: entry(facts), texts };
  });
  const indexes = await appendEntries(transaction, made);
  await moveUnits(
    transaction,
    moves.map(({ to, until = null }, at) => {
      const index = indexes[at] as number;
      const owner = to === 'Reserved' || to === 'Assigned' || to === 'Transferred' ? index : null;
      const moved = (made[at]?.picked ?? []).map((part) => ({ units: part, to: { status: to, issuance: part.issuance, owner, until } }));
      return { index, moved };
    }),
    cuts,
  );
  for (const { project } of moves.flatMap(({ shares }) => shares)) changedProjects.add(project.id);
  return made.map(({ quantity, lines }, at) => ({ entry: indexes[at] as number, quantity, lines }));
}

/** @throws RecordProblem for units that cannot be in this state. */
function assertMayBecome(to: UnitStatus, picked: readonly PickedUnits[], { serials }: ChosenUnits): void {
  const unclaimable = to === 'Retired' && picked.find(({ issuance }) => issuance === 'expected');
  if (unclaimable) {
    const text = `${unclaimable.first} to ${unclaimable.last} of batch ${unclaimable.batch} are expected: nothing has been issued yet`;
    throw new RecordProblem('units_not_claimable', text, serials && 'serials');
  }
  const issued = to === 'Assigned' && picked.find(({ issuance }) => issuance === 'issued');
  if (issued) {
    const text = `${issued.first} to ${issued.last} of batch ${issued.batch} are issued: transfer them, only expected units are assigned`;
    throw new RecordProblem('units_not_available', text, serials && 'serials');
  }
}

/** @throws RecordProblem unless a reservation may last until this day. */
async function assertUntil(transaction: Transaction, until: string): Promise<void> {
  const [{ today, latest } = { today: '', latest: '' }] = await transaction<{ today: string; latest: string }[]>`
    select to_char(today, 'YYYY-MM-DD') as today, to_char(today + ${longestReservationDays}::integer, 'YYYY-MM-DD') as latest
    from (select (now() at time zone 'Europe/London')::date as today) as london
  `;
  if (until < today || until > latest)
    throw new RecordProblem('validation_failed', `A reservation lasts until a day from ${today} to ${latest}`, 'until');
}

async function correct(
  { transaction, changedProjects }: Effects,
  { entry: corrected, correction }: OperationRequest<'correct'>,
  entry: MakeEntry,
): Promise<Applied> {
  const [known] = await transaction`select from record_entries where index = ${corrected}`;
  if (!known) throw new RecordProblem('record_unknown', `The log has no entry ${corrected}`, 'entry');
  const found = await transaction<PickedProject[]>`
    select project.id, project.slug, project.title, project.external_id as registry_id
    from record_entry_projects as about
    join carbon_projects as project on project.id = about.project_id
    where about.entry_index = ${corrected}
  `;
  const [project = null, ...others] = found;
  const index = await appendEntry(transaction, entry({ project: others.length > 0 ? null : project, refersTo: corrected, correction }));
  for (const { id } of found) changedProjects.add(id);
  return { entry: index, quantity: 0, lines: [] };
}

/** Returns the units as an entry lists them: with one project for the entry or, if there are several, one for each line. */
function unitsOf(shares: readonly PickedShare[]): Pick<RecordEntry, 'project' | 'lines'> {
  const [first, ...rest] = shares.map(({ project, picked }) => ({ project, lines: picked.map(lineOf) }));
  if (!first || rest.length === 0) return first ?? { project: null, lines: [] };
  return { project: null, lines: [first, ...rest].flatMap(({ project, lines }) => lines.map((line) => ({ ...line, project }))) };
}
