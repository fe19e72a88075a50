import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';

let database: OwnPostgres;
let pool: typeof import('#server/platform/database/pool.ts');
let query: import('#server/platform/database/query.ts').Query;

beforeAll(async () => {
  database = await startOwnPostgres();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  vi.resetModules();
  pool = await import('#server/platform/database/pool.ts');
  ({ query } = await import('#server/platform/database/query.ts'));
});
afterAll(async () => {
  await pool.closePool(1);
  await database.remove();
});

const askAtOnce = (count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => query`select pg_sleep(0.05)`.then(() => 'answered')));

describe('a pool whose server was away while visitors asked on', () => {
  it('is whole as soon as the server is back: every connection, not one', async () => {
    await askAtOnce(20);
    await database.stop();
    for (let round = 0; round < 20; round += 1) {
      const tried = await askAtOnce(10);
      expect(tried.filter(({ status }) => status === 'fulfilled')).toEqual([]);
      await sleep(50);
    }
    await database.start();
    const begun = performance.now();
    const answered = await askAtOnce(20);
    expect(answered.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(3_000);
  }, 30_000);
});
