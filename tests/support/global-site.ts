import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/build.ts';
import { createTestDatabase } from './database.ts';
import { startSite } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    siteDatabaseUrl: string;
  }
}

/** Runs the production build against a fresh database with the sample catalogue, for the HTTP and browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale();
  const database = await createTestDatabase();
  // On a busy machine nothing that a test opens is turned away.
  const site = await startSite({ DATABASE_URL: database.url, RENDER_WAIT_MS: '60000', DATABASE_READ_LIMIT_MS: '30000' });
  project.provide('siteUrl', site.url);
  project.provide('siteDatabaseUrl', database.url);
  return async () => {
    await site.stop();
    await database.drop();
  };
}
