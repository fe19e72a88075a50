import type { Applied, MakeEntry } from '#server/domain/record/book/effects.ts';
import type { NewState } from '#server/domain/record/book/move-units.ts';
import type { PickedProject } from '#server/domain/record/book/pick-units.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntries, hashesOf, textsOf } from '#server/domain/record/log/append-entry.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { type OperationRequest, quantityLimit, type RecordLine } from '#src/schemas/record.ts';
import { contradictionOf, quantityOf, readRegistry, readSerial, type Serials, serialsOf } from '#verify/serials.ts';

/** A batch that is not stored yet. */
export type NewBatch = {
  project: PickedProject;
  line: RecordLine;
  /** The set in which the registry gives a number once. */
  numbering: string;
  serialText: string | undefined;
  registryUrl: string | undefined;
};
/** Part of a new batch, with the state that it begins in. */
export type FirstHolding = { first: number; last: number; to: NewState };

type Received = { request: OperationRequest<'receive'>; entry: MakeEntry };

/**
 * Adds batches of units to the book, each with one holding of all its units, and appends their entries, in a few statements however many
 * they are. Returns the project's id as `project`.
 * @throws RecordProblem for an unknown project or registry, a serial that cannot be read, or one that says another project or vintage;
 * the driver's error if some of the serials were received before.
 */
export async function receiveBatches(transaction: Transaction, received: readonly Received[]): Promise<(Applied & { project: number })[]> {
  const batches = await readBatches(
    transaction,
    received.map(({ request }) => request),
  );
  const made = received.map(({ request, entry }, at) => {
    const { project, line, serialText, registryUrl } = batches[at] as NewBatch;
    const texts = textsOf({ note: request.note });
    const facts = {
      project,
      quantity: line.quantity,
      lines: [line],
      ...(serialText ? { serialText } : {}),
      ...(registryUrl ? { registryUrl } : {}),
      ...(request.held ? { held: request.held } : {}),
      ...hashesOf(texts),
    };
    return { entry: entry(facts), texts };
  });
  const indexes = await appendEntries(transaction, made);
  const stored = batches.map((batch, at) => ({ batch, index: indexes[at] as number }));
  await storeBatches(
    transaction,
    stored.map(({ batch, index }) => {
      const { first, last, issuance } = batch.line;
      return { batch, index, holdings: [{ first, last, to: { status: 'Held', issuance, owner: null, until: null } }] };
    }),
  );
  return stored.map(({ batch: { line, project }, index }) => ({
    entry: index,
    quantity: line.quantity,
    lines: [line],
    batch: line.batch,
    project: project.id,
  }));
}

type KnownProject = PickedProject & { isSample: boolean; isSampleLog: boolean; next: number };

/**
 * Reads batches from requests, and gives them the next numbers. The log must be locked.
 * @throws RecordProblem as `receiveBatches`.
 */
export async function readBatches(transaction: Transaction, requests: readonly OperationRequest<'receive'>[]): Promise<NewBatch[]> {
  if (requests.length === 0) return [];
  const projects = await transaction<KnownProject[]>`
    select
      id, slug, title, external_id as registry_id, is_sample, (select is_sample from record_log) as is_sample_log,
      (select coalesce(max(id), 0) + 1 from credit_batches) as next
    from carbon_projects
    where slug = any(${[...new Set(requests.map(({ project }) => project))]}::text[])
    order by id
    for no key update
  `;
  const bySlug = new Map(projects.map((project) => [project.slug, project]));
  return requests.map((request, at) => batchOf(request, bySlug.get(request.project), at));
}

/** Returns the batch of a request: the one that is `after` so many others. @throws RecordProblem as `receiveBatches`. */
function batchOf(request: OperationRequest<'receive'>, project: KnownProject | undefined, after: number): NewBatch {
  const serials = requestedSerials(request);
  const { registry, series, numbering, first, last } = serials;
  const { serial, vintageStart, vintageEnd, unitType, issuance, registryUrl } = request;
  if (!project) throw new RecordProblem('record_unknown', `The catalogue has no project ${request.project}`, 'project');
  if (project.isSampleLog && !project.isSample) {
    const advice =
      'The log holds sample data, and this is not a sample project. End the samples first: npm run catalogue -- remove-samples';
    throw new RecordProblem('record_not_appendable', advice);
  }
  if (registry === 'sample' && !project.isSample)
    throw new RecordProblem('validation_failed', 'Only sample projects have units of the sample registry', 'registry');
  const contradiction = contradictionOf(serials, { projectId: project.registryId, vintageStart, vintageEnd });
  if (contradiction) throw new RecordProblem('validation_failed', contradiction.reason, contradiction.field);
  const { isSample: _, isSampleLog: __, next, ...known } = project;
  const quantity = quantityOf({ first, last });
  const line = { batch: next + after, registry, series, first, last, quantity, vintageStart, vintageEnd, unitType, issuance };
  return { project: known, line, numbering, serialText: serial, registryUrl };
}

type StoredBatch = {
  batch: Omit<NewBatch, 'project'> & { project: Pick<PickedProject, 'id'> };
  holdings: readonly FirstHolding[];
  /** The entry that received it. */
  index: number;
};

/** Stores batches with their holdings. @throws the driver's error if some of the serials were received before. */
export async function storeBatches(transaction: Transaction, stored: readonly StoredBatch[]): Promise<void> {
  const batches = stored.map(({ batch, index }) => ({ ...batch, ...batch.line, index }));
  await transaction`
    insert into credit_batches (
      id, project_id, registry, series, numbering, serials, serial_text, vintage_start, vintage_end, unit_type, issuance, registry_url, received_entry
    )
    select
      id, project, registry, series, numbering, int8range(first, last, '[]'), serial_text, vintage_start, vintage_end, unit_type, issuance,
      registry_url, entry
    from unnest(
      ${batches.map(({ batch }) => batch)}::integer[], ${batches.map(({ project }) => project.id)}::integer[],
      ${batches.map(({ registry }) => registry)}::text[], ${batches.map(({ series }) => series)}::text[],
      ${batches.map(({ numbering }) => numbering)}::text[], ${batches.map(({ first }) => first)}::bigint[],
      ${batches.map(({ last }) => last)}::bigint[], ${batches.map(({ serialText }) => serialText ?? null)}::text[],
      ${batches.map(({ vintageStart }) => vintageStart)}::date[], ${batches.map(({ vintageEnd }) => vintageEnd)}::date[],
      ${batches.map(({ unitType }) => unitType)}::text[], ${batches.map(({ issuance }) => issuance)}::text[],
      ${batches.map(({ registryUrl }) => registryUrl ?? null)}::text[], ${batches.map(({ index }) => index)}::bigint[]
    ) as given (
      id, project, registry, series, numbering, first, last, serial_text, vintage_start, vintage_end, unit_type, issuance, registry_url, entry
    )
  `;
  const parts = stored.flatMap(({ batch, holdings, index }) => holdings.map((part) => ({ ...part, batch: batch.line.batch, index })));
  await transaction`
    insert into unit_holdings (batch_id, serials, status, issuance, owner_entry, reserved_until, entry_index, begun_entry)
    select part.batch, int8range(part.first, part.last, '[]'), part.status, part.issuance, part.owner, part.until, part.entry, part.entry
    from unnest(
      ${parts.map(({ batch }) => batch)}::integer[], ${parts.map(({ first }) => first)}::bigint[], ${parts.map(({ last }) => last)}::bigint[],
      ${parts.map(({ to }) => to.status)}::text[], ${parts.map(({ to }) => to.issuance)}::text[],
      ${parts.map(({ to }) => to.owner)}::bigint[], ${parts.map(({ to }) => to.until)}::date[], ${parts.map(({ index }) => index)}::bigint[]
    ) as part (batch, first, last, status, issuance, owner, until, entry)
  `;
}

function requestedSerials({ registry: name, serial, series, first, last }: OperationRequest<'receive'>): Serials {
  const registry = readRegistry(name);
  if ('refusal' in registry) throw new RecordProblem('validation_failed', registry.refusal, 'registry');
  const read = serial === undefined ? undefined : readSerial(serial, { registry: registry.key });
  if (read && 'refusal' in read) throw new RecordProblem('validation_failed', read.refusal, 'serial');
  const isGiven = series !== undefined && first !== undefined && last !== undefined;
  if (isGiven && first > last) throw new RecordProblem('validation_failed', 'is before the first', 'last');
  const given = isGiven ? serialsOf(registry.key, series, first, last) : undefined;
  if (given && 'refusal' in given) throw new RecordProblem('validation_failed', given.refusal, 'series');
  if (read && given && (read.numbering !== given.numbering || read.first !== given.first || read.last !== given.last))
    throw new RecordProblem('validation_failed', 'The serial does not agree with series, first and last', 'serial');
  const serials = read ?? given;
  if (!serials) throw new RecordProblem('validation_failed', 'Give the serial, or series, first and last', 'serial');
  if (quantityOf(serials) > quantityLimit)
    throw new RecordProblem('validation_failed', `These are more than ${quantityLimit} units`, serial === undefined ? 'last' : 'serial');
  return serials;
}
