import { type KeyedOperation, operateTogether } from '#server/domain/record/book/operate.ts';
import { forgetLastSigned } from '#server/domain/record/log/keys.ts';
import { beginLog, findLog } from '#server/domain/record/log/log.ts';
import { advisoryLocks } from '#server/platform/database/sql.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import type { Project } from '#shared/schemas/project.ts';
import { type Operation, operations } from '#shared/schemas/record.ts';
import { certificateNumber, type OperationKind } from '#verify/entry.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/**
 * What happened to units of the sample projects, by slug, besides that those on sale were received. `transfer: 'before'` stands for
 * the entry of the move before.
 */
const moves: Record<string, [OperationKind, { quantity: number; transfer?: 'before' } & Record<string, unknown>][]> = {
  'moray-brash-biochar': [
    ['retire', { quantity: 120, beneficiary: 'Example Brewery plc (invented)', purpose: 'Residual emissions of 2024' }],
    ['transfer', { quantity: 80, reference: 'Sample order 17' }],
    [
      'retire',
      {
        quantity: 30,
        transfer: 'before',
        beneficiary: 'Sample Logistics Ltd (invented)',
        purpose: 'Deliveries in the second half of 2024',
      },
    ],
  ],
  'osage-orphan-wells': [
    ['retire', { quantity: 400, beneficiary: 'Example Brewery plc (invented)', purpose: 'Climate contribution for 2025' }],
    ['reserve', { quantity: 250, until: daysAgo(-120).toISOString().slice(0, 10), reference: 'Sample order 18' }],
  ],
  'kings-county-dairy-digesters': [
    ['retire', { quantity: 75, beneficiary: 'Sample Household (invented)' }],
    ['cancel', { quantity: 10, reason: 'Sample of an over-issuance, as a registry would report it' }],
  ],
  'galloway-march-dyke-planting': [['transfer', { quantity: 1_880, reference: 'Sample order 19' }]],
};

/** A retirement of units of two projects under one certificate. */
const sharedRetirement = {
  projects: [
    { project: 'moray-brash-biochar', quantity: 15 },
    { project: 'osage-orphan-wells', quantity: 45 },
  ],
  beneficiary: 'Sample Logistics Ltd (invented)',
  purpose: 'Climate contribution for the first half of 2026',
};

/** What the invented registry shows of some of these retirements. The others are not confirmed. */
const confirmations: { retirement: string; shows: object }[] = [
  {
    retirement: 'sample-moray-brash-biochar-0',
    shows: { registryRetirementId: 'SAMPLE-R-0001', checkedByRole: 'our registry desk' },
  },
  {
    retirement: 'sample-kings-county-dairy-digesters-0',
    shows: { source: 'sample list of retirements', checkedByRole: 'our registry desk', checkedBy: 'Sam Ample (invented)' },
  },
];

/** A sample project whose units go on the record: all that are issued, and those of which units were sold. */
type SampleProject = {
  slug: string;
  externalId: string;
  unitType: NonNullable<Project['unitType']>;
  unitsStatus: 'issued' | 'expected';
  vintageStart: number;
  vintageEnd: number;
  availableCredits: number;
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
      select slug, external_id, unit_type, units_status, vintage_start, vintage_end, coalesce(available_credits, 0) as available_credits
      from carbon_projects
      where is_sample and (units_status = 'issued' or slug = any(${Object.keys(moves)})) and unit_type is not null and vintage_end is not null
      order by external_id
    `;
    if (!Object.keys(moves).every((slug) => found.some((project) => project.slug === slug))) return [];
    if (!begun) await beginLog(transaction, { isSample: true, at: daysAgo(731) });
    return [...found];
  });
  if (projects.length === 0) return;
  const [first, later]: [KeyedOperation[], KeyedOperation[]] = [[], []];
  for (const [slug, done] of Object.entries(moves)) {
    for (const { operation, before } of projects.filter((project) => project.slug === slug).flatMap(batchesOf))
      (before < unitsMoved(slug) ? first : later).push(operation);
    // The log begins with these operations, so that their places are the indexes of their entries.
    const place = first.length;
    const entriesOf = (request: object, at: number) => ('transfer' in request ? { transfer: place + at - 1 } : {});
    first.push(
      ...done.map(([kind, request], at) => keyed(kind, { project: slug, ...request, ...entriesOf(request, at) }, `sample-${slug}-${at}`)),
    );
  }
  const others = projects.filter(({ slug }) => !Object.hasOwn(moves, slug)).flatMap(batchesOf);
  const list = [...first, ...later, ...others.map(({ operation }) => operation), keyed('retire', sharedRetirement, 'sample-shared')];
  // The first ten take two years, so that charts have something to show, and the others the last ten weeks.
  const total = list.length + confirmations.length;
  const timeAt = (at: number) => daysAgo(at < 10 ? 730 - 66 * at : (70 * (total - at)) / (total - 10)).toISOString();
  // The operations are the log's first entries, so that the place of a retirement makes the number of its certificate.
  for (const { retirement, shows } of confirmations) {
    const at = list.findIndex(({ key }) => key === retirement);
    const request = { certificate: certificateNumber(at), registryRetiredOn: timeAt(at).slice(0, 10), ...shows };
    list.push(keyed('confirm', request, `${retirement}-confirmed`));
  }
  const timed = list.map((one, at) => ({ ...one, time: timeAt(at) }));
  await operateTogether(timed, { logsEach: false });
  log().info({ event: 'record.seeded', entries: list.length }, 'Created the record of the sample projects, which is invented');
}

/** Counts the units (tCO2e) of a project that its moves take off sale. */
function unitsMoved(slug: string): number {
  const shared = sharedRetirement.projects.find(({ project }) => project === slug)?.quantity ?? 0;
  return (moves[slug] ?? []).reduce((sum, [, { quantity, transfer }]) => sum + (transfer ? 0 : quantity), shared);
}

/**
 * Receives a batch for each year of a project's vintage: as many units as are then, after the moves, on sale as the catalogue says.
 * `before`: how many are received before it.
 */
function batchesOf({ slug, externalId, unitType, unitsStatus, vintageStart, vintageEnd, availableCredits }: SampleProject) {
  const [units, years] = [availableCredits + unitsMoved(slug), vintageEnd - vintageStart + 1];
  return Array.from({ length: years }, (_, year) => {
    const vintage = vintageStart + year;
    const before = Math.floor((units * year) / years);
    const size = Math.floor((units * (year + 1)) / years) - before;
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
