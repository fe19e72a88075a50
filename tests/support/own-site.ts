import { type HTMLElement, parse } from 'node-html-parser';
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
  const get = (path: string, init?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...init });
  return {
    sql: () => database.sql,
    get,
    /** A page as one piece: what a busy machine sent in parts, to be put together by a script, is asked for again. */
    page: async (path: string): Promise<HTMLElement> => {
      for (let attempt = 0; ; attempt++) {
        const html = await (await get(path)).text();
        if (!/<template id="[BP]:/.test(html) || attempt === 20) return parse(html);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
    url: () => site.url,
  };
}
