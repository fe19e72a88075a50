import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

let database: OwnPostgres;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let site: RunningSite;

beforeAll(async () => {
  [database, folder] = await Promise.all([startOwnPostgres(), makeTemporaryFolder()]);
  site = await startSite({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: folder.path,
    DATABASE_CONNECT_TIMEOUT_MS: '1000',
    SEED_SAMPLES: 'false',
  });
});
afterAll(async () => {
  await site.stop();
  await Promise.all([database.remove(), folder.remove()]);
});

it('a site that loses PostgreSQL before it has delivered any mail carries on, and delivers mails once PostgreSQL is back', async () => {
  // Delivery starts half a second after the site is ready.
  await database.stop();
  await vi.waitUntil(() => site.lines.some(({ event }) => event === 'queue.error'), { timeout: 20_000 });
  expect((await fetch(`${site.url}/livez`)).status).toBe(200);
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);

  await database.start();
  const body = JSON.stringify({ name: 'Ada Lovelace', email: 'ada@lost.example', message: 'Twelve tonnes' });
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${site.url}/api/contact`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      expect(answer.status).toBe(201);
    },
    { timeout: 20_000, interval: 500 },
  );
  await vi.waitUntil(() => site.lines.some(({ event, deliveryId }) => event === 'mail.not_configured' && deliveryId), { timeout: 40_000 });
  expect(site.process.exitCode).toBeNull();
});
