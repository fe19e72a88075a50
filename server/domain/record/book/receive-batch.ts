import type { Applied, MakeEntry } from '#server/domain/record/book/effects.ts';
import type { NewState } from '#server/domain/record/book/move-units.ts';
import type { PickedProject } from '#server/domain/record/book/pick-units.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntry, hashesOf, textsOf } from '#server/domain/record/log/append-entry.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { quantityOf, readSerial, type Serials } from '#src/lib/record/serials.ts';
import { type OperationRequest, quantityLimit, type RecordLine } from '#src/schemas/record.ts';

/** A batch that is not stored yet. */
export type NewBatch = {
  project: PickedProject;
  line: RecordLine;
  serialText: string | undefined;
  registryUrl: string | undefined;
};
/** Part of a new batch, with the state that it begins in. */
export type FirstHolding = { first: number; last: number; to: NewState };

/**
 * Adds a batch of units to the book, with one holding of all its units, and appends the entry. Returns the project's id as
 * `project`.
 * @throws RecordProblem for an unknown project or a serial that is missing or cannot be parsed; the driver's error if some of the serials were
 * received before.
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
      project: { slug: project.slug, registryId: project.registryId },
      quantity: line.quantity,
      lines: [line],
      ...(serialText ? { serialText } : {}),
      ...(registryUrl ? { registryUrl } : {}),
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
  const { series, first, last } = serialsOf(request);
  const { registry, serial, vintageStart, vintageEnd, unitType, issuance, registryUrl } = request;
  const [project] = await transaction<(PickedProject & { isForeign: boolean; next: number })[]>`
    select
      id, slug, external_id as registry_id, not is_sample and (select is_sample from record_log) as is_foreign,
      (select coalesce(max(id), 0) + 1 from credit_batches) as next
    from carbon_projects
    where slug = ${request.project}
    for no key update
  `;
  if (!project) throw new RecordProblem('record_unknown', `The catalogue has no project ${request.project}`, 'project');
  if (project.isForeign) {
    const advice =
      'The log holds sample data, and this is not a sample project. End the samples first: npm run catalogue -- remove-samples';
    throw new RecordProblem('record_not_appendable', advice);
  }
  const { isForeign: _, next, ...known } = project;
  const quantity = quantityOf({ first, last });
  const line = { batch: next + after, registry, series, first, last, quantity, vintageStart, vintageEnd, unitType, issuance };
  return { project: known, line, serialText: serial, registryUrl };
}

/** Stores a batch with its holdings, received by entry `index`. @throws the driver's error if some of the serials were received before. */
export async function storeBatch(
  transaction: Transaction,
  { project, line, serialText, registryUrl }: NewBatch,
  holdings: readonly FirstHolding[],
  index: number,
): Promise<void> {
  const { batch, registry, series, first, last, vintageStart, vintageEnd, unitType, issuance } = line;
  await transaction`
    insert into credit_batches (
      id, project_id, registry, series, serials, serial_text, vintage_start, vintage_end, unit_type, issuance, registry_url, received_entry
    )
    values (
      ${batch}, ${project.id}, ${registry}, ${series}, int8range(${first}, ${last}, '[]'), ${serialText ?? null}, ${vintageStart}::date,
      ${vintageEnd}::date, ${unitType}, ${issuance}, ${registryUrl ?? null}, ${index}
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

function serialsOf({ serial, series, first, last }: OperationRequest<'receive'>): Serials {
  const read = serial === undefined ? undefined : readSerial(serial);
  const given = series !== undefined && first !== undefined && last !== undefined ? { series, first, last } : undefined;
  if (read && given && (read.series !== series || read.first !== first || read.last !== last))
    throw new RecordProblem('units_overlap', 'The serial does not agree with series, first and last', 'serial');
  const serials = given ?? read;
  if (!serials) throw new RecordProblem('validation_failed', 'This serial cannot be read: give series, first and last', 'serial');
  if (serials.first > serials.last || quantityOf(serials) > quantityLimit)
    throw new RecordProblem('units_overlap', 'The last serial is before the first, or they are too many', 'last');
  return serials;
}
