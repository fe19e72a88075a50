import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';

let database: OwnPostgres;
let pool: typeof import('#server/platform/database/pool.ts');
let query: import('#server/platform/database/query.ts').Query;

beforeAll(async () => {
  database = await startOwnPostgres();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('LOG_LEVEL', 'silent');
  pool = await import('#server/platform/database/pool.ts');
  ({ query } = await import('#server/platform/database/query.ts'));
});
afterAll(async () => {
  await pool.closePool(1);
  await database.remove();
});

const queryConcurrently = (count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => query`select pg_sleep(0.05)`.then(() => 'answered')));

describe('a pool whose server was away while requests continued', () => {
  it('recovers completely as soon as the server is back, not one connection at a time', async () => {
    await queryConcurrently(20);
    await database.stop();
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await queryConcurrently(10);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
      await sleep(50);
    }
    await database.start();
    const started = performance.now();
    const results = await queryConcurrently(20);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(performance.now() - started).toBeLessThan(3_000);
  }, 30_000);
});
