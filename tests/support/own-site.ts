import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, inject } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { createTestDatabase } from './database.ts';
import type { SettingsAndLimits } from './limits.ts';
import { startSite } from './site.ts';

/** Returns functions that send requests to a site, and follow no redirect. */
export function clientOf(url: () => string) {
  const get = (path: string, init?: RequestInit) => fetch(url() + path, { redirect: 'manual', ...init });
  return {
    get,
    text: async (path: string) => (await get(path)).text(),
    json: async (path: string) => (await get(path)).json(),
    bytes: async (path: string) => Buffer.from(await (await get(path)).arrayBuffer()),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      get(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    /** Reads a page that comes in one piece, as with `longWaits` (./site.ts). */
    page: async (path: string): Promise<HTMLElement> => parse((await (await get(path)).text()).replaceAll('<!-- -->', '')),
  };
}

/** The site that HTTP and browser tests share. What a test stores there is its own, and it changes nothing that others read. */
export function sharedSite() {
  const sql = connectTo(inject('siteDatabaseUrl'), { max: 1 });
  afterAll(() => sql.end());
  return { ...clientOf(() => inject('siteUrl')), sql, url: inject('siteUrl'), databaseUrl: inject('siteDatabaseUrl') };
}

/** How long a test waits until a site has seen that its data has changed; until then it serves what it keeps. Busy machines are slow. */
export const halfMinute = { timeout: 30_000 };

/**
 * Runs a site for one file, with settings and limits of its own, or because its tests change what others read: on a database of its own
 * with the sample catalogue and its record.
 */
export async function ownSite(values: SettingsAndLimits = {}) {
  const database = await createTestDatabase('samples');
  const site = await startSite({ DATABASE_URL: database.url, ...values });
  afterAll(async () => {
    await site.stop();
    await database.drop();
  });
  return {
    ...clientOf(() => site.url),
    ...{ url: site.url, lines: site.lines },
    /** Connections to the database as its owner. */
    sql: database.sql,
    /** The address of the database with the site's login. */
    databaseUrl: database.url,
    /** Drops the database under the running site. */
    dropDatabase: database.drop,
  };
}
