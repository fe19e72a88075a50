import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { holdProjects } from '../support/projects.ts';

const heldFor = 500;
const sql = postgres(inject('siteDatabaseUrl'), { max: 2 });
afterAll(() => sql.end());

describe('with a query held back by 500 ms', () => {
  it.each([
    ['/', 'Buy Carbon Credits You Can Trust', 'Loading projects...'],
    ['/credits', 'Request Custom Quote', 'Loading carbon projects...'],
  ])('%s sends header, hero and loading text before the query ends', async (path, hero, loading) => {
    // What is kept of the page is out of date, so that it is made anew.
    await sql`update carbon_projects set available_credits = available_credits + 1 where slug = 'cwm-ty-coch-hillside-woodland'`;
    const lock = await holdProjects(sql);
    const started = performance.now();
    const released = new Promise<number>((resolve) => {
      setTimeout(() => {
        resolve(performance.now() - started);
        lock.release();
      }, heldFor);
    });

    const { firstPart, firstAt, whole } = await readInParts(`${inject('siteUrl')}${path}`, loading, started);

    expect(firstPart).toContain('<header');
    expect(firstPart).toContain(hero);
    expect(firstPart).not.toContain('<article');
    expect(firstAt).toBeLessThan(await released);
    expect(whole).toContain('<article');
    await lock.ended;
  });
});

/** Reads an answer as it arrives: what had come once `mark` was in it and when (ms after `started`), and the whole. */
async function readInParts(address: string, mark: string, started: number) {
  const answer = await fetch(address);
  let whole = '';
  let firstPart = '';
  let firstAt = Number.POSITIVE_INFINITY;
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    whole += chunk;
    if (!firstPart && whole.includes(mark)) {
      firstPart = whole;
      firstAt = performance.now() - started;
    }
  }
  return { firstPart, firstAt, whole };
}
