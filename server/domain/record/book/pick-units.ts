import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { quantityOf } from '#src/lib/serials.ts';
import type { RecordLine, UnitStatus } from '#src/schemas/record.ts';

/** Which units an operation is about. */
export type ChosenUnits = {
  project?: string | undefined;
  batch?: number | undefined;
  quantity?: number | undefined;
  projects?: { project: string; quantity: number }[] | undefined;
  serials?: { batch: number; first: number; last: number }[] | undefined;
};
/** A part of a live holding that an operation takes. */
export type PickedUnits = Omit<RecordLine, 'project'> & { holding: number; holdingFirst: number; holdingLast: number };
export type PickedProject = { id: number; slug: string; registryId: string | null };
/** The units of one project. */
export type PickedShare = { project: PickedProject; picked: PickedUnits[] };

type Holding = Omit<RecordLine, 'quantity' | 'project'> & { holding: number; projectId: number };
type Batch = { id: number; projectId: number; slug: string; externalId: string | null };

/**
 * The units of an operation by their projects, all in one state: named serials, or of each project the lowest ones of its
 * oldest vintage. Their batches are locked until the transaction ends, so that nobody else takes them.
 * @throws RecordProblem when there are not so many, or the book has no such project or batch.
 */
export async function pickUnits(
  transaction: Transaction,
  { project, batch, quantity, projects, serials }: ChosenUnits,
  status: UnitStatus,
): Promise<PickedShare[]> {
  const ids = serials?.map((range) => range.batch) ?? (batch === undefined ? [] : [batch]);
  const slugs = projects?.map((one) => one.project) ?? (project === undefined ? [] : [project]);
  const batches = await transaction<Batch[]>`
    select batch.id, project.id as project_id, project.slug, project.external_id
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where ${ids.length > 0} and batch.id = any(${ids}::integer[]) or ${ids.length === 0} and project.slug = any(${slugs}::text[])
    order by batch.id
    for update of batch
  `;
  const without = slugs.find((slug) => ids.length === 0 && !batches.some((found) => found.slug === slug));
  if (without !== undefined)
    throw new RecordProblem('record_unknown', `The book has no units of ${without}`, projects ? 'projects' : 'project');
  const wrong = ids.find((id) => !batches.some((found) => found.id === id));
  if (wrong !== undefined) throw new RecordProblem('record_unknown', `The book has no batch ${wrong}`, 'batch');
  if (project !== undefined && batches.some(({ slug }) => slug !== project))
    throw new RecordProblem('record_unknown', 'The batch is of another project', 'batch');

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
  if (serials) assertNamedOnce(serials);
  // In the order asked for, or of their batches.
  const inOrder = batches.toSorted((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug));
  return [...Map.groupBy(inOrder, ({ projectId }) => projectId)].map(([id, of]) => {
    const { slug = '', externalId = null } = of[0] ?? {};
    const own = holdings.filter(({ projectId }) => projectId === id);
    const wanted = projects?.find((one) => one.project === slug)?.quantity ?? quantity ?? 0;
    const named = serials?.filter((range) => of.some((found) => found.id === range.batch));
    return {
      project: { id, slug, registryId: externalId },
      picked: named ? namedOf(own, named, status) : lowestOf(own, wanted, status, projects && slug),
    };
  });
}

/** @param slug of the project, to be named where it is one of several. */
function lowestOf(holdings: Holding[], quantity: number, status: UnitStatus, slug: string | undefined): PickedUnits[] {
  const picked: PickedUnits[] = [];
  let left = quantity;
  for (const holding of holdings) {
    if (left === 0) break;
    const taken = Math.min(left, quantityOf(holding));
    picked.push(part(holding, holding.first, holding.first + taken - 1));
    left -= taken;
  }
  if (left > 0) {
    const text = `Only ${quantity - left} units${slug === undefined ? '' : ` of ${slug}`} are ${status}`;
    throw new RecordProblem('units_not_available', text, slug === undefined ? 'quantity' : 'projects');
  }
  return picked;
}

/** @throws RecordProblem when two of the ranges have a serial in common. */
function assertNamedOnce(serials: NonNullable<ChosenUnits['serials']>): void {
  const sorted = serials.toSorted((a, b) => a.batch - b.batch || a.first - b.first);
  const twice = sorted.find((range, index) => {
    const before = sorted[index - 1];
    return before?.batch === range.batch && before.last >= range.first;
  });
  if (twice) throw new RecordProblem('units_overlap', `${twice.first} of batch ${twice.batch} is named twice`, 'serials');
}

function namedOf(holdings: Holding[], serials: NonNullable<ChosenUnits['serials']>, status: UnitStatus): PickedUnits[] {
  return serials
    .toSorted((a, b) => a.batch - b.batch || a.first - b.first)
    .flatMap((range) => {
      const parts = holdings
        .filter(({ batch, first, last }) => batch === range.batch && first <= range.last && last >= range.first)
        .map((holding) => part(holding, Math.max(holding.first, range.first), Math.min(holding.last, range.last)));
      const found = parts.reduce((sum, { quantity }) => sum + quantity, 0);
      if (found < quantityOf(range)) {
        const text = `Not all of ${range.first} to ${range.last} of batch ${range.batch} are ${status}`;
        throw new RecordProblem('units_not_available', text, 'serials');
      }
      return parts;
    });
}

function part({ projectId: _, ...holding }: Holding, first: number, last: number): PickedUnits {
  return { ...holding, first, last, quantity: last - first + 1, holdingFirst: holding.first, holdingLast: holding.last };
}
