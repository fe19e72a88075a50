import { sql, type Transaction } from '#server/platform/database/query.ts';
import { someOf } from '#shared/lib/text/numbers.ts';
import { type ChosenUnits, type OwnerField, ownedStatuses, ownerFields } from '#shared/schemas/record.ts';
import { type Issuance, type NamedProject, quantityIn, quantityOf, type RecordLine, type UnitStatus } from '#verify/entry.ts';
import { entryNamed, joinWords } from '#verify/text.ts';
import { type Actor, type DecisionContext, RecordProblem, type Sentence, unavailable } from './operation.ts';

/** Serials of one batch, both numbers included. */
export type SerialRange = NonNullable<ChosenUnits['serials']>[number];

type Numbers = Pick<SerialRange, 'first' | 'last'>;

/** The part of a live holding that an operation moves. */
export type PickedUnits = Omit<RecordLine, 'project' | 'status' | 'owner'> & {
  holding: number;
  holdingFirst: number;
  holdingLast: number;
  status: UnitStatus;
  owner: number | null;
  reservedUntil: string | null;
};
/** Picked units, and their project as their entry names it. */
export type PickedOfProject = PickedUnits & { project: NamedProject };
/** What may be picked: units in this state and, if the request names an owner in `field`, of this owner. */
type Source = { status: UnitStatus; owner: number | null; field?: OwnerField };

/** A project, with the number of one of its batches. */
type ProjectBatch = NamedProject & { batch: number };
type UnitsInBook = PickedUnits & { projectId: number };

/** The most ranges of serials that fit into one entry. A request names at most `rangesLimit`, but each may span several holdings. */
export const maxRanges = 1_000;

/**
 * Picks the units of an operation, in the order in which it names projects: the serials that it names, all or some units of a reservation,
 * assignment or transfer, or a quantity of Held units of each project. A quantity is taken from the oldest vintages, the lowest serials
 * first, and only from units of the issuance `only`, if that is given. The log must be locked.
 * @throws RecordProblem if there are not enough units, the actor may not move them, they have more ranges than one entry can list, a unit
 * is named twice, the request has to state the issuance, or the book has no such project or batch.
 */
export async function pickUnits({ transaction, actor }: DecisionContext, chosen: ChosenUnits, only?: Issuance): Promise<PickedOfProject[]> {
  const source = sourceOf(chosen);
  if (source.owner !== null) await assertMayActFor(transaction, { ...source, owner: source.owner }, actor);
  const serials = chosen.serials?.toSorted(bySerial);
  const batches = await findBatches(transaction, { ...chosen, serials }, source);
  const picked = serials
    ? await pickNamed(transaction, serials, source)
    : await pickByQuantity(transaction, batches, chosen, source, only ?? chosen.issuance);
  if (picked.length > maxRanges) throw tooManyRanges();
  const projects = new Map(batches.map(({ batch: _, ...project }) => [project.id, project]));
  const slugs = slugsOf(chosen);
  return picked
    .map(({ projectId, ...units }): PickedOfProject => ({ ...units, project: projects.get(projectId) as NamedProject }))
    .toSorted((a, b) => slugs.indexOf(a.project.slug) - slugs.indexOf(b.project.slug));
}

/** The problem of an operation on more ranges of serials than one entry can list. */
export const tooManyRanges = () => unavailable('These units span more ranges of serials than one entry can list: take fewer');

const bySerial = (a: SerialRange, b: SerialRange) => a.batch - b.batch || a.first - b.first;

/** Returns picked units as an entry lists them. */
export function lineOf(units: PickedUnits): RecordLine {
  const { batch, registry, series, first, last, quantity, vintageStart, vintageEnd, unitType, issuance } = units;
  return { batch, registry, series, first, last, quantity, vintageStart, vintageEnd, unitType, issuance };
}

/** Returns the state that the chosen units must be in, and their owner. */
export function sourceOf(chosen: ChosenUnits): Source {
  const field = ownerFields.find((name) => chosen[name] !== undefined);
  return field ? { status: ownedStatuses[field], owner: chosen[field] ?? null, field } : { status: 'Held', owner: null };
}

/** @throws RecordProblem unless the actor is the operator, or its key made the owner's entry or may act for any owner. */
export async function assertMayActFor(
  transaction: Transaction,
  { owner, field }: { owner: number; field?: string },
  actor: Actor,
): Promise<void> {
  if (actor === 'operator' || actor.isForAnyOwner) return;
  // Of a recovered entry nobody knows whose key made it (null), so no key but one for any owner may act on its units.
  const [made] = await transaction<{ keyId: number | null }[]>`select key_id from record_operations where entry_index = ${owner}`;
  if (made && made.keyId !== actor.keyId)
    throw new RecordProblem('owner_differs', (entry) => `This key did not make ${entry(owner)}, and lacks the scope any-owner`, field);
}

function slugsOf({ project, projects }: ChosenUnits): string[] {
  return projects?.map((share) => share.project) ?? (project === undefined ? [] : [project]);
}

/** Finds the batches from which units may be picked. @throws RecordProblem for one that does not exist or is of another project. */
async function findBatches(transaction: Transaction, chosen: ChosenUnits, { owner, status, field }: Source): Promise<ProjectBatch[]> {
  const { project, batch, projects, serials } = chosen;
  const slugs = slugsOf(chosen);
  const ids = [...(serials?.map((range) => range.batch) ?? []), ...(batch === undefined ? [] : [batch])];
  const condition =
    ids.length > 0
      ? sql`batch.id = any(${ids}::integer[])`
      : owner === null
        ? sql`project.slug = any(${slugs}::text[])`
        : sql`batch.id in (select batch_id from unit_holdings where owner_entry = ${owner} and ended_entry is null and status = ${status})`;
  const batches = await transaction<ProjectBatch[]>`
    select batch.id as batch, project.id, project.slug, project.title, project.external_id as registry_id
    from credit_batches as batch
    join carbon_projects as project on project.id = batch.project_id
    where ${condition}
    order by batch.id
  `;
  if (owner !== null && ids.length === 0 && batches.length === 0)
    throw unavailable((entry) => `No units of ${entry(owner)} are ${status}`, field);
  const missing = ids.find((id) => !batches.some((found) => found.batch === id));
  if (missing !== undefined)
    throw new RecordProblem('record_unknown', `The book has no batch ${missing}`, missing === batch ? 'batch' : 'serials');
  const foreign = ids.length === 0 ? undefined : batches.find(({ slug }) => project !== undefined && slug !== project);
  if (foreign) {
    const range = serials?.find((one) => one.batch === foreign.batch);
    const units = range ? `${range.first} to ${range.last} of batch ${foreign.batch} are` : `Batch ${foreign.batch} is`;
    throw new RecordProblem('record_unknown', `${units} of ${foreign.slug}, not of ${project}`, range ? 'serials' : 'batch');
  }
  const other = batch === undefined ? undefined : serials?.find((range) => range.batch !== batch);
  if (other)
    throw new RecordProblem('record_unknown', `${other.first} to ${other.last} are of batch ${other.batch}, not of ${batch}`, 'serials');
  const found = slugs.length === 0 ? batches : batches.filter(({ slug }) => slugs.includes(slug));
  const missingSlug = slugs.find((slug) => !found.some((one) => one.slug === slug));
  if (missingSlug !== undefined)
    throw new RecordProblem(
      'record_unknown',
      (entry) => (owner === null ? `The book has no units of ${missingSlug}` : `No units of ${missingSlug} are of ${entry(owner)}`),
      projects ? 'projects' : 'project',
    );
  return found;
}

/** Columns of `PickedUnits`, and the project's id, for the part `first` to `last` of a holding. */
export const pickedColumns = (first = sql`lower(held.serials)`, last = sql`upper(held.serials) - 1`) => sql`
  held.id::float8 as holding, batch.project_id, batch.id as batch, batch.registry, batch.series,
  (${first})::float8 as first, (${last})::float8 as last, (${last} - ${first} + 1)::float8 as quantity,
  lower(held.serials)::float8 as holding_first, (upper(held.serials) - 1)::float8 as holding_last,
  batch.vintage_start, batch.vintage_end, batch.unit_type, held.issuance, held.status, held.owner_entry::float8 as owner,
  held.reserved_until
`;

/** Oldest vintages first, and their lowest serials. */
export const oldestFirst = sql`batch.vintage_start, batch.vintage_end, batch.id, held.serials`;

async function pickByQuantity(
  transaction: Transaction,
  batches: ProjectBatch[],
  chosen: ChosenUnits,
  { status, owner, field }: Source,
  issuance: Issuance | undefined,
): Promise<UnitsInBook[]> {
  const parts: UnitsInBook[] = [];
  // Units that belong to an entry may be of several projects: a quantity of them is counted over all projects together.
  const isOfAll = owner !== null && chosen.quantity !== undefined;
  for (const some of isOfAll ? [batches] : Map.groupBy(batches, (one) => one.id).values()) {
    const isCandidate = sql`
      held.batch_id = any(${some.map(({ batch }) => batch)}::integer[]) and held.ended_entry is null and held.status = ${status}
        and held.owner_entry is not distinct from ${owner}
    `;
    const [{ issued, expected }] = await transaction<[Record<Issuance, number>]>`
      select
        coalesce(sum(upper(serials) - lower(serials)) filter (where issuance = 'issued'), 0)::float8 as issued,
        coalesce(sum(upper(serials) - lower(serials)) filter (where issuance = 'expected'), 0)::float8 as expected
      from unit_holdings as held
      where ${isCandidate}
    `;
    const slugs = joinWords([...new Set(some.map(({ slug }) => slug))]);
    const ofWhat = chosen.batch === undefined ? slugs : `batch ${chosen.batch} of ${slugs}`;
    const requested = chosen.projects?.find((share) => share.project === some[0]?.slug)?.quantity ?? chosen.quantity;
    const atFault = requested === undefined ? field : chosen.projects ? 'projects' : 'quantity';
    if (owner === null && issuance === undefined && issued > 0 && expected > 0)
      throw new RecordProblem('issuance_missing', `${ofWhat} has ${issued} issued and ${expected} expected units: say which`, 'issuance');
    const there = issuance ? { issued, expected }[issuance] : issued + expected;
    // Only of a retirement, whose request does not state the issuance.
    if (issuance === 'issued' && chosen.issuance === undefined && there === 0 && expected > 0)
      throw new RecordProblem('units_not_claimable', `The ${expected} units of ${ofWhat} are expected, and none is issued yet`, atFault);
    if (there === 0 || there < (requested ?? 0)) {
      const units = `${there} ${issuance === undefined ? '' : `${issuance} `}units of ${ofWhat}`;
      const text: Sentence = (entry) => `Only ${units}${owner === null ? '' : ` of ${entry(owner)}`} are ${status}`;
      throw unavailable(text, atFault);
    }
    const wanted = requested ?? there;
    const rows = await transaction<UnitsInBook[]>`
      select ${pickedColumns()}
      from unit_holdings as held
      join credit_batches as batch on batch.id = held.batch_id
      where ${isCandidate} and held.issuance = coalesce(${issuance ?? null}, held.issuance)
      order by ${oldestFirst}
      -- Each has at least one unit.
      limit ${Math.min(wanted, maxRanges + 1)}
    `;
    parts.push(...takeFirst(rows, wanted).taken);
  }
  return parts;
}

/** Returns the parts of a range that lie in none of the `others`. Each of these must overlap the range. */
export function partsOutside(range: Numbers, others: readonly Numbers[]): Numbers[] {
  const parts: Numbers[] = [];
  let next = range.first;
  for (const { first, last } of others.toSorted((a, b) => a.first - b.first)) {
    if (first > next) parts.push({ first: next, last: Math.min(first - 1, range.last) });
    next = Math.max(next, last + 1);
  }
  if (next <= range.last) parts.push({ first: next, last: range.last });
  return parts;
}

/** Splits units, in their order, into the first `quantity` and the rest. */
export function takeFirst<Units extends PickedUnits>(units: readonly Units[], quantity: number): { taken: Units[]; rest: Units[] } {
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

/** The live holdings with units of `batch` in the range `named`, and the columns for the part of each that lies in the range. */
export const liveNamed = sql`
  unit_holdings as held on held.batch_id = batch.id and held.ended_entry is null and held.serials && int8range(named.first, named.last, '[]')
`;
export const columnsNamed = pickedColumns(sql`greatest(lower(held.serials), named.first)`, sql`least(upper(held.serials) - 1, named.last)`);

/** Reads the live units in ranges of serials. Returns, for each range, the parts of holdings in it, in order of numbers. */
export async function readNamed(transaction: Transaction, ranges: readonly SerialRange[]): Promise<UnitsInBook[][]> {
  const units = await transaction<(UnitsInBook & { at: number })[]>`
    select named.at::int as at, ${columnsNamed}
    from unnest(
      ${ranges.map(({ batch }) => batch)}::integer[], ${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[]
    ) with ordinality as named (batch, first, last, at)
    join credit_batches as batch on batch.id = named.batch
    join ${liveNamed}
    order by first
  `;
  const byRange = Map.groupBy(units, ({ at }) => at);
  return ranges.map((_, at) => byRange.get(at + 1) ?? []);
}

async function pickNamed(transaction: Transaction, sorted: SerialRange[], source: Source): Promise<UnitsInBook[]> {
  const twice = sorted.find((range, index) => {
    const before = sorted[index - 1];
    return before?.batch === range.batch && before.last >= range.first;
  });
  if (twice) throw new RecordProblem('units_overlap', `${twice.first} of batch ${twice.batch} is named twice`, 'serials');
  const byRange = await readNamed(transaction, sorted);
  const wrong = byRange.flat().filter(({ status, owner }) => status !== source.status || owner !== source.owner);
  const unknown = sorted.flatMap((range, index) => {
    const isWhole = quantityIn(byRange[index] ?? []) === quantityOf(range);
    return isWhole ? [] : [`batch ${range.batch} does not have all of ${range.first} to ${range.last}`];
  });
  if (unknown.length + wrong.length === 0) return byRange.flat();
  const text: Sentence = (entry) =>
    `Not ${inState(source, entry)}: ${someOf([...unknown, ...wrong.map((units) => sayState(units, entry))], 5)}`;
  throw unavailable(text, 'serials');
}

type State = Pick<PickedUnits, 'status' | 'owner'>;
const inState = ({ status, owner }: State, entry: typeof entryNamed) => `${status}${owner === null ? '' : ` with ${entry(owner)}`}`;

/** Says in which state units of a batch are, and with which entry. */
export const sayState = ({ first, last, batch, ...state }: State & SerialRange, entry = entryNamed): string =>
  `${first} to ${last} of batch ${batch} are ${inState(state, entry)}`;
