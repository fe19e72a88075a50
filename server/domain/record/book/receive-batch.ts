import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { appendEntry, commitText } from '#server/domain/record/log/append-entry.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { quantityOf, readSerial, type Serials } from '#src/lib/record/serials.ts';
import { type OperationRequest, quantityLimit, type RecordEntry, type RecordLine } from '#src/schemas/record.ts';

/**
 * Adds a batch of units to the book, with one holding of all its units, and appends the entry. Returns the project's id as
 * `project`.
 * @throws RecordProblem for an unknown project or a serial that is missing or cannot be parsed; the driver's error if some of the serials were
 * received before.
 */
export async function receiveBatch(
  transaction: Transaction,
  request: OperationRequest<'receive'>,
  entry: (facts: Partial<RecordEntry>) => RecordEntry,
): Promise<{ entry: number; quantity: number; batch: number; project: number }> {
  const { series, first, last } = serialsOf(request);
  const { registry, serial, vintageStart, vintageEnd, unitType, issuance, registryUrl, note } = request;
  const [project] = await transaction<{ id: number; slug: string; externalId: string | null; isForeign: boolean }[]>`
    select
      id, slug, external_id,
      not is_sample and (select is_sample from record_log) as is_foreign
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
  const quantity = quantityOf({ first, last });
  const [{ batch } = { batch: 0 }] = await transaction<{ batch: number }[]>`
    select nextval(pg_get_serial_sequence('credit_batches', 'id'))::int as batch
  `;
  const line: RecordLine = { batch, registry, series, first, last, quantity, vintageStart, vintageEnd, unitType, issuance };
  const texts = note ? [commitText('note', note)] : [];
  const index = await appendEntry(
    transaction,
    entry({
      project: { slug: project.slug, registryId: project.externalId },
      quantity,
      lines: [line],
      ...(serial ? { serialText: serial } : {}),
      ...(registryUrl ? { registryUrl } : {}),
      ...(texts[0] ? { note: texts[0].commitment.toString('hex') } : {}),
    }),
    texts,
  );
  const batchRow = transaction`
    insert into credit_batches (
      id, project_id, registry, series, serials, serial_text, vintage_start, vintage_end, unit_type, issuance, registry_url, received_entry
    )
    overriding system value
    values (
      ${batch}, ${project.id}, ${registry}, ${series}, int8range(${first}, ${last}, '[]'), ${serial ?? null}, ${vintageStart}::date,
      ${vintageEnd}::date, ${unitType}, ${issuance}, ${registryUrl ?? null}, ${index}
    )
  `;
  const holdingRow = transaction`
    insert into unit_holdings (batch_id, serials, status, entry_index)
    values (${batch}, int8range(${first}, ${last}, '[]'), 'Held', ${index})
  `;
  await Promise.all([batchRow, holdingRow]);
  return { entry: index, quantity, batch, project: project.id };
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
