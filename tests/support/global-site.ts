import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/build.ts';
import { createTemplate, createTestDatabase, type TestDatabase } from './database.ts';
import { longWaits, startSite } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    siteDatabaseUrl: string;
  }
}

/** The site of this run, which the HTTP and the browser tests share. */
const run = globalThis as { carmaTestSite?: ReturnType<typeof startShared> };

/** Runs the production build against a database with the sample catalogue and its record, for the HTTP and browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.carmaTestSite ??= startShared();
  const { url, databaseUrl, stop } = await run.carmaTestSite;
  project.provide('siteUrl', url);
  project.provide('siteDatabaseUrl', databaseUrl);
  return stop;
}

async function startShared() {
  await buildIfStale();
  const dropTemplate = await createTemplate('samples', makeSamples);
  const database = await createTestDatabase('samples');
  const site = await startSite({ DATABASE_URL: database.url, ...longWaits });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await site.stop();
    await database.drop();
    await dropTemplate();
  };
  // Each project stops it and waits for the same end, so that the server is there until the databases are dropped.
  return { url: site.url, databaseUrl: database.url, stop: () => (stopped ??= stop()) };
}

/** Longest time (ms) until a first start has made the record. */
const limitMs = 60_000;

/** Lets a site fill its empty database, as it does at its first start, until it has made the record as well. */
async function makeSamples({ url }: TestDatabase): Promise<void> {
  const site = await startSite({ DATABASE_URL: url });
  const deadline = Date.now() + limitMs;
  while (!site.lines.some(({ event }) => event === 'record.audited')) {
    if (site.process.exitCode !== null || Date.now() > deadline) throw new Error('The site has not made the record of the samples');
    await sleep(20);
  }
  await site.stop();
}
