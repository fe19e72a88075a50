import { nextCertificate, storeCertificate } from '#server/domain/record/book/certificate-numbers.ts';
import { confirm } from '#server/domain/record/book/confirm.ts';
import { deliver } from '#server/domain/record/book/deliver.ts';
import type { Applied, Effects, MakeEntry } from '#server/domain/record/book/effects.ts';
import { moveUnits } from '#server/domain/record/book/move-units.ts';
import { type ChosenUnits, lineOf, type PickedProject, type PickedShare, pickUnits } from '#server/domain/record/book/pick-units.ts';
import { receiveBatch } from '#server/domain/record/book/receive-batch.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntry, type CommittedText, hashesOf, textsOf } from '#server/domain/record/log/append-entry.ts';
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
  const { transaction, changedProjects } = effects;
  switch (kind) {
    case 'receive': {
      const { project, ...received } = await receiveBatch(transaction, request, entry);
      changedProjects.add(project);
      return received;
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
      const { beneficiary, purpose, reference, note, registryRetiredOn, registryRetirementId } = request;
      const texts = textsOf({ beneficiary, purpose, reference, note });
      const certificate = nextCertificate(effects);
      const facts = {
        certificate,
        ...(registryRetiredOn ? { registryRetiredOn } : {}),
        ...(registryRetirementId ? { registryRetirementId } : {}),
      };
      const retired = await move(effects, request, { to: 'Retired', only: 'issued', entry: (more) => entry({ ...facts, ...more }) }, texts);
      await storeCertificate(transaction, retired.entry, certificate);
      return { ...retired, certificate };
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

type Move = { to: UnitStatus; until?: string; only?: Issuance; entry: MakeEntry };

/** Moves the chosen units into a state, in which they belong to the new entry if that state has an owner. */
async function move(
  { transaction, changedProjects, actor, cuts }: Effects,
  chosen: ChosenUnits,
  { to, until, only, entry }: Move,
  texts: CommittedText[],
): Promise<Applied> {
  const shares = await pickUnits(transaction, chosen, { actor, only });
  const picked = shares.flatMap((share) => share.picked);
  const unclaimable = to === 'Retired' && picked.find(({ issuance }) => issuance === 'expected');
  if (unclaimable) {
    const text = `${unclaimable.first} to ${unclaimable.last} of batch ${unclaimable.batch} are expected: nothing has been issued yet`;
    throw new RecordProblem('units_not_claimable', text, chosen.serials && 'serials');
  }
  const issued = to === 'Assigned' && picked.find(({ issuance }) => issuance === 'issued');
  if (issued) {
    const text = `${issued.first} to ${issued.last} of batch ${issued.batch} are issued: transfer them, only expected units are assigned`;
    throw new RecordProblem('units_not_available', text, chosen.serials && 'serials');
  }
  const quantity = picked.reduce((sum, line) => sum + line.quantity, 0);
  const units = unitsOf(shares);
  const refersTo = chosen.reservation ?? chosen.assignment ?? chosen.transfer ?? null;
  const facts = { ...units, quantity, refersTo, ...(until ? { until } : {}), ...hashesOf(texts) };
  const index = await appendEntry(transaction, entry(facts), texts);
  const owner = to === 'Reserved' || to === 'Assigned' || to === 'Transferred' ? index : null;
  const moved = picked.map((part) => ({ units: part, to: { status: to, issuance: part.issuance, owner, until: until ?? null } }));
  await moveUnits(transaction, moved, index, cuts);
  for (const { project } of shares) changedProjects.add(project.id);
  return { entry: index, quantity, lines: units.lines };
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
