import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quiet } from '#db/connection.ts';
import { seedIfEmpty } from '#db/seed.ts';
import { removeSamples } from '#server/domain/projects/withdrawal.ts';
import { eraseTexts } from '#server/domain/record/log/texts.ts';
import { endSampleRecord, seedSampleRecord } from '#server/domain/record/sample-record.ts';
import { createVersionWatch } from '#server/platform/database/data-version.ts';
import { inTransaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { eraseAddress } from '#server/privacy.ts';
import { ownDatabase, run } from '#tests/support/own-database.ts';

const notices: string[] = [];

// Each test goes on with what those before it left.
const database = ownDatabase({ LOG_LEVEL: 'silent' });
beforeAll(async () => {
  await seedIfEmpty({ sql: database.sql, log: quiet });
  await seedSampleRecord();
  await database.sql.listen('data', (payload) => notices.push(payload));
});
beforeEach(() => void notices.splice(0));

const version = async () => (await database.sql<{ version: string }[]>`select data_version() as version`)[0]?.version ?? '';
/** As db/migrations/0008_site.sql names them. */
const parts = ['kind', 'oid', 'change', 'entry', 'erasure'];
const partOf = (one: string, part: string) => one.split(':')[parts.indexOf(part)];
/** Returns the parts of the version that `work` changes. */
async function partsChangedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await version();
  await work();
  const after = await version();
  return parts.filter((part) => partOf(after, part) !== partOf(before, part));
}
/** Notices arrive in the order of commits, so one that is sent now arrives after all before it. */
async function noticesSoFar(): Promise<number> {
  await database.sql`notify data, 'last'`;
  await expect.poll(() => notices).toContain('last');
  return notices.length - 1;
}
const retire = (quantity: number) => run('retire', { project: 'moray-brash-biochar', quantity, beneficiary: 'Ada, ada@person.example' });
const eraseLast = () => inTransaction('read write', async (db) => eraseTexts(db, (await database.count('record_entries')) - 1));
const entry = "json_build_object('kind', 'correct', 'lines', '[]'::json, 'time', clock_timestamp())";
const changes: [what: string, changed: string[], change: string | (() => Promise<unknown>)][] = [
  ['a change of the catalogue', ['change'], "update carbon_projects set title = title || '.' where slug = 'osage-orphan-wells'"],
  ['an entry of the record', ['entry'], `insert into record_entries (entry) values (convert_to(${entry}::text, 'UTF8'))`],
  ['an operation, which changes catalogue and record,', ['change', 'entry'], () => retire(1)],
  ['an erasure of an entry', ['erasure'], eraseLast],
  ['an operation whose text is erased next', ['change', 'entry'], () => retire(2)],
  ['an erasure of an address', ['erasure'], () => eraseAddress('Ada@person.example')],
];

it.each(changes)('%s is announced once and is another version', async (_what, changed, change) => {
  expect(await partsChangedBy(async () => (typeof change === 'string' ? database.sql.unsafe(change) : change()))).toEqual(changed);
  expect(await noticesSoFar()).toBe(1);
});

it('an update of the catalogue that changes nothing is no other version', async () => {
  expect(await partsChangedBy(async () => database.sql`update carbon_projects set title = title`)).toEqual([]);
});

it('numbers of changes follow the order of commits, even with concurrent writers', async () => {
  const begun = Promise.withResolvers<void>();
  const committed: string[] = [];
  const rename = async (slug: string, seconds: number) => {
    await database.sql.begin(async (sql) => {
      await sql`update carbon_projects set title = title || '!' where slug = ${slug}`;
      begun.resolve();
      await sql`select pg_sleep(${seconds})`;
    });
    committed.push(slug);
  };
  const slow = rename('osage-orphan-wells', 0.3);
  await begun.promise;
  await Promise.all([slow, rename('moray-brash-biochar', 0)]);
  const numbered = await database.sql`select slug from project_changes where slug = any (${committed}) order by seq`;
  expect(numbered.map(({ slug }) => slug)).toEqual(committed);
});

it('the version of the data is known without a log, and is never the same for another log', async () => {
  const sample = await version();
  await endSampleRecord();
  const none = await version();
  await seedSampleRecord();
  const again = await version();
  expect(none).toMatch(/^samples:\d+:\d+:0:0$/);
  expect(new Set([sample, none, again].map((each) => partOf(each, 'entry'))).size).toBe(3);
});

it('the version of the data says whether there are sample projects, until the last of them is removed or replaced', async () => {
  await endSampleRecord();
  const samples = await database.count('carbon_projects');
  const kind = async () => partOf(await version(), 'kind');
  expect(await kind()).toBe('samples');
  await database.sql`update carbon_projects set figures_source = 'Our own' where slug = 'karoo-ridge-wind'`;
  await database.sql`update carbon_projects set external_id = 'VCS1' where slug = 'osage-orphan-wells'`;
  expect(await removeSamples()).toBe(samples - 2);
  expect(await kind()).toBe('own');
});

const watch = createVersionWatch();
/** Asks so rarely that what it knows has been announced to it. */
const listener = createVersionWatch(11_000);

/** Changes the data, and returns its version then. Only a change of the catalogue's own table is announced. */
const changeData = async ({ announced = true } = {}) => {
  if (announced) await database.sql`update carbon_projects set title = title || '.' where slug = 'karoo-ridge-wind'`;
  else await database.sql`update project_changes set seq = default where slug = 'karoo-ridge-wind'`;
  return version();
};

/** The backends of the connections that listen. */
async function listening(): Promise<number[]> {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'carma-site-watch' and query like 'listen%' and datname = current_database()
  `;
  return rows.map(({ pid }) => pid);
}

describe('the watch of a version', () => {
  // PostgreSQL shows who listens to the same login alone.
  beforeAll(() => void Object.assign(env(), { DATABASE_URL: database.ownerUrl }));
  beforeEach(() => watch.start());
  afterEach(() => Promise.all([watch.stop(), listener.stop()]));

  it('an announced commit is known without waiting for the next question, also after lost connections', { timeout: 120_000 }, async () => {
    await watch.stop();
    await expect.poll(listening, { timeout: 10_000 }).toEqual([]);
    await listener.start();
    await expect.poll(listening, { timeout: 30_000 }).toHaveLength(1);
    const lost = await listening();
    const expectChangeKnown = async () => {
      const changed = await changeData();
      await expect.poll(listener.lastAnswer, { interval: 2, timeout: 10_000 }).toMatchObject({ version: changed });
    };
    for (let count = 0; count < 5; count += 1) await expectChangeKnown();
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site-watch' and datname = current_database()
    `;
    // A backend that is told to end may be seen for a moment; another one listens at the latest after the next question.
    await expect.poll(async () => (await listening()).filter((pid) => !lost.includes(pid)), { timeout: 30_000 }).toHaveLength(1);
    await expectChangeKnown();
  });

  it('a commit that nobody announced is known with the next question', async () => {
    const changed = await changeData({ announced: false });
    await expect.poll(watch.current, { timeout: 8_000 }).toBe(changed);
  });

  it('who asks after a commit knows it, however many ask at once', async () => {
    for (let count = 0; count < 10; count += 1) {
      const changed = await changeData({ announced: false });
      await Promise.all([watch.ask(), watch.ask(), watch.ask()]);
      expect(watch.current()).toBe(changed);
    }
  });
});
