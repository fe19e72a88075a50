import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { watchVersion } from '#server/platform/database/watch-version.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
const onChange = vi.fn();
const watch = watchVersion({
  channel: 'tides',
  question: (sql) => sql<{ version: string }[]>`select height::text as version from tides`,
  onChange,
});

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('LOG_LEVEL', 'silent');
  await database.sql`create table tides (height int)`;
  await database.sql`insert into tides values (0)`;
});
beforeEach(() => watch.start());
afterEach(async () => {
  await watch.stop();
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

/** Keeps every question waiting until the returned function is called. */
async function hold(): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: locked, resolve: tellLocked } = Promise.withResolvers<void>();
  const holding = database.sql.begin(async (sql) => {
    await sql`lock table tides in access exclusive mode`;
    tellLocked();
    await promise;
  });
  await locked;
  return async () => {
    resolve();
    await holding;
  };
}

test('the version is known once the watch has started, and unknown once it has stopped', async () => {
  expect(watch.current()).toBeDefined();
  await watch.stop();
  expect(watch.current()).toBeUndefined();
});

test('an announced commit is known at once, without waiting for the next question', async () => {
  for (let count = 0; count < 10; count += 1) {
    const height = await rise();
    await expect.poll(watch.current, { interval: 2, timeout: 400 }).toBe(height);
  }
  expect(onChange).toHaveBeenCalledTimes(10);
});

test('a commit that nobody announced is known with the next question', async () => {
  const height = await rise({ announced: false });
  await expect.poll(watch.current, { timeout: 2_000 }).toBe(height);
});

test('who asks after a commit knows it, however many ask at once', async () => {
  for (let count = 0; count < 30; count += 1) {
    const height = await rise({ announced: false });
    await Promise.all([watch.ask(), watch.ask(), watch.ask()]);
    expect(watch.current()).toBe(height);
  }
});

test('after lost connections commits are announced again', async () => {
  await cut();
  const height = await rise();
  await expect.poll(watch.current, { timeout: 5_000 }).toBe(height);
  // Once it listens again; until then the questions find what has changed.
  await expect
    .poll(
      async () => {
        const [row] = await database.sql<{ count: number }[]>`
          select count(*)::int from pg_stat_activity where application_name = 'carma-site-watch' and query like 'listen%' and datname = current_database()
        `;
        return row?.count;
      },
      { timeout: 5_000 },
    )
    .toBe(1);
  const next = await rise();
  await expect.poll(watch.current, { interval: 2, timeout: 400 }).toBe(next);
});

test('while PostgreSQL does not answer, the version is known for two seconds, then unknown; when it answers, known again', async () => {
  const before = watch.current();
  const release = await hold();
  const started = performance.now();
  await expect.poll(watch.current, { interval: 20, timeout: 5_000 }).toBeUndefined();
  expect(performance.now() - started).toBeGreaterThan(1_000);
  expect(watch.lastAnswer().version).toBe(before);
  await release();
  await expect.poll(watch.current, { timeout: 5_000 }).toBe(before);
});
