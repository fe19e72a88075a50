import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { closePool } from '#server/platform/database/pool.ts';
import { query, queryInSteps } from '#server/platform/database/query.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';

// An unhandled error fails the run, as it would end the process.
let database: OwnPostgres;

beforeAll(async () => {
  database = await startOwnPostgres();
  vi.stubEnv('DATABASE_URL', database.ownerUrl);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
let isKilled = false;
afterEach(async () => {
  if (!isKilled) await vi.waitFor(async () => expect(await query`select 1 as one`).toEqual([{ one: 1 }]), { timeout: 10_000 });
});
afterAll(async () => {
  await closePool(1);
  await database.remove();
  vi.unstubAllEnvs();
});

const cut = () => database.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site'");
/** Resolves once the transaction's connection no longer exists. */
const cutAndWait = async () => {
  await cut();
  await vi.waitFor(async () => {
    expect(await database.query("select from pg_stat_activity where application_name = 'carma-site'")).toEqual([]);
  });
};

it.each<[string, (db: Transaction) => Promise<unknown>]>([
  [
    'while a statement runs',
    async (db) => {
      const pending = db`select pg_sleep(5)`;
      await Promise.all([pending, cut()]);
    },
  ],
  [
    'between two statements',
    async (db) => {
      await cutAndWait();
      await db`select 2`;
    },
  ],
  [
    'while it reads in batches',
    async (db) => {
      for await (const _ of db.inBatches(1)`select n from generate_series(1, 3) as n`) await cutAndWait();
    },
  ],
])('a transaction whose connection is cut %s ends with an error, and the process survives', async (_, work) => {
  const ended = inTransaction('read write', async (db) => {
    await db`select 1`;
    return work(db);
  });
  await expect(ended).rejects.toThrow();
});

it('a query in steps whose connection is cut fails, rather than ending with the rows that it has', async () => {
  const pending = queryInSteps`select case when n > 1000 then pg_sleep(5) end from generate_series(1, 2000) as n`;
  const failed = expect(pending).rejects.toThrow();
  await vi.waitFor(async () =>
    expect(
      await database.query("select from pg_stat_activity where application_name = 'carma-site' and wait_event = 'PgSleep'"),
    ).toHaveLength(1),
  );
  await cut();
  await failed;
});

it('a server that is killed makes pending queries fail, and the process survives', async () => {
  const pending = [
    query`select pg_sleep(5)`,
    inTransaction('read write', (db) => db`select pg_sleep(5)`),
    ...Array.from({ length: 20 }, () => query`select pg_sleep(5)`),
  ];
  const ended = Promise.allSettled(pending);
  const active = () => database.query("select from pg_stat_activity where application_name = 'carma-site' and state = 'active'");
  await expect.poll(active).toHaveLength(10);
  await database.kill();
  isKilled = true;
  expect((await ended).slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('a server that is killed leaves no connection behind: all are back as soon as it is, though requests went on meanwhile', async () => {
  const statuses = async (count: number) => {
    const settled = await Promise.allSettled(Array.from({ length: count }, () => query`select pg_sleep(0.05)`));
    return new Set(settled.map(({ status }) => status));
  };
  for (let round = 0; round < 20; round += 1) {
    expect(await statuses(10)).toEqual(new Set(['rejected']));
    await sleep(50);
  }
  await database.start();
  isKilled = false;
  const started = performance.now();
  expect(await statuses(20)).toEqual(new Set(['fulfilled']));
  expect(performance.now() - started).toBeLessThan(3_000);
}, 30_000);
