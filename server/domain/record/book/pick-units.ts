import { RecordRefused } from '#server/domain/record/book/refusal.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { quantityOf } from '#src/lib/serials.ts';
import type { RecordLine, UnitStatus } from '#src/schemas/record.ts';

/** Which units an operation is about. */
export type ChosenUnits = {
  project?: string | undefined;
  batch?: number | undefined;
  quantity?: number | undefined;
  serials?: { batch: number; first: number; last: number }[] | undefined;
};
/** A part of a live holding that an operation takes. */
export type PickedUnits = RecordLine & { holding: number; holdingFirst: number; holdingLast: number };
export type PickedProject = { id: number; slug: string; registryId: string | null };

type Holding = Omit<RecordLine, 'quantity'> & { holding: number; projectId: number };

/**
 * The units of an operation, all in one state: named serials, or the lowest ones of the oldest vintage. Their batches are
 * locked until the transaction ends, so that nobody else takes them.
 * @throws RecordRefused when there are not so many, or they are of several projects.
 */
export async function pickUnits(
  transaction: Transaction,
  { project, batch, quantity, serials }: ChosenUnits,
  status: UnitStatus,
): Promise<{ project: PickedProject; picked: PickedUnits[] }> {
  const ids = serials?.map((range) => range.batch) ?? (batch === undefined ? [] : [batch]);
  const batches = await transaction<{ id: number; projectId: number; slug: string; externalId: string | null }[]>`
    select batch.id, project.id as project_id, project.slug, project.external_id
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where ${ids.length > 0} and batch.id = any(${ids}::integer[]) or ${ids.length === 0} and project.slug = ${project ?? ''}
    order by batch.id
    for update of batch
  `;
  const [first] = batches;
  if (!first) throw new RecordRefused('record_unknown', 'The book has no such units', ids.length > 0 ? 'batch' : 'project');
  const wrong = ids.find((id) => !batches.some((found) => found.id === id));
  if (wrong !== undefined) throw new RecordRefused('record_unknown', `The book has no batch ${wrong}`, 'batch');
  if (batches.some(({ slug }) => slug !== (project ?? first.slug)))
    throw new RecordRefused('record_unknown', 'The batch is of another project', 'batch');

  const holdings = await transaction<Holding[]>`
    select
      held.id::float8 as holding, batch.project_id, batch.id as batch, batch.registry, batch.series,
      lower(held.serials)::float8 as first, (upper(held.serials) - 1)::float8 as last,
      to_char(batch.vintage_start, 'YYYY-MM-DD') as vintage_start, to_char(batch.vintage_end, 'YYYY-MM-DD') as vintage_end,
      batch.unit_type, batch.issuance
    from unit_holdings as held
    join credit_batches as batch on batch.id = held.batch_id
    where held.batch_id = any(${batches.map(({ id }) => id)}::integer[]) and held.ended_entry is null and held.status = ${status}
    order by batch.vintage_start, batch.id, held.serials
  `;
  const picked = serials ? named(holdings, serials, status) : lowest(holdings, quantity ?? 0, status);
  return { project: { id: first.projectId, slug: first.slug, registryId: first.externalId }, picked };
}

function lowest(holdings: Holding[], quantity: number, status: UnitStatus): PickedUnits[] {
  const picked: PickedUnits[] = [];
  let left = quantity;
  for (const holding of holdings) {
    if (left === 0) break;
    const taken = Math.min(left, quantityOf(holding));
    picked.push(part(holding, holding.first, holding.first + taken - 1));
    left -= taken;
  }
  if (left > 0) throw new RecordRefused('units_not_available', `Only ${quantity - left} units are ${status}`, 'quantity');
  return picked;
}

function named(holdings: Holding[], serials: NonNullable<ChosenUnits['serials']>, status: UnitStatus): PickedUnits[] {
  const sorted = serials.toSorted((a, b) => a.batch - b.batch || a.first - b.first);
  const twice = sorted.find((range, index) => {
    const before = sorted[index - 1];
    return before?.batch === range.batch && before.last >= range.first;
  });
  if (twice) throw new RecordRefused('units_overlap', `${twice.first} of batch ${twice.batch} is named twice`, 'serials');
  return sorted.flatMap((range) => {
    const parts = holdings
      .filter(({ batch, first, last }) => batch === range.batch && first <= range.last && last >= range.first)
      .map((holding) => part(holding, Math.max(holding.first, range.first), Math.min(holding.last, range.last)));
    const found = parts.reduce((sum, { quantity }) => sum + quantity, 0);
    if (found < quantityOf(range)) {
      const text = `Not all of ${range.first} to ${range.last} of batch ${range.batch} are ${status}`;
      throw new RecordRefused('units_not_available', text, 'serials');
    }
    return parts;
  });
}

function part({ projectId: _, ...holding }: Holding, first: number, last: number): PickedUnits {
  return { ...holding, first, last, quantity: last - first + 1, holdingFirst: holding.first, holdingLast: holding.last };
}
