import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';

const slug = 'cwm-ty-coch-hillside-woodland';
const project = `/projects/${slug}`;
let database: TestDatabase;
let site: RunningSite;
/** When the last change was made. */
let changedAt = 0;
/** Pages cached before it and not requested since. */
const olderPages = ['/credits', '/impact-hub', '/geospatial', '/'];
/** Pages served after it. */
const newestPages = [project, '/projects'];

type Seen = { status: number; headers: Headers; text: string };

async function get(path: string, headers: Record<string, string> = { accept: 'text/html' }): Promise<Seen> {
  const answer = await fetch(site.url + path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });
/** Waits until a page is cached with its styles: a streamed one is rendered again first. */
const waitUntilCached = (path: string) =>
  until(async () => expect((await get(path)).headers.get('content-security-policy') ?? 'nonce').not.toContain('nonce'));
const setPrice = (pence: number) => database.sql`update carbon_projects set price_per_credit = ${pence} where slug = ${slug}`;
const prices = async () => (await get('/api/carbon-projects', {})).text;

beforeAll(async () => {
  database = await createTestDatabase();
  site = await startSite({ DATABASE_URL: database.url, DATABASE_STATEMENT_TIMEOUT_MS: '800', DATABASE_CONNECT_TIMEOUT_MS: '800' });
  // The sample record is created after the start, which changes its projects' figures.
  await until(async () => expect((await get('/api/v1/record/entries', {})).text).toContain('retire'));
  await setPrice(7_411);
  await until(async () => expect(await prices()).toContain('7411'));
  for (const path of [...olderPages, '/about']) await waitUntilCached(path);
  expect((await get('/projects.csv')).text).toContain('7411');
  expect((await get('/pictures/edna/karoo-ridge-wind.svg')).status).toBe(200);
  await setPrice(8_522);
  changedAt = Date.now();
  await until(async () => expect(await prices()).toContain('8522'));
  for (const path of newestPages) await waitUntilCached(path);
  expect((await get(project)).text).toContain('85.22');
  // Once more: a response rendered while the site was being notified of the change is not cached.
  expect(await prices()).toContain('8522');
  await database.drop();
  await until(async () => expect((await get('/projects')).headers.has('carma-last-known')).toBe(true));
});
afterAll(() => site.stop());

const notice = /^Figures as of \d\d:\d\d UTC on \d{1,2} \w+ \d{4}\. We can’t check at the moment whether they’ve changed\.$/;

describe('during an outage, a page that was made before the last change', () => {
  it.each(olderPages)('is sent at %s with a notice of when it was made', async (path) => {
    const { status, headers, text } = await get(path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const at = new Date(headers.get('carma-last-known') ?? '');
    expect(at.getTime()).toBeLessThan(changedAt);
    expect(parse(text).querySelector('main > #last-known > [role="status"]')?.text).toMatch(notice);
  });

  it('is refused as a file to be saved, which cannot say so', async () => {
    const { status, headers, text } = await get('/projects.csv', {});
    expect([status, headers.has('retry-after')]).toEqual([503, true]);
    expect(text).not.toContain('7411');
  });
});

describe('during an outage, a page that was not cached', () => {
  it.each([
    ['/projects?q=never-asked', ['Error loading projects', 'Try Again']],
    ['/record', ['unavailable']],
  ])('says at %s what it cannot show', async (path, texts) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    for (const words of texts) expect(text).toContain(words);
    expect(headers.has('carma-last-known')).toBe(false);
  });
});

describe('during an outage, the newest known version', () => {
  it.each(newestPages)('is served at %s with a notice of its age', async (path) => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const answer = await get(path, { 'accept-encoding': encoding });
      const at = new Date(answer.headers.get('carma-last-known') ?? '');
      expect(Date.now() - at.getTime()).toBeLessThan(60_000);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const status = parse(answer.text).querySelector('main > #last-known > [role="status"]');
      expect(status?.text).toMatch(notice);
      expect(status?.text).toContain(at.toISOString().slice(11, 16));
      expect(status?.querySelector('time')?.getAttribute('datetime')).toBe(at.toISOString());
      const revalidated = await fetch(site.url + path, {
        headers: { 'accept-encoding': encoding, 'if-none-match': answer.headers.get('etag') ?? '' },
      });
      expect(revalidated.status).toBe(304);
    }
    expect((await get(project)).text).toContain('85.22');
  });

  it('is marked in a header for data', async () => {
    const { status, headers, text } = await get('/api/carbon-projects', {});
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.has('carma-last-known')).toBe(true);
    expect(text).toContain('8522');
  });

  it('leaves out the notice on what does not depend on the catalogue', async () => {
    const { headers, text } = await get('/about');
    expect(headers.has('carma-last-known')).toBe(false);
    expect(text).toContain('<div id="last-known"></div>');
    expect((await get('/pictures/edna/karoo-ridge-wind.svg', {})).status).toBe(200);
    const unknown = await get('/pictures/edna/suffolk-alley-cropping-of-nobody.svg', {});
    expect([unknown.status, unknown.headers.has('retry-after')]).toEqual([503, true]);
  });
});
