import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { quantityOf } from '#src/lib/record/serials.ts';
import type { RecordLine, UnitStatus } from '#src/schemas/record.ts';

/** The units that an operation applies to. */
export type ChosenUnits = {
  project?: string | undefined;
  batch?: number | undefined;
  quantity?: number | undefined;
  projects?: { project: string; quantity: number }[] | undefined;
  serials?: { batch: number; first: number; last: number }[] | undefined;
};
/** The part of a live holding that an operation moves. */
export type PickedUnits = Omit<RecordLine, 'project'> & { holding: number; holdingFirst: number; holdingLast: number };
export type PickedProject = { id: number; slug: string; registryId: string | null };
/** The picked units of one project. */
export type PickedShare = { project: PickedProject; picked: PickedUnits[] };

type Holding = Omit<RecordLine, 'quantity' | 'project'> & { holding: number; projectId: number };
type Batch = { id: number; projectId: number; slug: string; externalId: string | null };

/**
 * Picks the units of an operation, grouped by project, all in the given state: the named serials or, for each project, the lowest
 * serials of its oldest vintages. Their batches are locked until the transaction ends, so that no other operation takes them.
 * @throws RecordProblem if there are not enough units, or the book has no such project or batch.
 */
export async function pickUnits(transaction: Transaction, chosen: ChosenUnits, status: UnitStatus): Promise<PickedShare[]> {
  const { quantity, projects, serials } = chosen;
  const batches = await lockBatches(transaction, chosen);
  if (serials) assertNamedOnce(serials);
  const holdings = await readHoldings(transaction, batches, status);
  // In the requested order of projects, otherwise in order of batches.
  const slugs = slugsOf(chosen);
  const inOrder = batches.toSorted((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug));
  return [...Map.groupBy(inOrder, ({ projectId }) => projectId)].map(([id, projectBatches]) => {
    const { slug = '', externalId = null } = projectBatches[0] ?? {};
    const projectHoldings = holdings.filter(({ projectId }) => projectId === id);
    const requested = projects?.find((share) => share.project === slug)?.quantity ?? quantity ?? 0;
    const named = serials?.filter((range) => projectBatches.some((batch) => batch.id === range.batch));
    return {
      project: { id, slug, registryId: externalId },
      picked: named ? pickNamed(projectHoldings, named, status) : pickLowest(projectHoldings, requested, status, projects && slug),
    };
  });
}

function slugsOf({ project, projects }: ChosenUnits): string[] {
  return projects?.map((share) => share.project) ?? (project === undefined ? [] : [project]);
}

async function lockBatches(transaction: Transaction, chosen: ChosenUnits): Promise<Batch[]> {
  const { project, batch, projects, serials } = chosen;
  const ids = serials?.map((range) => range.batch) ?? (batch === undefined ? [] : [batch]);
  const slugs = slugsOf(chosen);
  const batches = await transaction<Batch[]>`
    select batch.id, project.id as project_id, project.slug, project.external_id
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where ${ids.length > 0} and batch.id = any(${ids}::integer[]) or ${ids.length === 0} and project.slug = any(${slugs}::text[])
    order by batch.id
    for update of batch
  `;
  const missingSlug = slugs.find((slug) => ids.length === 0 && !batches.some((found) => found.slug === slug));
  if (missingSlug !== undefined)
    throw new RecordProblem('record_unknown', `The book has no units of ${missingSlug}`, projects ? 'projects' : 'project');
  const missingId = ids.find((id) => !batches.some((found) => found.id === id));
  if (missingId !== undefined) throw new RecordProblem('record_unknown', `The book has no batch ${missingId}`, 'batch');
  if (project !== undefined && batches.some(({ slug }) => slug !== project))
    throw new RecordProblem('record_unknown', 'The batch belongs to another project', 'batch');
  return batches;
}

async function readHoldings(transaction: Transaction, batches: Batch[], status: UnitStatus): Promise<Holding[]> {
  return transaction<Holding[]>`
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
}

/** @param slug the project's, to be named in errors if it is one of several. */
function pickLowest(holdings: Holding[], quantity: number, status: UnitStatus, slug: string | undefined): PickedUnits[] {
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

/** @throws RecordProblem if two of the ranges overlap. */
function assertNamedOnce(serials: NonNullable<ChosenUnits['serials']>): void {
  const sorted = serials.toSorted((a, b) => a.batch - b.batch || a.first - b.first);
  const twice = sorted.find((range, index) => {
    const before = sorted[index - 1];
    return before?.batch === range.batch && before.last >= range.first;
  });
  if (twice) throw new RecordProblem('units_overlap', `${twice.first} of batch ${twice.batch} is named twice`, 'serials');
}

function pickNamed(holdings: Holding[], serials: NonNullable<ChosenUnits['serials']>, status: UnitStatus): PickedUnits[] {
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
