import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { lockProjects } from '#tests/support/projects.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';

/** Longest wait (ms) for the first part, and for queries, on a busy machine. */
const firstPartLimit = 15_000;
let database: TestDatabase;
let site: RunningSite;

beforeAll(async () => {
  database = await createTestDatabase();
  site = await startSite({ DATABASE_URL: database.url, DATABASE_READ_LIMIT_MS: '20000' });
});
afterAll(async () => {
  await site.stop();
  await database.drop();
});

describe('with a query held back until the first part has arrived', () => {
  it.each([
    ['/', 'Buy Carbon Credits You Can Trust', 'Loading projects...'],
    ['/credits', 'Request Custom Quote', 'Loading carbon projects...'],
  ])('%s sends header, hero and loading text before the query ends', async (path, hero, loading) => {
    await makeStale();
    const lock = await lockProjects(database.sql);
    let isLate = false;
    const timeout = setTimeout(() => {
      isLate = true;
      lock.release();
    }, firstPartLimit);

    const { firstPart, whole } = await readInParts(`${site.url}${path}`, loading, lock.release).finally(lock.release);

    clearTimeout(timeout);
    // Otherwise the parts may have been rendered after the query had ended.
    expect(isLate).toBe(false);
    expect(firstPart).toContain('<header');
    expect(firstPart).toContain(hero);
    expect(firstPart).not.toContain('<article');
    expect(whole).toContain('<article');
    await lock.ended;
  });
});

/** Changes the catalogue and waits until the site knows, which makes its cached pages stale. */
async function makeStale(): Promise<void> {
  const [project] = await database.sql<{ available: number }[]>`
    update carbon_projects
    set available_credits = available_credits + 1
    where slug = 'cwm-ty-coch-hillside-woodland'
    returning available_credits as available
  `;
  const shown = async () => {
    const list = (await (await fetch(`${site.url}/api/carbon-projects`)).json()) as { title: string; availableCredits: number }[];
    return list.find(({ title }) => title.startsWith('Cwm Tŷ-coch'))?.availableCredits;
  };
  await expect.poll(shown).toBe(project?.available);
}

/** Reads a response as it arrives. Calls `seen` once `mark` has arrived; returns the text up to then, and the whole. */
async function readInParts(address: string, mark: string, seen: () => void) {
  const answer = await fetch(address);
  let whole = '';
  let firstPart = '';
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    whole += chunk;
    if (!firstPart && whole.includes(mark)) {
      firstPart = whole;
      seen();
    }
  }
  return { firstPart, whole };
}
