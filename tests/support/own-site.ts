import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type RunningSite, startSite } from './site.ts';

/** Runs a site with its own database, the sample catalogue and its record, for tests that change it or rely on its initial state. */
export function ownSite(settings: Record<string, string> = {}) {
  let database: TestDatabase;
  let site: RunningSite;
  let isDropped = false;
  beforeAll(async () => {
    database = await createTestDatabase({ withSamples: true });
    site = await startSite({ DATABASE_URL: database.url, ...settings });
  });
  afterAll(async () => {
    await site?.stop();
    if (!isDropped) await database?.drop();
  });
  const get = (path: string, init?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...init });
  return {
    sql: () => database.sql,
    get,
    /** Returns a page in one piece: if a busy machine streamed it in parts, they are put in place as React's script would. */
    page: async (path: string): Promise<HTMLElement> => {
      const document = parse(await (await get(path)).text());
      for (;;) {
        const placeholder = document.querySelectorAll('template').find(({ id }) => id.startsWith('P:'));
        const part = placeholder && document.getElementById(placeholder.id.replace('P:', 'S:'));
        if (!part) return document;
        placeholder.replaceWith(...part.childNodes);
        part.remove();
      }
    },
    /** Drops the database under the running site. */
    dropDatabase: async () => {
      await database.drop();
      isDropped = true;
    },
    url: () => site.url,
  };
}
