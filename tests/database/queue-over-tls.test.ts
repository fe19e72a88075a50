import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startTlsProxy } from '#tests/support/tls-proxy.ts';

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
let boss: typeof import('#server/mail/queue.ts');
let query: import('#server/platform/database/query.ts').Query;
let pool: typeof import('#server/platform/database/pool.ts');

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTlsProxy(database.url);
  Object.assign(process.env, { DATABASE_URL: `${proxy.url}?sslmode=require`, LOG_LEVEL: 'silent' });
  boss = await import('#server/mail/queue.ts');
  pool = await import('#server/platform/database/pool.ts');
  ({ query } = await import('#server/platform/database/query.ts'));
});
afterAll(async () => {
  await boss.stopQueue(1_000);
  await pool.closePool(1);
  proxy.close();
  await database.drop();
});

it("pool and queue accept a server's self-signed certificate with sslmode=require", async () => {
  expect(await query`select 1 as one`).toEqual([{ one: 1 }]);
  const queue = await boss.queue();
  expect(await queue.send(boss.mailQueue, { deliveryId: 'one' })).toEqual(expect.any(String));
});
