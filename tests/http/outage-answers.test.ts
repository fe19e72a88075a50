import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';

const slug = 'cwm-ty-coch-hillside-woodland';
const project = `/projects/${slug}`;
const site = ownSite({ DATABASE_STATEMENT_TIMEOUT_MS: '800', DATABASE_CONNECT_TIMEOUT_MS: '800' });
const pages = [project, '/projects'];

type Seen = { status: number; headers: Headers; text: string };

async function get(path: string, headers: Record<string, string> = { accept: 'text/html' }): Promise<Seen> {
  const answer = await fetch(site.url + path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });
/** Waits until a page is cached with its styles: a streamed one is rendered again first. */
const waitUntilCached = (path: string) =>
  until(async () => expect((await get(path)).headers.get('content-security-policy') ?? 'nonce').not.toContain('nonce'));

beforeAll(async () => {
  for (const path of [...pages, '/', '/credits']) await waitUntilCached(path);
  await site.dropDatabase();
  await until(async () => expect((await get('/projects')).headers.has('carma-last-known')).toBe(true));
});

const notice = /^Figures as of \d\d:\d\d UTC on \d{1,2} \w+ \d{4}\. We can’t check at the moment whether they’ve changed\.$/;

describe('during an outage, a page that was not cached', () => {
  it.each([
    ['/projects?q=never-asked', ['Error loading projects', 'Try Again', 'Every project']],
    ['/record', ['unavailable']],
  ])('says at %s what it cannot show', async (path, texts) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    for (const words of texts) expect(text).toContain(words);
    expect(headers.has('carma-last-known')).toBe(false);
    // The next visitor gets a fresh attempt.
    expect(headers.get('etag') && headers.get('cache-control')).not.toBe('public, no-cache');
  });
});

describe('during an outage, the newest known version', () => {
  it.each(pages)('is served at %s with a notice of its age', async (path) => {
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
  });

  it.each([
    ['/', '#last-known-home', 'Error loading projects. Please try again later.'],
    ['/credits', '#last-known-credits', 'Error loading projects'],
  ])('begins the list on %s with the specified words, and says of when the list below is', async (path, place, words) => {
    const document = parse((await get(path)).text);
    const said = document.querySelector(place);
    expect(said?.querySelector('[role="alert"]')?.text).toBe(words);
    expect(said?.text).toMatch(/This is the list of \d\d:\d\d UTC on/);
    expect(said?.nextElementSibling === null && path === '/').toBe(false);
    expect(said?.querySelector('form[action="/credits"] button')?.text).toBe(path === '/credits' ? 'Try Again' : undefined);
  });
});

describe('during an outage', () => {
  it('the process is alive, and ready only for a proxy that does not ask of PostgreSQL, because kept pages are still there', async () => {
    const statuses = ['/livez', '/readyz', '/readyz?exclude=postgres'].map(async (path) => (await site.get(path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 503, 200]);
  });

  it('REST and RPC promptly report that they are unavailable, and never claim to have stored a message', async () => {
    expect((await fetch(`${site.url}/projects.csv`)).status).toBe(503);
    const body = { name: 'Ada Lovelace', email: 'ada@example.com' };
    const headers = { 'content-type': 'application/json' };
    const rest = await fetch(`${site.url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(rest.status).toBe(503);
    expect(rest.headers.get('retry-after')).toBe('5');
    const rpc = await fetch(`${site.url}/api/trpc/contact.send`, { method: 'POST', headers, body: JSON.stringify({ json: body }) });
    expect(rpc.status).toBe(503);
    expect(rpc.headers.get('retry-after')).toBe('5');
    expect(await rpc.text()).not.toMatch(/postgres|ECONN|select|insert/i);
  });

  it('a certificate that cannot be looked up is not called bad', async () => {
    const answer = await fetch(`${site.url}/api/verify`, { method: 'POST', body: new URLSearchParams({ record: 'CR-000001' }) });
    const main = parse(await answer.text()).querySelector('main')?.structuredText;
    expect(main).toContain('The check could not be finished');
    expect(main).not.toContain('There is no certificate');
  });
});
