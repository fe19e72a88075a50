import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, beforeAll, inject } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type RunningSite, startSite } from './site.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

/** Returns ways to ask a site. They follow no redirect. */
export function askedAt(url: () => string) {
  const get = (path: string, init?: RequestInit) => fetch(url() + path, { redirect: 'manual', ...init });
  return {
    get,
    text: async (path: string) => (await get(path)).text(),
    json: async (path: string) => (await get(path)).json(),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      get(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    /** Returns a page in one piece: if a busy machine streamed it in parts, they are put in place as React's script would. */
    page: async (path: string): Promise<HTMLElement> => {
      const document = parse((await (await get(path)).text()).replaceAll('<!-- -->', ''));
      for (;;) {
        const placeholder = document.querySelectorAll('template').find(({ id }) => id.startsWith('P:'));
        const part = placeholder && document.getElementById(placeholder.id.replace('P:', 'S:'));
        if (!part) return document;
        placeholder.replaceWith(...part.childNodes);
        part.remove();
      }
    },
  };
}

/** The site that HTTP and browser tests share. What a test stores there is its own, and it changes nothing that others read. */
export function sharedSite() {
  const sql = connectTo(inject('siteDatabaseUrl'), { max: 1 });
  afterAll(() => sql.end());
  return { ...askedAt(() => inject('siteUrl')), sql, url: inject('siteUrl'), databaseUrl: inject('siteDatabaseUrl') };
}

/** How long a test waits until a site has seen a change of its data, which it keeps responses until: a busy machine may be slow. */
export const halfMinute = { timeout: 30_000 };

type Settings = Record<string, string>;

/**
 * Runs a site for one file, with settings of its own, or because its tests change what others read: on a database of its own with the
 * sample catalogue and its record, on an empty one that it migrates itself, or on that of the shared site.
 */
export function ownSite(settings: Settings = {}, on: 'samples' | 'empty' | 'shared' = 'samples') {
  let database: TestDatabase | undefined;
  let folder: TemporaryFolder;
  let site: RunningSite;
  const start = async (more: Settings = {}) => {
    site = await startSite({
      DATABASE_URL: database?.url ?? inject('siteDatabaseUrl'),
      ...(on === 'empty' ? { DATA_DIR: folder.path, DATABASE_OWNER_URL: database?.ownerUrl ?? '' } : {}),
      ...{ ...settings, ...more },
    });
    return site;
  };
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    if (on !== 'shared') database = await createTestDatabase({ migrated: on !== 'empty', withSamples: on === 'samples' });
    await start();
  });
  afterAll(async () => {
    await site?.stop();
    await Promise.all([database?.drop(), folder.remove()]);
  });
  return {
    ...askedAt(() => site.url),
    /** Starts another one in its place, which must have been stopped. */
    start,
    stop: (signal?: NodeJS.Signals) => site.stop(signal),
    /** Connections to its own database as its owner. */
    sql: () => {
      if (!database) throw new Error('The shared database is not this file’s: use sharedSite');
      return database.sql;
    },
    /** Its address with the site's login. */
    databaseUrl: () => database?.url ?? inject('siteDatabaseUrl'),
    /** Its address with the login that owns it. */
    ownerUrl: () => database?.ownerUrl ?? '',
    /** Drops the database under the running site. */
    dropDatabase: () => database?.drop(),
    get url() {
      return site.url;
    },
    get lines() {
      return site.lines;
    },
    get process() {
      return site.process;
    },
  };
}
