import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { watchVersion } from '#server/platform/database/data-version.ts';
import type { Sql } from '#server/platform/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { lockTable } from '#tests/support/projects.ts';

let database: TestDatabase;
const onChange = vi.fn();
const tides = { channel: 'tides', question: (sql: Sql) => sql<{ version: string }[]>`select height::text as version from tides`, onChange };
const watch = watchVersion(tides);
/** Asks so rarely that what it knows has been announced to it. */
const listener = watchVersion({ ...tides, everyMs: 11_000 });

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  vi.stubEnv('DATABASE_URL', database.ownerUrl);
  vi.stubEnv('LOG_LEVEL', 'silent');
  await database.sql`create table tides (height int)`;
  await database.sql`insert into tides values (0)`;
});
beforeEach(() => watch.start());
afterEach(async () => {
  await Promise.all([watch.stop(), listener.stop()]);
  vi.clearAllMocks();
});
afterAll(async () => {
  await database.drop();
  vi.unstubAllEnvs();
});

const rise = async ({ announced = true } = {}) => {
  const [row] = await database.sql.begin(async (sql) => {
    if (announced) await sql`notify tides`;
    return sql<{ height: string }[]>`update tides set height = height + 1 returning height::text`;
  });
  return row?.height;
};
const cut = () =>
  database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site-watch' and datname = current_database()`;

/** The backends of the connections that listen. */
async function listening(): Promise<number[]> {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'carma-site-watch' and query like 'listen%' and datname = current_database()
  `;
  return rows.map(({ pid }) => pid);
}

/** Starts the watch that rarely asks, and resolves once it listens. Returns the backend. */
async function listenAlone(): Promise<number[]> {
  await watch.stop();
  await expect.poll(listening, { timeout: 10_000 }).toEqual([]);
  await listener.start();
  await expect.poll(listening, { timeout: 30_000 }).toHaveLength(1);
  return listening();
}

it('an announced commit is known without waiting for the next question', { timeout: 60_000 }, async () => {
  await listenAlone();
  for (let count = 0; count < 5; count += 1) {
    const height = await rise();
    await expect.poll(listener.lastAnswer, { interval: 2, timeout: 10_000 }).toMatchObject({ version: height });
  }
  expect(onChange).toHaveBeenCalledTimes(5);
});

it('a commit that nobody announced is known with the next question', async () => {
  const height = await rise({ announced: false });
  await expect.poll(watch.current, { timeout: 2_000 }).toBe(height);
});

it('who asks after a commit knows it, however many ask at once', async () => {
  for (let count = 0; count < 10; count += 1) {
    const height = await rise({ announced: false });
    await Promise.all([watch.ask(), watch.ask(), watch.ask()]);
    expect(watch.current()).toBe(height);
  }
});

it('after lost connections commits are announced again', { timeout: 90_000 }, async () => {
  const lost = await listenAlone();
  await cut();
  // A backend that is told to end may be seen for a moment; another one listens at the latest after the next question.
  await expect.poll(async () => (await listening()).filter((pid) => !lost.includes(pid)), { timeout: 30_000 }).toHaveLength(1);
  const height = await rise();
  await expect.poll(listener.lastAnswer, { interval: 2, timeout: 10_000 }).toMatchObject({ version: height });
});

it('while PostgreSQL does not answer, the version is known for two seconds, then unknown; when it answers, known again', async () => {
  const before = watch.current();
  const { release, ended } = await lockTable(database.sql, 'tides');
  const started = performance.now();
  await expect.poll(watch.current, { interval: 20, timeout: 5_000 }).toBeUndefined();
  expect(performance.now() - started).toBeGreaterThan(1_000);
  expect(watch.lastAnswer().version).toBe(before);
  release();
  await ended;
  await expect.poll(watch.current, { timeout: 5_000 }).toBe(before);
});
