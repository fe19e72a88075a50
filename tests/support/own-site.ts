import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type RunningSite, startSite } from './site.ts';

/** A site and a database of the test file's own, with the sample catalogue, for tests that change it or must find it unchanged. */
export function ownSite(settings: Record<string, string> = {}) {
  let database: TestDatabase;
  let site: RunningSite;
  beforeAll(async () => {
    database = await createTestDatabase();
    site = await startSite({ DATABASE_URL: database.url, ...settings });
  });
  afterAll(async () => {
    await site?.stop();
    await database?.drop();
  });
  const get = (path: string, init?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...init });
  return {
    sql: () => database.sql,
    get,
    /** A page as one piece: what a busy machine sent in parts is put together as React's script does. */
    page: async (path: string): Promise<HTMLElement> => {
      const document = parse(await (await get(path)).text());
      for (;;) {
        const place = document.querySelectorAll('template').find(({ id }) => id.startsWith('P:'));
        const part = place && document.getElementById(place.id.replace('P:', 'S:'));
        if (!part) return document;
        place.replaceWith(...part.childNodes);
        part.remove();
      }
    },
    url: () => site.url,
  };
}
