import { type KeyedOperation, operateTogether } from '#server/domain/record/book/operate.ts';
import { forgetLastSigned } from '#server/domain/record/log/data-dir.ts';
import { beginLog, findLog } from '#server/domain/record/log/log.ts';
import { advisoryLocks, inTransaction } from '#server/platform/database/query.ts';
import { log } from '#server/platform/log.ts';
import type { Project } from '#shared/schemas/project.ts';
import { type Operation, operations } from '#shared/schemas/record.ts';
import { certificateNumber, type OperationKind } from '#verify/entry.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

type Move = [OperationKind, { quantity?: number; of?: 'before' } & Record<string, unknown>];

/** Who saw the registry's retirement. */
const seen = { checkedByRole: 'our registry desk' };

/**
 * What happened to units of the sample projects, by slug, besides that those on sale were received: what is retired was sold first, and
 * the registry's retirement was then seen. `of: 'before'`: what the move before sold or retired.
 */
const moves: Record<string, Move[]> = {
  'moray-brash-biochar': [
    ['transfer', { quantity: 120, reference: 'Sample order 16' }],
    ['retire', { of: 'before', beneficiary: 'Example Brewery plc (invented)', purpose: 'Residual emissions of 2024' }],
    ['confirm', { of: 'before', registryRetirementId: 'SAMPLE-R-0001', ...seen }],
    ['transfer', { quantity: 80, reference: 'Sample order 17' }],
    [
      'retire',
      { of: 'before', quantity: 30, beneficiary: 'Sample Logistics Ltd (invented)', purpose: 'Deliveries in the second half of 2024' },
    ],
    ['confirm', { of: 'before', registryRetirementId: 'SAMPLE-R-0002', ...seen }],
  ],
  'osage-orphan-wells': [
    ['transfer', { quantity: 400, reference: 'Sample order 18' }],
    ['retire', { of: 'before', beneficiary: 'Example Brewery plc (invented)', purpose: 'Climate contribution for 2025' }],
    ['confirm', { of: 'before', registryRetirementId: 'SAMPLE-R-0003', ...seen }],
    ['reserve', { quantity: 250, until: daysAgo(-120).toISOString().slice(0, 10), reference: 'Sample order 19' }],
  ],
  'kings-county-dairy-digesters': [
    ['transfer', { quantity: 75, reference: 'Sample order 20' }],
    ['retire', { of: 'before', beneficiary: 'Sample Household (invented)' }],
    ['confirm', { of: 'before', source: 'sample list of retirements', checkedBy: 'Sam Ample (invented)', ...seen }],
    ['cancel', { quantity: 10, reason: 'Sample of an over-issuance, as a registry would report it' }],
  ],
  'galloway-march-dyke-planting': [['transfer', { quantity: 1_880, reference: 'Sample order 21' }]],
};

/** The newest moves: units of two projects are sold, and retired under one certificate, which is not confirmed yet. */
const shared = [
  { project: 'moray-brash-biochar', quantity: 15 },
  { project: 'osage-orphan-wells', quantity: 45 },
];
const sharedMoves: Move[] = [
  ['transfer', { projects: shared, reference: 'Sample order 22' }],
  ['retire', { of: 'before', beneficiary: 'Sample Logistics Ltd (invented)', purpose: 'Climate contribution for the first half of 2026' }],
];

/** A sample project whose units go on the record: all that are issued, and those of which units were sold. */
type SampleProject = {
  [Field in 'slug' | 'externalId' | 'unitType' | 'unitsStatus' | 'vintageStart' | 'vintageEnd' | 'availableCredits']: NonNullable<
    Project[Field]
  >;
};

/**
 * Begins the log of sample data, under a separate name, if the catalogue has the sample projects and no log has begun, or one of
 * samples whose first start was interrupted.
 */
export async function seedSampleRecord(): Promise<void> {
  const projects = await inTransaction('read write', async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.seedRecord})`;
    const begun = await findLog(transaction);
    if (begun && !(begun.isSample && begun.size === 0)) return [];
    const found = await transaction<SampleProject[]>`
      select
        slug, external_id, unit_type, units_status, coalesce(vintage_start, vintage_end) as vintage_start, vintage_end,
        coalesce(available_credits, 0) as available_credits
      from carbon_projects
      where is_sample and (units_status = 'issued' or slug = any(${Object.keys(moves)})) and unit_type is not null and vintage_end is not null
      order by external_id
    `;
    if (!Object.keys(moves).every((slug) => found.some((project) => project.slug === slug))) return [];
    if (!begun) await beginLog(transaction, { isSample: true, at: daysAgo(731) });
    return [...found];
  });
  if (projects.length === 0) return;
  const [moved, unmoved]: [KeyedOperation[], KeyedOperation[]] = [[], []];
  for (const [slug, done] of Object.entries(moves)) {
    // The batches that its moves take units from come before these.
    for (const { operation, before } of projects.filter((project) => project.slug === slug).flatMap(batchesOf))
      (before < unitsMoved(slug) ? moved : unmoved).push(operation);
    moved.push(...movesAt(moved.length, done, slug));
  }
  const withoutMoves = projects.filter(({ slug }) => !Object.hasOwn(moves, slug)).flatMap(batchesOf);
  const list = [...moved, ...unmoved, ...withoutMoves.map(({ operation }) => operation)];
  list.push(...movesAt(list.length, sharedMoves));
  const timed = list.map((one, at) => ({ ...one, time: timeAt(at, list.length) }));
  await operateTogether(timed, { logsEach: false });
  log().info({ event: 'record.seeded', entries: list.length }, 'Created the record of the sample projects, which is invented');
}

/** How many entries, of the first three projects, are 40 days apart, so that charts show something. All others share the last 70 days. */
const spread = 17;
const spreadTimeAt = (at: number) => daysAgo(730 - 40 * at).toISOString();
/** Returns when the entry at a place in a list of this length is said to have been made. */
const timeAt = (at: number, length: number) =>
  at < spread ? spreadTimeAt(at) : daysAgo((70 * (length - at)) / (length - spread)).toISOString();

/** Returns moves as operations. `place`: that of the first in the list of all operations, where each place is the index of its entry. */
function movesAt(place: number, done: readonly Move[], project?: string): KeyedOperation[] {
  return done.map(([kind, { of, ...request }], at) => {
    const before = place + at - 1;
    if (kind === 'confirm' && before >= spread) throw new Error('Only retirements of the first three projects are confirmed');
    const confirmed = () => ({ certificate: certificateNumber(before + 1), registryRetiredOn: spreadTimeAt(before).slice(0, 10) });
    const units = of === undefined ? { project } : kind === 'confirm' ? confirmed() : { transfer: before };
    return keyed(kind, { ...units, ...request }, `sample-${project ?? 'shared'}-${at}`);
  });
}

/** Counts the units (tCO2e) of a project that its moves take off sale. */
function unitsMoved(slug: string): number {
  const sold = shared.find(({ project }) => project === slug)?.quantity ?? 0;
  return (moves[slug] ?? []).reduce((sum, [, { quantity = 0, of }]) => sum + (of ? 0 : quantity), sold);
}

/**
 * Returns the receipts of a project's batches, one for each year of its vintage that gets units. They have so many that, after the moves,
 * as many are on sale as the catalogue says.
 */
function batchesOf({ slug, externalId, unitType, unitsStatus, vintageStart, vintageEnd, availableCredits }: SampleProject) {
  const [units, years] = [availableCredits + unitsMoved(slug), vintageEnd - vintageStart + 1];
  return Array.from({ length: years }).flatMap((_, year) => {
    const vintage = vintageStart + year;
    const before = Math.floor((units * year) / years);
    const size = Math.floor((units * (year + 1)) / years) - before;
    if (size === 0) return [];
    const received = {
      project: slug,
      registry: 'sample',
      serial: `${externalId}-${vintage}-1 to ${size}`,
      vintageStart: `${vintage}-01-01`,
      vintageEnd: `${vintage}-12-31`,
      unitType,
      issuance: unitsStatus,
      note: 'Invented with the sample projects',
    };
    return { before, operation: keyed('receive', received, `sample-${externalId}-${vintage}`) };
  });
}

/** Deletes the log and book of sample data, so that a real one starts from zero. @returns whether there was one. */
export async function endSampleRecord(): Promise<boolean> {
  const [ended] = await inTransaction('read write', async (transaction) => {
    // A checkpoint that is being signed would be stored after the others were deleted, and the real log could not sign its own.
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.signCheckpoint})`;
    return transaction<{ origin: string | null }[]>`select record_end_sample() as origin`;
  });
  if (!ended?.origin) return false;
  await forgetLastSigned(ended.origin);
  return true;
}

function keyed(kind: OperationKind, request: object, key: string): KeyedOperation {
  return { operation: { kind, request: operations[kind].parse(request) } as Operation, key };
}
