import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type RunningSite, startSite } from './site.ts';

/** A site and a database of the test file's own, with the sample catalogue, for tests that change it. */
export function ownSite() {
  let database: TestDatabase;
  let site: RunningSite;
  beforeAll(async () => {
    database = await createTestDatabase();
    site = await startSite({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await site?.stop();
    await database?.drop();
  });
  return {
    sql: () => database.sql,
    get: (path: string, init?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...init }),
    url: () => site.url,
  };
}
