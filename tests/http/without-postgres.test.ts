import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { makeLog, makeLogKey } from '#tests/support/signed-log.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';

let database: TestDatabase;
let site: RunningSite;

beforeAll(async () => {
  database = await createTestDatabase();
  site = await startSite({ DATABASE_URL: database.url, DATABASE_STATEMENT_TIMEOUT_MS: '800', DATABASE_CONNECT_TIMEOUT_MS: '800' });
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  // Requested before, and so cached.
  await vi.waitFor(async () => expect((await fetch(`${site.url}/credits`)).headers.get('etag')).not.toBeNull(), { timeout: 10_000 });
  expect((await fetch(`${site.url}/api/carbon-projects`)).status).toBe(200);
  await database.drop();
  // For two seconds the last answer about the version counts.
  const isUncertain = async () => (await fetch(`${site.url}/api/carbon-projects`)).headers.has('carma-last-known');
  await vi.waitFor(async () => expect(await isUncertain()).toBe(true), { timeout: 10_000 });
});
afterAll(async () => {
  await site.stop();
});

describe('while PostgreSQL is gone', () => {
  it('the process is alive but not ready', async () => {
    expect((await fetch(`${site.url}/livez`)).status).toBe(200);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
    // A proxy's check: without PostgreSQL, cached pages are still there.
    expect((await fetch(`${site.url}/readyz?exclude=postgres`)).status).toBe(200);
  });

  it.each(['/credits', '/api/carbon-projects'])('%s serves the last known list at once, marked as such', async (address) => {
    const started = performance.now();
    const answer = await fetch(`${site.url}${address}`);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(answer.status).toBe(200);
    expect(Date.parse(answer.headers.get('carma-last-known') ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain('Cwm Tŷ-coch');
  });

  it('pages that do not show the catalogue are unaffected', async () => {
    const about = await fetch(`${site.url}/about`);
    expect(about.status).toBe(200);
    expect(about.headers.has('carma-last-known')).toBe(false);
  });

  // A new query, for which nothing is cached. For pages of which an older version is cached, see outage-answers.test.ts.
  it.each([
    ['/projects?q=new', ['Error loading projects', 'Try Again', 'Every project']],
    ['/projects?q=new&view=table', ['Error loading projects', 'Try Again', 'Every project']],
  ])('%s, for which nothing is cached, shows the specified error text and the rest of its content', async (address, texts) => {
    const answer = await fetch(`${site.url}${address}`);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    for (const text of texts) expect(page).toContain(text);
    // The next visitor gets a fresh attempt.
    expect(answer.headers.get('etag') && answer.headers.get('cache-control')).not.toBe('public, no-cache');
  });

  it('REST and RPC promptly report that they are unavailable, and never claim to have stored a message', async () => {
    expect((await fetch(`${site.url}/projects.csv`)).status).toBe(503);
    const body = { name: 'Ada Lovelace', email: 'ada@example.com' };
    const headers = { 'content-type': 'application/json' };
    const rest = await fetch(`${site.url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(rest.status).toBe(503);
    expect(rest.headers.get('retry-after')).toBe('5');
    const rpc = await fetch(`${site.url}/api/rpc/contact.send`, { method: 'POST', headers, body: JSON.stringify({ json: body }) });
    expect(rpc.status).toBe(503);
    expect(rpc.headers.get('retry-after')).toBe('5');
    expect(await rpc.text()).not.toMatch(/postgres|ECONN|select|insert/i);
  });

  it('a form posted without scripts is returned with what was typed', async () => {
    const answer = await fetch(`${site.url}/api/contact`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ada Lovelace', email: 'ada@example.com', message: 'Twelve tonnes' }),
    });
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain('Failed to send message');
    expect(page).toContain('Twelve tonnes');
  });

  it('a certificate that cannot be looked up is not called bad', async () => {
    const answer = await fetch(`${site.url}/api/verify`, { method: 'POST', body: new URLSearchParams({ record: 'CR-000001' }) });
    const main = parse(await answer.text()).querySelector('main')?.structuredText;
    expect(main).toContain('The check could not be finished');
    expect(main).not.toContain('There is no certificate');
  });

  it('a certificate is neither good nor bad without the keys of the log, whatever key it brings along', async () => {
    const origin = 'localhost/log';
    const signer = await makeLogKey(origin);
    const log = await makeLog(origin, [JSON.stringify({ version: 1, kind: 'retire', quantity: 421_200 })], signer);
    const forged = {
      format: 'carma-record@v1',
      index: 0,
      canonical: log.entries[0],
      proof: await log.prove(0),
      texts: {},
      key: signer.text,
    };
    const answer = await fetch(`${site.url}/api/verify`, { method: 'POST', body: new URLSearchParams({ record: JSON.stringify(forged) }) });
    const main = parse(await answer.text()).querySelector('main')?.structuredText ?? '';
    expect(main).toContain('The check could not be finished');
    expect(main).toContain('the keys of the log are not at hand');
    expect(main).not.toMatch(/421,200|Don’t rely/);
  });

  it('no log line contains what the visitor typed', () => {
    expect(JSON.stringify(site.lines)).not.toMatch(/Lovelace|ada@example|Twelve tonnes/);
  });
});
