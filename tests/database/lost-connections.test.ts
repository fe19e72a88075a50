import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closePool } from '#server/platform/database/pool.ts';
import { query } from '#server/platform/database/query.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';

// An error that nobody handles fails the run: the process would die of it.
let database: OwnPostgres;

beforeAll(async () => {
  database = await startOwnPostgres();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterEach(async () => {
  await vi.waitFor(async () => expect(await query`select 1 as one`).toEqual([{ one: 1 }]), { timeout: 10_000 });
});
afterAll(async () => {
  await closePool(1);
  await database.remove();
  vi.unstubAllEnvs();
});

const cut = () => database.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site'");
/** Resolves when the connection of a transaction is not there any more. */
const cutAndGone = async () => {
  await cut();
  await vi.waitFor(async () => {
    expect(await database.query("select from pg_stat_activity where application_name = 'carma-site'")).toEqual([]);
  });
};

describe('a transaction whose connection is cut', () => {
  it.each<[string, (db: Transaction) => Promise<unknown>]>([
    [
      'while a statement runs',
      async (db) => {
        const asked = db`select pg_sleep(5)`;
        await Promise.all([asked, cut()]);
      },
    ],
    [
      'between two statements',
      async (db) => {
        await cutAndGone();
        await db`select 2`;
      },
    ],
    [
      'and that asks on, whatever became of the last statement',
      async (db) => {
        const cutting = cut();
        await db`select pg_sleep(5)`.catch(() => {});
        await db`select 2`.finally(() => cutting);
      },
    ],
    [
      'and that asks much at once',
      async (db) => {
        await Promise.all([db`select pg_sleep(5)`, db`select 2`, db`select 3`, cut()]);
      },
    ],
    [
      'while it reads in batches',
      async (db) => {
        for await (const _ of db.inBatches(1)`select n from generate_series(1, 3) as n`) await cutAndGone();
      },
    ],
    [
      'and that fails of something else then',
      async () => {
        await cutAndGone();
        throw new Error('Of something else');
      },
    ],
  ])('%s ends with an error, and the process lives', async (_, work) => {
    const ended = inTransaction('read write', async (db) => {
      await db`select 1`;
      return work(db);
    });
    await expect(ended).rejects.toThrow();
  });
});

describe('a server that is killed', () => {
  it('ends what it was asked with an error, and the process lives', async () => {
    const asked = [
      query`select pg_sleep(5)`,
      inTransaction('read write', (db) => db`select pg_sleep(5)`),
      ...Array.from({ length: 20 }, () => query`select pg_sleep(0.2)`),
    ];
    const ended = Promise.allSettled(asked);
    await vi.waitFor(async () => {
      expect(await database.query("select from pg_stat_activity where application_name = 'carma-site' and state = 'active'")).toHaveLength(
        10,
      );
    });
    await database.kill();
    expect((await ended).slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await database.start();
  });
});
