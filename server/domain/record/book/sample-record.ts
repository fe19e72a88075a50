import { operateTogether } from '#server/domain/record/book/operate.ts';
import { beginLog, findLog } from '#server/domain/record/log/origin.ts';
import { forgetLastSigned } from '#server/domain/record/log/signing-key.ts';
import { advisoryLocks } from '#server/platform/database/advisory-locks.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import { type Operation, type OperationKind, operations } from '#src/schemas/record.ts';

/** A sample batch and the operations on its units. Its size is such that, after them, as many units are on sale as the catalogue says. */
type SampleBatch = {
  project: string;
  registry: string;
  series: string;
  first: number;
  vintage: number;
  unitType: string;
  issuance: 'issued' | 'expected';
  moves: [OperationKind, object][];
};

const samples: SampleBatch[] = [
  {
    project: 'moray-brash-biochar',
    registry: 'Puro.Earth',
    series: 'PURO-SAMPLE-2025-0042',
    first: 1,
    vintage: 2025,
    unitType: 'Removal - technical',
    issuance: 'issued',
    moves: [
      ['retire', { quantity: 120, beneficiary: 'Example Brewery plc (invented)', purpose: 'Residual emissions of 2025' }],
      ['transfer', { quantity: 80, reference: 'Sample order 17' }],
      [
        'retire',
        {
          quantity: 30,
          from: 'Transferred',
          beneficiary: 'Sample Logistics Ltd (invented)',
          purpose: 'Deliveries in the first half of 2026',
        },
      ],
    ],
  },
  {
    project: 'osage-orphan-wells',
    registry: 'American Carbon Registry',
    series: 'ACR-US-SAMPLE-2024-2917',
    first: 30_001,
    vintage: 2024,
    unitType: 'Reduction - technical',
    issuance: 'issued',
    moves: [
      ['retire', { quantity: 400, beneficiary: 'Example Brewery plc (invented)', purpose: 'Residual emissions of 2025' }],
      ['reserve', { quantity: 250, until: '2027-03-31', reference: 'Sample order 18' }],
    ],
  },
  {
    project: 'kings-county-dairy-digesters',
    registry: 'Climate Action Reserve',
    series: 'CAR-1-US-SAMPLE-31-983-CA-2023-9205',
    first: 1,
    vintage: 2023,
    unitType: 'Reduction - technical',
    issuance: 'issued',
    moves: [
      ['retire', { quantity: 75, beneficiary: 'Sample Household (invented)' }],
      ['cancel', { quantity: 10, reason: 'Sample of a reversal, as a registry would report it' }],
    ],
  },
  {
    project: 'galloway-march-dyke-planting',
    registry: 'UK Land Carbon Registry',
    series: 'PIU-SAMPLE-104000000031',
    first: 1,
    vintage: 2030,
    unitType: 'Removal - nature',
    issuance: 'expected',
    moves: [['transfer', { quantity: 500, reference: 'Sample order 19' }]],
  },
];

/** A retirement of units of two projects under one certificate. */
const sharedRetirement = {
  projects: [
    { project: 'moray-brash-biochar', quantity: 15 },
    { project: 'osage-orphan-wells', quantity: 45 },
  ],
  beneficiary: 'Sample Logistics Ltd (invented)',
  purpose: 'Residual emissions of the first half of 2026',
};

/** Returns the number of units that an operation takes off sale. */
const unitsTakenOffSale = ([kind, request]: [OperationKind, object]) =>
  kind === 'release' || ('from' in request && request.from === 'Transferred') ? 0 : (request as { quantity: number }).quantity;

/**
 * Begins the log of sample data, under a separate name, if the catalogue has the sample projects and no log has begun.
 * @throws the driver's error.
 */
export async function seedSampleRecord(): Promise<void> {
  const begun = await inTransaction('read write', async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${advisoryLocks.seedRecord})`;
    if (await findLog(transaction)) return false;
    const rows = await transaction<{ slug: string }[]>`
      select slug
      from carbon_projects
      where slug = any(${samples.map(({ project }) => project)}) and external_id is null and figures_source like 'Sample%'
    `;
    if (rows.length < samples.length) return false;
    await beginLog(transaction, { isSample: true });
    return true;
  });
  if (!begun) return;
  const stated = await query<{ slug: string; availableCredits: number }[]>`
    select slug, available_credits from carbon_projects where slug = any(${samples.map(({ project }) => project)})
  `;
  const list = samples.flatMap(({ moves, first, vintage, ...batch }, at) => {
    const onSale = stated.find(({ slug }) => slug === batch.project)?.availableCredits ?? 0;
    const shared = sharedRetirement.projects.find(({ project }) => project === batch.project)?.quantity ?? 0;
    const size = onSale + shared + moves.reduce((sum, move) => sum + unitsTakenOffSale(move), 0);
    const received = {
      ...batch,
      first,
      last: first + size - 1,
      vintageStart: `${vintage}-01-01`,
      vintageEnd: `${vintage}-12-31`,
      note: 'Invented with the sample projects',
    };
    return [
      keyed('receive', received, `sample-${at}`),
      ...moves.map(([kind, request], move) => keyed(kind, { project: batch.project, ...request }, `sample-${at}-${move}`)),
    ];
  });
  list.push(keyed('retire', sharedRetirement, 'sample-shared'));
  await operateTogether(list);
  log().info({ event: 'record.seeded', entries: list.length }, 'Created the record of the sample projects, which is invented');
}

/** Deletes the log and book of sample data, so that a real one starts from zero. @returns whether there was one. */
export async function endSampleRecord(): Promise<boolean> {
  const [found] = await query<{ origin: string; isSample: boolean }[]>`select origin, is_sample from record_log`;
  if (!found?.isSample) return false;
  await inTransaction('read write', async (transaction) => {
    await transaction`set local carma.end_sample_record = 'yes'`;
    for (const table of [
      'unit_holdings',
      'credit_batches',
      'record_certificates',
      'record_operations',
      'record_texts',
      'record_entry_projects',
      'record_checkpoints',
      'record_nodes',
      'record_entries',
      'record_log',
    ])
      await transaction`delete from ${sql(table)}`;
  });
  await forgetLastSigned(found.origin);
  return true;
}

function keyed(kind: OperationKind, request: object, key: string) {
  return { operation: { kind, request: operations[kind].parse(request) } as Operation, key };
}
