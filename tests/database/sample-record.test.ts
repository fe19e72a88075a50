import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { quiet } from '#db/connection.ts';
import { type SampleCatalogue, seedIfEmpty } from '#db/seed.ts';
import { listBatches, readMovements } from '#server/domain/record/read/book.ts';
import { listUnconfirmed } from '#server/domain/record/read/certificates.ts';
import { findEntry, listEntries } from '#server/domain/record/read/entries.ts';
import { endLog, recoverFromMirror } from '#server/domain/record/recovery.ts';
import { endSampleRecord, seedSampleRecord } from '#server/domain/record/sample-record.ts';
import { advisoryLocks } from '#server/platform/database/query.ts';
import type { Batch } from '#shared/schemas/record-api.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { countWaiting, ownDatabase, problemOf, run } from '#tests/support/own-database.ts';
import { quantityOf } from '#verify/entry.ts';

type StoredProject = Record<'slug' | 'external_id' | 'unit_type' | 'units_status', string> &
  Record<'vintage_start' | 'vintage_end' | 'impact_per_year' | 'buffer_share', number>;

/** The batches of the record, each with its project. */
let sampled: { batch: Batch; project: StoredProject }[];
/** The slugs of the projects whose units are issued. */
let issued: string[];

const database = ownDatabase();
beforeAll(async () => {
  await seedIfEmpty({ sql: database.sql, log: quiet });
  await seedSampleRecord();
  const projects = await database.sql<StoredProject[]>`select * from carbon_projects`;
  sampled = (await listBatches({ limit: 1_000 })).flatMap((batch) => {
    const project = projects.find(({ slug }) => slug === batch.project);
    return project ? [{ batch, project }] : [];
  });
  issued = projects.filter(({ units_status }) => units_status === 'issued').map(({ slug }) => slug);
});

it('the record leaves the catalogue as the file has it, with the units of every issued project and of an expected one that was sold', async () => {
  expect(new Set(sampled.map(({ project }) => project.slug))).toEqual(new Set([...issued, 'galloway-march-dyke-planting']));
  const { projects }: SampleCatalogue = JSON.parse(await readFile('db/sample-catalogue.json', 'utf8'));
  const stored = await database.sql`select slug, available_credits as "availableCredits" from carbon_projects order by external_id`;
  expect([...stored]).toEqual(projects.map(({ slug, availableCredits }) => ({ slug, availableCredits })));
});

it('a sample batch agrees with its project in the catalogue on vintage, unit type, issuance and registry, and has no more than a year makes', () => {
  expect(sampled.length).toBeGreaterThanOrEqual(4);
  for (const { batch, project } of sampled) {
    const years = [batch.vintageStart, batch.vintageEnd].map((day) => Number(day.slice(0, 4)));
    expect(Math.min(...years), batch.series).toBeGreaterThanOrEqual(project.vintage_start);
    expect(Math.max(...years), batch.series).toBeLessThanOrEqual(project.vintage_end);
    const { unitType, issuance, registry, series, vintageStart } = batch;
    const expected = [project.unit_type, project.units_status, 'sample', `${project.external_id}-${vintageStart.slice(0, 4)}`];
    expect([unitType, issuance, registry, series]).toEqual(expected);
    // What is left after the buffer.
    expect(quantityOf(batch), batch.series).toBeLessThanOrEqual(Math.ceil(project.impact_per_year * (1 - project.buffer_share)));
  }
});

it('no figure of a sample contradicts its record: units are issued after their verification, figures are as new as the last entry, each entry has its own time, and only the newest figures have a volume', async () => {
  const contradictory = await database.sql`
    select slug
    from carbon_projects as project
    cross join (select max(created_at) as at from record_entries) as last
    where figures_as_of < last.at::date
      or (select count(*) from project_figures_history where project_id = project.id and available_credits is not null) <> 1
      or exists (
        select from credit_batches as batch join record_entries as entry on entry.index = batch.received_entry
        where project_id = project.id and issuance = 'issued' and entry.created_at < greatest(project.verified_on, batch.vintage_end)
      )
  `;
  expect([...contradictory]).toEqual([]);
  expect(await database.sql`select from record_entries group by created_at having count(*) > 1`).toHaveLength(0);
});

it('each retirement of a sample follows its sale, and all but the newest are confirmed, as of the same day at the registry', async () => {
  const retirements = await listEntries({ limit: 100, certified: true });
  expect(retirements.length).toBeGreaterThanOrEqual(5);
  for (const { index, entry, related } of retirements) {
    for (const later of related) expect(later.entry.registryRetiredOn, `entry ${index + 1}`).toBe(entry.time.slice(0, 10));
    const sale = await findEntry(entry.refersTo ?? -1);
    expect([sale?.entry.kind, sale && sale.entry.time < entry.time], `entry ${index + 1}`).toEqual(['transfer', true]);
  }
  // The newest stands first.
  const open = [...new Set((await listUnconfirmed()).map(({ certificate }) => certificate))];
  expect(open).toEqual([retirements[0]?.entry.certificate]);
});

it('what moved in the last 30 days and 12 months is what the entries state, whatever became of the units later', async () => {
  // What is left of a reservation is not reserved once more.
  const { entry: reservation } = await run('reserve', { project: issued[0], quantity: 2, until: dayIn(2) });
  await run('transfer', { reservation, quantity: 1 });
  const stated = await database.sql<{ kind: string; month: number; year: number; ever: number }[]>`
    select
      kind,
      coalesce(sum(units) filter (where created_at >= today - interval '30 days'), 0)::int as month,
      coalesce(sum(units) filter (where created_at >= today - interval '12 months'), 0)::int as year,
      sum(units)::int as ever
    from (
      select kind, created_at, (convert_from(entry, 'UTF8')::jsonb ->> 'quantity')::int as units, date_trunc('day', now(), 'UTC') as today
      from record_entries
    ) as entries
    group by kind
  `;
  const moved = await readMovements();
  expect(moved.map(({ kind }) => kind)).toEqual(['receive', 'reserve', 'transfer', 'retire']);
  for (const one of moved) expect(stated.find(({ kind }) => kind === one.kind)).toMatchObject(one);
  const { ever = 0, year = 0, month = 0 } = stated.find(({ kind }) => kind === 'retire') ?? {};
  expect(0 < month && month < year && year < ever, `${month} of ${year} of ${ever}`).toBe(true);
});

it('where the log of samples is in the place of a lost one, recovery and the end of a log say how it makes way', async () => {
  const words = { description: '', notStated: '' };
  await expect(recoverFromMirror('mirror', words)).rejects.toThrow('remove-samples');
  await expect(endLog({ origin: 'log.example/2', reason: 'Lost', words: '' })).rejects.toThrow('remove-samples');
});

// There is no record of the samples afterwards: the last test begins another.
it('the sample record ends only once a checkpoint that is being signed is stored, so that it leaves none behind', async () => {
  let ending: Promise<boolean> | undefined;
  await database.sql.begin(async (signer) => {
    await signer`select pg_advisory_xact_lock(${advisoryLocks.signCheckpoint})`;
    await signer`insert into record_checkpoints (size, root, note) values (1000, sha256(''), 'signed meanwhile')`;
    ending = endSampleRecord();
    await expect.poll(() => countWaiting(database)).toBe(1);
  });
  await expect(ending).resolves.toBe(true);
  expect(await database.sql`select from record_checkpoints`).toHaveLength(0);
});

it('a sample project has units in the log of samples alone, because no other can be ended with it', async () => {
  const vintage = { vintageStart: '2024-01-01', vintageEnd: '2024-12-31', unitType: 'Removal - technical', issuance: 'issued' } as const;
  const units = { project: 'moray-brash-biochar', registry: 'sample', series: 'SAMPLE-0010-2024', first: 1, last: 9, ...vintage };
  expect(await problemOf(run('receive', units))).toMatch(/^record_not_appendable .*your own log for ever/);
  expect(await database.sql`select from record_log`).toHaveLength(0);
});

it('a sample project that was changed before its record began has batches of what it still sells', async () => {
  const [without = '', few = ''] = issued.filter((slug) => sampled.filter(({ project }) => project.slug === slug).length > 1).slice(-2);
  expect(few).not.toBe('');
  await database.sql`update carbon_projects set available_credits = 0 where slug = ${without}`;
  await database.sql`update carbon_projects set available_credits = 1, vintage_start = null where slug = ${few}`;
  await seedSampleRecord();
  const batches = await listBatches({ limit: 1_000 });
  expect([without, few].map((slug) => batches.filter(({ project }) => project === slug).map(quantityOf))).toEqual([[], [1]]);
});
