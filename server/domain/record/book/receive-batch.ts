import type { Applied, MakeEntry } from '#server/domain/record/book/effects.ts';
import type { NewState } from '#server/domain/record/book/move-units.ts';
import type { PickedProject } from '#server/domain/record/book/pick-units.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntry, hashesOf, textsOf } from '#server/domain/record/log/append-entry.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { contradictionOf, quantityOf, readRegistry, readSerial, type Serials, serialsOf } from '#src/lib/registries/serials.ts';
import { type OperationRequest, quantityLimit, type RecordLine } from '#src/schemas/record.ts';

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

/**
 * Adds a batch of units to the book, with one holding of all its units, and appends the entry. Returns the project's id as
 * `project`.
 * @throws RecordProblem for an unknown project or registry, a serial that cannot be read, or one that says another project or vintage;
 * the driver's error if some of the serials were received before.
 */
export async function receiveBatch(
  transaction: Transaction,
  request: OperationRequest<'receive'>,
  entry: MakeEntry,
): Promise<Applied & { project: number }> {
  const batch = await readBatch(transaction, request);
  const { project, line, serialText, registryUrl } = batch;
  const texts = textsOf({ note: request.note });
  const index = await appendEntry(
    transaction,
    entry({
      project,
      quantity: line.quantity,
      lines: [line],
      ...(serialText ? { serialText } : {}),
      ...(registryUrl ? { registryUrl } : {}),
      ...(request.held ? { held: request.held } : {}),
      ...hashesOf(texts),
    }),
    texts,
  );
  const { first, last, issuance } = line;
  await storeBatch(transaction, batch, [{ first, last, to: { status: 'Held', issuance, owner: null, until: null } }], index);
  return { entry: index, quantity: line.quantity, lines: [line], batch: line.batch, project: project.id };
}

/**
 * Reads a batch from a request, and gives it the next number, or the one that is `after` so many others. The log must be locked.
 * @throws RecordProblem as `receiveBatch`.
 */
export async function readBatch(transaction: Transaction, request: OperationRequest<'receive'>, after = 0): Promise<NewBatch> {
  const serials = requestedSerials(request);
  const { registry, series, numbering, first, last } = serials;
  const { serial, vintageStart, vintageEnd, unitType, issuance, registryUrl } = request;
  const [project] = await transaction<(PickedProject & { isSample: boolean; isSampleLog: boolean; next: number })[]>`
    select
      id, slug, title, external_id as registry_id, is_sample, (select is_sample from record_log) as is_sample_log,
      (select coalesce(max(id), 0) + 1 from credit_batches) as next
    from carbon_projects
    where slug = ${request.project}
    for no key update
  `;
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

/** Stores a batch with its holdings, received by entry `index`. @throws the driver's error if some of the serials were received before. */
export async function storeBatch(
  transaction: Transaction,
  { project, line, numbering, serialText, registryUrl }: Omit<NewBatch, 'project'> & { project: Pick<PickedProject, 'id'> },
  holdings: readonly FirstHolding[],
  index: number,
): Promise<void> {
  const { batch, registry, series, first, last, vintageStart, vintageEnd, unitType, issuance } = line;
  await transaction`
    insert into credit_batches (
      id, project_id, registry, series, numbering, serials, serial_text, vintage_start, vintage_end, unit_type, issuance, registry_url, received_entry
    )
    values (
      ${batch}, ${project.id}, ${registry}, ${series}, ${numbering}, int8range(${first}, ${last}, '[]'), ${serialText ?? null},
      ${vintageStart}::date, ${vintageEnd}::date, ${unitType}, ${issuance}, ${registryUrl ?? null}, ${index}
    )
  `;
  await transaction`
    insert into unit_holdings (batch_id, serials, status, issuance, owner_entry, reserved_until, entry_index, begun_entry)
    select ${batch}, int8range(part.first, part.last, '[]'), part.status, part.issuance, part.owner, part.until, ${index}, ${index}
    from unnest(
      ${holdings.map((part) => part.first)}::bigint[], ${holdings.map((part) => part.last)}::bigint[],
      ${holdings.map(({ to }) => to.status)}::text[], ${holdings.map(({ to }) => to.issuance)}::text[],
      ${holdings.map(({ to }) => to.owner)}::bigint[], ${holdings.map(({ to }) => to.until)}::date[]
    ) as part (first, last, status, issuance, owner, until)
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
