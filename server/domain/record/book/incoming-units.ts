import { sql, type Transaction } from '#server/platform/database/query.ts';
import { nounFor } from '#shared/lib/text/numbers.ts';
import { daysOf, type OperationRequest, quantityLimit } from '#shared/schemas/record.ts';
import {
  type Issuance,
  type NamedProject,
  quantityIn,
  quantityOf,
  type RecordLine,
  type ServedOwner,
  type UnitStatus,
} from '#verify/entry.ts';
import { contradictionOf, readRegistry, readSerial, type Serials, serialsOf } from '#verify/serials.ts';
import { type Decision, type DecisionContext, invalid, RecordProblem, unavailable } from './operation.ts';
import { assertMayActFor, lineOf, maxRanges, oldestFirst, type PickedUnits, pickedColumns, takeFirst } from './pick-units.ts';
import { addReceivedType, type TypedProject, typeColumns } from './unit-types.ts';

/**
 * Decides on incoming batches of units, in as many queries as a single batch takes.
 * @throws RecordProblem for an unknown project or registry, a mixture of samples and other data, serials that cannot be read, are too many,
 * or say another project or vintage, or a unit type that contradicts what is known of the project, unless the request says why.
 */
export async function receive(transaction: Transaction, requests: readonly OperationRequest<'receive'>[]): Promise<Decision[]> {
  const batches = await readBatches(transaction, requests);
  for (const [at, { typed, line }] of batches.entries()) {
    const contradiction = addReceivedType(line.unitType, typed);
    if (contradiction && requests[at]?.reason === undefined)
      throw invalid(`is ${line.unitType}, and ${contradiction}. If both are right, say why in reason`, 'unitType');
  }
  return batches.map(({ project, line }, at) => ({ entry: { project, lines: [line], serialText: requests[at]?.serial } }));
}

type Delivery = OperationRequest<'deliver'>;
type Expected = PickedUnits & { projectId: number; slug: string; title: string; registryId: string | null };

/**
 * Ends expected units and brings the issued ones, in one entry, under the same serials or as new batches. Issued units get state and owner
 * of expected ones: of the owners that the request names, then of what is assigned or transferred, then of reservations, each in the order
 * of the entries, and last of what is Held. If too few are issued, the rest is Not delivered; a surplus is Held.
 * @throws RecordProblem if the request contradicts itself or the book.
 */
export async function deliver(context: DecisionContext, request: Delivery): Promise<Decision> {
  const { transaction } = context;
  const ended = await findExpected(transaction, request);
  const [first] = ended;
  const narrowest = (['batch', 'vintage'] as const).find((field) => request[field] !== undefined) ?? 'project';
  if (!first) throw unavailable(`No expected units of ${request.project} are there to be delivered`, narrowest);
  const expected = quantityIn(ended);
  const { verified } = request;
  if (verified !== expected && request.reason === undefined)
    throw invalid(`${countedUnits(expected, 'unit', 'was')} expected, and ${verified} verified: say why`, 'reason');
  if (verified > expected && request.sameSerials)
    throw invalid(`${countedUnits(verified - expected, 'more unit', 'was')} issued: give the serials of all in issued`, 'issued');
  const { taken: delivered, rest: missed } = takeFirst(ended, verified);
  const buyer = await findBuyer(context, request, delivered);
  const served = delivered.map(({ quantity, status, owner }): Served => {
    const isRetired = buyer !== undefined && owner === request.retire;
    return { quantity, issuance: 'issued', ...(isRetired ? { status: 'Retired', owner: null } : { status, owner }) };
  });
  const endedAs = (status: UnitStatus): State => ({ status, issuance: 'expected', owner: null });
  const received = request.issued ? await readIssued(transaction, request, ended) : [];
  const surplus: Served = { quantity: Math.max(0, verified - expected), status: 'Held', issuance: 'issued', owner: null };
  const lines = [
    ...delivered.map((units, at) => lineWith(lineOf(units), request.sameSerials ? (served[at] as Served) : endedAs('Delivered'))),
    ...missed.map((units) => lineWith(lineOf(units), endedAs('Not delivered'))),
    ...allocate(received, [...served, surplus]),
  ];
  return {
    entry: {
      project: { id: first.projectId, slug: first.slug, title: first.title, registryId: first.registryId },
      quantity: verified,
      verified,
      expected,
      lines,
      owners: servedOwners(ended, delivered),
      ...(received.length > 0 ? { received } : {}),
      ...(buyer === undefined ? {} : { refersTo: request.retire ?? null }),
    },
    texts: { beneficiary: buyer },
  };
}

/** The problem of a delivery to more owners, or of more ranges of serials, than one entry can list. */
export function tooManyOwners(): RecordProblem {
  return unavailable(
    'These units have more owners and ranges of serials than one entry can list: deliver them in parts, by vintage, batch or quantity',
    'quantity',
  );
}

/** Counts units, with the verb of one or several behind: "1 unit was", "20 more units were". */
const countedUnits = (total: number, noun: string, verb: 'is' | 'was') =>
  `${total} ${nounFor(total, noun)} ${total === 1 ? verb : { is: 'are', was: 'were' }[verb]}`;

/** Finds the expected units that end, in the order in which they are served. */
async function findExpected(transaction: Transaction, request: Delivery): Promise<Expected[]> {
  const { project, batch, vintage, quantity, ownersFirst = [] } = request;
  const rows = await transaction<Expected[]>`
    select ${pickedColumns()}, project.slug, project.title, project.external_id as registry_id
    from carbon_projects as project
    join credit_batches as batch on batch.project_id = project.id
    join unit_holdings as held on held.batch_id = batch.id and held.ended_entry is null and held.issuance = 'expected'
    where project.slug = ${project}
      and held.status in ('Held', 'Reserved', 'Assigned', 'Transferred')
      ${batch === undefined ? sql`` : sql`and batch.id = ${batch}`}
      ${vintage === undefined ? sql`` : sql`and array[batch.vintage_start, batch.vintage_end] = ${daysOf(vintage)}::text[]::date[]`}
    order by
      array_position(${ownersFirst}::bigint[], held.owner_entry),
      case held.status when 'Held' then 3 when 'Reserved' then 2 else 1 end,
      held.owner_entry,
      ${oldestFirst}
    limit ${maxRanges + 1}
  `;
  if (rows.length > maxRanges && quantityIn(rows) < (quantity ?? Infinity)) throw tooManyOwners();
  const missing = ownersFirst.find((owner) => !rows.some((row) => row.owner === owner));
  if (missing !== undefined)
    throw new RecordProblem('record_unknown', (entry) => `None of these expected units are of ${entry(missing)}`, 'ownersFirst');
  if (quantity === undefined || rows.length === 0) return rows;
  const there = quantityIn(rows);
  if (there < quantity) throw unavailable(`Only ${countedUnits(there, 'expected unit', 'is')} there`, 'quantity');
  return takeFirst(rows, quantity).taken;
}

/** Reads the issued units of a delivery as lines of batches that are not stored yet. */
async function readIssued(transaction: Transaction, request: Delivery, ended: Expected[]): Promise<RecordLine[]> {
  const inCommon = (field: 'registry' | 'vintageStart' | 'vintageEnd' | 'unitType', given?: string): string => {
    const values = [...new Set(ended.map((units) => units[field]))];
    if (given === undefined && values.length > 1) {
      const text = `The expected units differ in ${field} (${values.join(', ')}): deliver a batch or a vintage by itself`;
      // A delivery does not state a type: its batch narrows it.
      throw invalid(text, field === 'unitType' ? 'batch' : field);
    }
    return given ?? values[0] ?? '';
  };
  const [vintageStart, vintageEnd] = [inCommon('vintageStart', request.vintageStart), inCommon('vintageEnd', request.vintageEnd)];
  if (vintageStart > vintageEnd)
    throw invalid(
      `The vintage would be ${vintageStart} to ${vintageEnd}`,
      request.vintageEnd === undefined ? 'vintageStart' : 'vintageEnd',
    );
  const unitType = inCommon('unitType') as RecordLine['unitType'];
  const registry = inCommon('registry', request.registry);
  const common = { project: request.project, registry, vintageStart, vintageEnd, unitType, issuance: 'issued' as const };
  const requests = (request.issued ?? []).map((serials) => ({ ...common, ...serials }));
  const lines = (await readBatches(transaction, requests, (at) => `issued.${at}.`)).map(({ line }) => line);
  const issued = quantityIn(lines);
  if (issued !== request.verified) throw invalid(`is ${request.verified}, but there are ${issued} issued serials`, 'verified');
  return lines;
}

/** Returns the name of the buyer for whom units are retired at once; undefined if none are to be. */
async function findBuyer({ transaction, actor }: DecisionContext, { retire }: Delivery, delivered: Expected[]) {
  if (retire === undefined) return undefined;
  await assertMayActFor(transaction, { owner: retire, field: 'retire' }, actor);
  if (!delivered.some(({ owner, status }) => owner === retire && status === 'Assigned'))
    throw unavailable((entry) => `No units assigned with ${entry(retire)} are delivered`, 'retire');
  const [buyer] = await transaction<{ text: string }[]>`select text from record_texts where entry_index = ${retire} and field = 'buyer'`;
  if (!buyer)
    throw new RecordProblem(
      'record_unknown',
      (entry) => `The name of the buyer of ${entry(retire)} is not on file: retire the units afterwards, for a beneficiary`,
      'retire',
    );
  return buyer.text;
}

type State = { status: UnitStatus; issuance: Issuance; owner: number | null };
/** A number of units, and the state that they are in from now on. */
type Served = State & { quantity: number };

/** Distributes the units of new batches, the lowest serials first, over `served` in its order. Returns a line for each part. */
function allocate(batches: readonly RecordLine[], served: readonly Served[]): RecordLine[] {
  const waiting = served.filter(({ quantity }) => quantity > 0).map((one) => ({ ...one }));
  return batches.flatMap((batch) => {
    const lines: RecordLine[] = [];
    for (let first = batch.first; first <= batch.last; ) {
      const [next] = waiting;
      if (!next) throw new Error('A delivery has more units than are served');
      const last = Math.min(batch.last, first + next.quantity - 1);
      const quantity = quantityOf({ first, last });
      const before = lines.at(-1);
      if (before && before.status === next.status && (before.owner ?? null) === next.owner) {
        before.last = last;
        before.quantity += quantity;
      } else lines.push(lineWith({ ...batch, first, last, quantity }, next));
      next.quantity -= quantity;
      if (next.quantity === 0) waiting.shift();
      first = last + 1;
    }
    return lines;
  });
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

/** Returns a line in this state, with the owner that the state has, if any. */
function lineWith({ owner: _, ...line }: RecordLine, { status, issuance, owner }: State): RecordLine {
  return { ...line, issuance, status, ...(owner === null ? {} : { owner }) };
}

/** A batch that is not stored yet. `typed`: what is known of its project’s types. */
type NewBatch = { project: NamedProject; line: RecordLine; typed: TypedProject };
/** `next`: the number that the next new batch gets, of whatever project. */
type KnownProject = NamedProject & TypedProject & { isSample: boolean; isSampleLog: boolean; next: number };

/**
 * Reads batches from requests, and gives them the next numbers. The log must be locked. Locks the projects, so that what a batch is checked
 * against stays as it is; messages may still refer to them (`no key`).
 * @param within returns what stands before the names of the serial's fields in problems, such as `issued.0.`.
 * @throws RecordProblem as `receive`.
 */
async function readBatches(
  transaction: Transaction,
  requests: readonly OperationRequest<'receive'>[],
  within: (at: number) => string = () => '',
): Promise<NewBatch[]> {
  if (requests.length === 0) return [];
  const projects = await transaction<KnownProject[]>`
    select
      ${typeColumns}, id, title, external_id as registry_id, is_sample, (select is_sample from record_log) as is_sample_log,
      (select coalesce(max(id), 0) + 1 from credit_batches) as next
    from carbon_projects
    where slug = any(${[...new Set(requests.map(({ project }) => project))]}::text[])
    order by id
    for no key update
  `;
  const bySlug = new Map(projects.map((project) => [project.slug, project]));
  return requests.map((request, at) => batchOf(requestedSerials(request, within(at)), request, bySlug.get(request.project), at));
}

/** Returns the batch of a request. Its number follows those of `after` other new batches. @throws RecordProblem as `receive`. */
function batchOf(serials: Serials, request: OperationRequest<'receive'>, project: KnownProject | undefined, after: number): NewBatch {
  const { registry, series, first, last } = serials;
  const { vintageStart, vintageEnd, unitType, issuance } = request;
  if (!project) throw new RecordProblem('record_unknown', `The catalogue has no project ${request.project}`, 'project');
  if (project.isSampleLog !== project.isSample) {
    const advice = project.isSample
      ? 'This is a sample project, and would stay in your own log for ever. Where no log has begun, a start of the site begins one of samples'
      : 'The log holds sample data, and this is not a sample project. End the samples first: npm run catalogue -- remove-samples';
    throw new RecordProblem('record_not_appendable', advice);
  }
  if (registry === 'sample' && !project.isSample) throw invalid('Only sample projects have units of the sample registry', 'registry');
  const contradiction = contradictionOf(serials, { projectId: project.registryId, vintageStart, vintageEnd });
  if (contradiction) throw invalid(contradiction.reason, contradiction.field);
  const { id, slug, title, registryId, next } = project;
  const quantity = quantityOf({ first, last });
  const line = { batch: next + after, registry, series, first, last, quantity, vintageStart, vintageEnd, unitType, issuance };
  return { project: { id, slug, title, registryId }, line, typed: project };
}

function requestedSerials({ registry: name, serial, series, first, last }: OperationRequest<'receive'>, within: string): Serials {
  const registry = readRegistry(name);
  if ('refusal' in registry) throw invalid(registry.refusal, 'registry');
  const read = serial === undefined ? undefined : readSerial(serial, { registry: registry.key });
  if (read && 'refusal' in read) throw invalid(read.refusal, `${within}serial`);
  const isGiven = series !== undefined && first !== undefined && last !== undefined;
  if (isGiven && first > last) throw invalid('is before the first', `${within}last`);
  const given = isGiven ? serialsOf({ registry: registry.key, series, first, last }) : undefined;
  if (given && 'refusal' in given) throw invalid(given.refusal, `${within}series`);
  if (read && given && (read.numbering !== given.numbering || read.first !== given.first || read.last !== given.last))
    throw invalid('The serial does not agree with series, first and last', `${within}serial`);
  const serials = read ?? given;
  const isPartOnly = !isGiven && (series ?? first ?? last) !== undefined;
  if (!serials || isPartOnly) throw invalid('Give the serial, or series, first and last', `${within}serial`);
  const field = `${within}${serial === undefined ? 'last' : 'serial'}`;
  if (quantityOf(serials) > quantityLimit) throw invalid(`These are more than ${quantityLimit} units`, field);
  return serials;
}
