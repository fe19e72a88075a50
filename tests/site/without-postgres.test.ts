import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type RunningSite, startSite } from '../support/site.ts';

let database: TestDatabase;
let site: RunningSite;

beforeAll(async () => {
  database = await createTestDatabase();
  site = await startSite({ DATABASE_URL: database.url, DATABASE_STATEMENT_TIMEOUT_MS: '800', DATABASE_CONNECT_TIMEOUT_MS: '800' });
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  await database.drop();
});
afterAll(async () => {
  await site.stop();
});

describe('when Postgres is gone', () => {
  it('the process is alive but not ready', async () => {
    expect((await fetch(`${site.url}/livez`)).status).toBe(200);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
  });

  it('pages show the specified error texts and the rest of their content', async () => {
    const home = await (await fetch(`${site.url}/`)).text();
    expect(home).toContain('Error loading projects. Please try again later.');
    expect(home).toContain('Why other options fail and how we fix it');
    const credits = await (await fetch(`${site.url}/credits`)).text();
    expect(credits).toContain('Error loading projects');
    expect(credits).toContain('Try Again');
    const hub = await fetch(`${site.url}/impact-hub`);
    expect(hub.status).toBe(200);
    expect((await hub.text()).match(/The catalogue did not answer/g)?.length).toBeGreaterThanOrEqual(5);
    const map = await (await fetch(`${site.url}/geospatial`)).text();
    expect(map).toContain('The catalogue did not answer');
    expect(map).toContain('Impact layers');
  });

  it('REST and RPC answer quickly that they cannot, and a message is never said to be stored', async () => {
    expect((await fetch(`${site.url}/api/carbon-projects`)).status).toBe(503);
    const body = { name: 'Ada Lovelace', email: 'ada@example.com' };
    const headers = { 'content-type': 'application/json' };
    const rest = await fetch(`${site.url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(rest.status).toBe(503);
    expect(rest.headers.get('retry-after')).toBe('5');
    const rpc = await fetch(`${site.url}/api/rpc/contact.send`, { method: 'POST', headers, body: JSON.stringify({ json: body }) });
    expect(rpc.status).toBe(500);
    expect(await rpc.text()).not.toMatch(/postgres|ECONN|select|insert/i);
  });

  it('a plainly posted form comes back with what was typed', async () => {
    const answer = await fetch(`${site.url}/api/contact`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ada Lovelace', email: 'ada@example.com', message: 'Twelve tonnes' }),
    });
    expect(answer.status).toBe(503);
    const page = await answer.text();
    expect(page).toContain('Failed to send message');
    expect(page).toContain('Twelve tonnes');
  });

  it('no log line holds what the visitor typed', () => {
    expect(JSON.stringify(site.lines)).not.toMatch(/Lovelace|ada@example|Twelve tonnes/);
  });
});
