import { nextCertificate, storeCertificates } from '#server/domain/record/book/certificate-numbers.ts';
import type { Applied, Effects, MakeEntry } from '#server/domain/record/book/effects.ts';
import { type MovedUnits, moveUnits, type NewState } from '#server/domain/record/book/move-units.ts';
import { assertMayActFor, lineOf, maxRanges, oldestFirst, type PickedUnits, unitColumns } from '#server/domain/record/book/pick-units.ts';
import { type FirstHolding, type NewBatch, readBatches, storeBatches } from '#server/domain/record/book/receive-batch.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntry, hashesOf, textsOf } from '#server/domain/record/log/append-entry.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { daysOf, type OperationRequest, type RecordLine, type ServedOwner } from '#src/schemas/record.ts';
import { quantityIn } from '#verify/serials.ts';

type Delivery = OperationRequest<'deliver'>;
type Expected = PickedUnits & { projectId: number; slug: string; title: string; registryId: string | null };

/**
 * Ends expected units and brings the issued ones, in one entry: under the same serials or as new batches. Units keep their state and
 * their owner. Served first are the named owners, then what is sold or assigned, then reservations, each in the order of their
 * entries, and what is Held last. Who gets nothing of a shortfall is Not delivered; a surplus is Held.
 * @throws RecordProblem if the request contradicts itself or the book.
 */
export async function deliver(effects: Effects, request: Delivery, entry: MakeEntry): Promise<Applied> {
  const { transaction, changedProjects, cuts } = effects;
  const ended = await findExpected(transaction, request);
  const [first] = ended;
  if (!first) throw new RecordProblem('units_not_available', 'No expected units are there to be delivered', 'project');
  const expected = quantityIn(ended);
  const { verified } = request;
  if (verified !== expected && request.reason === undefined)
    throw new RecordProblem('validation_failed', `${expected} units were expected, and ${verified} verified: say why`, 'reason');
  if (verified > expected && request.sameSerials)
    throw new RecordProblem(
      'validation_failed',
      `${verified - expected} more units were issued: give the serials of all in issued`,
      'issued',
    );
  const { taken: delivered, rest: missed } = takeFirst(ended, verified);
  const retirement = await findRetirement(effects, request, delivered);
  const stateOf = ({ status, owner, reservedUntil }: Expected): NewState =>
    retirement !== undefined && owner === request.retire
      ? { status: 'Retired', issuance: 'issued', owner: null, until: null }
      : { status, issuance: 'issued', owner, until: reservedUntil };
  const ends = (status: 'Delivered' | 'Not delivered') => (units: Expected) => ({
    units,
    to: { status, issuance: 'expected', owner: null, until: null } satisfies NewState,
  });

  const batches = request.sameSerials ? [] : await readIssued(transaction, request, ended);
  const moved: MovedUnits[] = [
    ...(request.sameSerials ? delivered.map((units) => ({ units, to: stateOf(units) })) : delivered.map(ends('Delivered'))),
    ...missed.map(ends('Not delivered')),
  ];
  const holdings = allocate(batches, [
    ...delivered.map((units) => ({ quantity: units.quantity, to: stateOf(units) })),
    { quantity: Math.max(0, verified - expected), to: { status: 'Held', issuance: 'issued', owner: null, until: null } },
  ]);
  const lines = [
    ...moved.map(({ units, to }) => withState(lineOf(units as Expected), to)),
    ...batches.flatMap(({ line }, at) =>
      (holdings[at] ?? []).map(({ first: from, last, to }) => withState({ ...line, first: from, last, quantity: last - from + 1 }, to)),
    ),
  ];
  const owners = servedOwners(ended, delivered);
  const texts = textsOf({ note: request.note, beneficiary: retirement?.beneficiary, purpose: request.purpose });
  const { reason, registryUrl } = request;
  const index = await appendEntry(
    transaction,
    entry({
      project: { id: first.projectId, slug: first.slug, title: first.title, registryId: first.registryId },
      quantity: verified,
      verified,
      expected,
      lines,
      owners,
      ...(batches.length > 0 ? { received: batches.map(({ line }) => line) } : {}),
      ...(reason ? { reason } : {}),
      ...(registryUrl ? { registryUrl } : {}),
      ...(retirement ? { certificate: retirement.certificate, refersTo: request.retire ?? null } : {}),
      ...hashesOf(texts),
    }),
    texts,
  );
  await moveUnits(transaction, [{ index, moved }], cuts);
  if (batches.length > 0)
    await storeBatches(
      transaction,
      batches.map((batch, at) => ({ batch, holdings: holdings[at] ?? [], index })),
    );
  if (request.sameSerials && registryUrl) {
    const ids = [...new Set(ended.map(({ batch }) => batch))];
    await transaction`update credit_batches set registry_url = ${registryUrl} where id = any(${ids}::integer[])`;
  }
  if (retirement) await storeCertificates(transaction, [{ entry: index, number: retirement.certificate }]);
  changedProjects.add(first.projectId);
  const [only, ...others] = batches;
  return {
    entry: index,
    quantity: verified,
    lines,
    owners,
    ...(retirement ? { certificate: retirement.certificate } : {}),
    ...(only && others.length === 0 ? { batch: only.line.batch } : {}),
  };
}

/** The problem of a delivery to more owners, or of more ranges of serials, than one entry can list. */
export function tooManyOwners(): RecordProblem {
  return new RecordProblem(
    'units_not_available',
    'These units have more owners and ranges of serials than one entry can list: deliver them in parts, by vintage, batch or quantity',
    'quantity',
  );
}

/** Finds the expected units that end, in the order in which they are served. */
async function findExpected(transaction: Transaction, request: Delivery): Promise<Expected[]> {
  const { project, batch, vintage, quantity, ownersFirst = [] } = request;
  const [start, end] = daysOf(vintage ?? '');
  const rows = await transaction<Expected[]>`
    select ${unitColumns()}, project.slug, project.title, project.external_id as registry_id
    from carbon_projects as project
    join credit_batches as batch on batch.project_id = project.id
    join unit_holdings as held on held.batch_id = batch.id and held.ended_entry is null and held.issuance = 'expected'
    where project.slug = ${project}
      and held.status in ('Held', 'Reserved', 'Assigned', 'Transferred')
      ${batch === undefined ? sql`` : sql`and batch.id = ${batch}`}
      ${vintage === undefined ? sql`` : sql`and batch.vintage_start = ${start}::date and batch.vintage_end = ${end}::date`}
    order by
      array_position(${ownersFirst}::bigint[], held.owner_entry),
      case held.status when 'Held' then 3 when 'Reserved' then 2 else 1 end,
      held.owner_entry,
      ${oldestFirst}
    limit ${maxRanges + 1}
  `;
  if (rows.length > maxRanges && quantityIn(rows) < (quantity ?? Infinity)) throw tooManyOwners();
  const missing = ownersFirst.find((owner) => !rows.some((row) => row.owner === owner));
  if (missing !== undefined) throw new RecordProblem('record_unknown', `Entry ${missing} has none of these expected units`, 'ownersFirst');
  if (quantity === undefined) return rows;
  const there = quantityIn(rows);
  if (there < quantity) throw new RecordProblem('units_not_available', `Only ${there} expected units are there`, 'quantity');
  return takeFirst(rows, quantity).taken;
}

/** Reads the issued units of a delivery as batches that are not stored yet. */
async function readIssued(transaction: Transaction, request: Delivery, ended: Expected[]): Promise<NewBatch[]> {
  const only = (field: 'registry' | 'vintageStart' | 'vintageEnd' | 'unitType', given?: string): string => {
    const values = [...new Set(ended.map((units) => units[field]))];
    if (given === undefined && values.length > 1) {
      const text = `The expected units differ in ${field} (${values.join(', ')}): deliver a batch or a vintage by itself`;
      throw new RecordProblem('validation_failed', text, field === 'unitType' ? 'batch' : field);
    }
    return given ?? values[0] ?? '';
  };
  const facts = {
    project: request.project,
    registry: only('registry', request.registry),
    vintageStart: only('vintageStart', request.vintageStart),
    vintageEnd: only('vintageEnd', request.vintageEnd),
    unitType: only('unitType') as RecordLine['unitType'],
    issuance: 'issued' as const,
    registryUrl: request.registryUrl,
  };
  const batches = await readBatches(
    transaction,
    (request.issued ?? []).map((serials) => ({ ...facts, ...serials })),
  );
  const issued = batches.reduce((sum, { line }) => sum + line.quantity, 0);
  if (issued !== request.verified)
    throw new RecordProblem('validation_failed', `is ${request.verified}, but there are ${issued} issued serials`, 'verified');
  return batches;
}

type Retirement = { certificate: string; beneficiary: string };

/** Returns what a retirement at once needs: the number of its certificate and the buyer's name; undefined if none was asked for. */
async function findRetirement(
  { transaction, actor, nextEntry, lostEntries }: Effects,
  { retire }: Delivery,
  delivered: Expected[],
): Promise<Retirement | undefined> {
  if (retire === undefined) return undefined;
  await assertMayActFor(transaction, { owner: retire, field: 'retire' }, actor);
  if (!delivered.some(({ owner, status }) => owner === retire && status === 'Assigned'))
    throw new RecordProblem('units_not_available', `No units assigned with entry ${retire} are delivered`, 'retire');
  const [buyer] = await transaction<{ text: string }[]>`select text from record_texts where entry_index = ${retire} and field = 'buyer'`;
  if (!buyer)
    throw new RecordProblem(
      'record_unknown',
      `The name of the buyer of entry ${retire} is not on file: retire the units afterwards, for a beneficiary`,
      'retire',
    );
  return { certificate: nextCertificate({ nextEntry, lostEntries }), beneficiary: buyer.text };
}

/** Distributes the units of new batches, the lowest serials first, to those who are served in order. */
function allocate(batches: readonly NewBatch[], served: { quantity: number; to: NewState }[]): FirstHolding[][] {
  const waiting = served.filter(({ quantity }) => quantity > 0).map((one) => ({ ...one }));
  return batches.map(({ line }) => {
    const holdings: FirstHolding[] = [];
    for (let at = line.first; at <= line.last; ) {
      const [next] = waiting;
      if (!next) throw new Error('A delivery has more units than are served');
      const last = Math.min(line.last, at + next.quantity - 1);
      const before = holdings.at(-1);
      if (before && JSON.stringify(before.to) === JSON.stringify(next.to)) before.last = last;
      else holdings.push({ first: at, last, to: next.to });
      next.quantity -= last - at + 1;
      if (next.quantity === 0) waiting.shift();
      at = last + 1;
    }
    return holdings;
  });
}

/** Splits units, in their order, into the first `quantity` and the rest. */
function takeFirst<Units extends PickedUnits>(units: Units[], quantity: number): { taken: Units[]; rest: Units[] } {
  const taken: Units[] = [];
  const rest: Units[] = [];
  let left = quantity;
  for (const one of units) {
    const here = Math.min(left, one.quantity);
    left -= here;
    if (here > 0) taken.push({ ...one, last: one.first + here - 1, quantity: here });
    if (here < one.quantity) rest.push({ ...one, first: one.first + here, quantity: one.quantity - here });
  }
  return { taken, rest };
}

/** Returns who expected how many units and gets how many, in the order of service. */
function servedOwners(ended: Expected[], delivered: Expected[]): ServedOwner[] {
  const keyOf = ({ owner, status }: Expected) => `${owner} ${status}`;
  return [...Map.groupBy(ended, keyOf)].map(([key, units]) => ({
    owner: units[0]?.owner ?? null,
    status: units[0]?.status ?? 'Held',
    expected: quantityIn(units),
    delivered: quantityIn(delivered.filter((one) => keyOf(one) === key)),
  }));
}

function withState(line: RecordLine, { status, issuance, owner }: NewState): RecordLine {
  return { ...line, issuance, status, ...(owner === null ? {} : { owner }) };
}
