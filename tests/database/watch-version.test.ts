import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { watchVersion } from '#server/platform/database/watch-version.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
const onUnwatched = vi.fn();
const onWatched = vi.fn();
const watch = watchVersion({
  channel: 'tides',
  question: (sql) => sql<{ version: string }[]>`select height::text as version from tides`,
  onUnwatched,
  onWatched,
  // Never, during this test: only notices and the state of the connection count.
  heartbeatMs: 3_600_000,
});

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  vi.stubEnv('DATABASE_URL', database.url);
  await database.sql`create table tides (height int)`;
  await database.sql`insert into tides values (0)`;
});
beforeEach(async () => {
  watch.start();
  await vi.waitFor(() => expect(watch.current()).toBeDefined(), { timeout: 5_000 });
});
afterEach(async () => {
  await watch.stop();
  vi.clearAllMocks();
});
afterAll(async () => {
  await database.drop();
  vi.unstubAllEnvs();
});

const rise = () =>
  database.sql.begin(async (sql) => {
    await sql`update tides set height = height + 1`;
    await sql`notify tides`;
  });
const cut = () =>
  database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site-watch' and datname = current_database()`;

// These two fail if the driver stops supporting its undocumented `onnotify` (docs/couplings.md).
test('a notice of a commit arrives on the connection opened for the channel', async () => {
  for (let count = 0; count < 10; count += 1) {
    const before = Number(watch.current());
    await rise();
    await expect.poll(watch.current, { interval: 2, timeout: 2_000 }).toBe(String(before + 1));
  }
});

test('a notice makes the version uncertain until PostgreSQL has been queried', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = database.sql.begin(async (sql) => {
    await sql`lock table tides in access exclusive mode`;
    await promise;
  });
  await database.sql`notify tides`;
  await expect.poll(watch.current, { interval: 2, timeout: 900 }).toBeUndefined();
  resolve();
  await holding;
  await expect.poll(watch.current).toBeDefined();
});

test('a lost connection makes the version uncertain without a heartbeat, and is replaced', async () => {
  await cut();
  await expect.poll(() => onUnwatched.mock.calls.length).toBe(1);
  expect(await watch.confirm()).toBeDefined();
  await expect.poll(watch.current).toBeDefined();
  await rise();
  await expect.poll(watch.current).toBe(await watch.confirm());
});

test('after stopping nothing is certain; after restarting the version is known again', async () => {
  await watch.stop();
  expect(watch.current()).toBeUndefined();
  await rise();
  watch.start();
  await expect.poll(watch.current).toBe(await watch.confirm());
});
