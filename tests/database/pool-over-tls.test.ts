import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withConnection } from '#db/connection.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startTlsProxy } from '#tests/support/tls-proxy.ts';

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
let query: import('#server/platform/database/query.ts').Query;
let pool: typeof import('#server/platform/database/pool.ts');

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTlsProxy(database.url);
  vi.stubEnv('DATABASE_URL', `${proxy.url}?sslmode=require`);
  vi.stubEnv('LOG_LEVEL', 'silent');
  pool = await import('#server/platform/database/pool.ts');
  ({ query } = await import('#server/platform/database/query.ts'));
});
afterAll(async () => {
  await pool.closePool(1);
  proxy.close();
  await database.drop();
});

it("the pool accepts a server's self-signed certificate with sslmode=require", async () => {
  expect(await query`select 1 as one`).toEqual([{ one: 1 }]);
});

it('with sslmode=verify-full a numeric address is looked for in the certificate, and not "localhost"', async () => {
  const before = getCACertificates('default');
  setDefaultCACertificates([proxy.certificate]);
  try {
    const connected = withConnection(`${proxy.url}?sslmode=verify-full`, (sql) => sql`select 1`);
    await expect(connected).rejects.toThrow("127.0.0.1 is not in the cert's list");
  } finally {
    setDefaultCACertificates(before);
  }
});
