import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { site as texts } from '#shared/content/site.ts';
import { freePort } from '#tests/support/free-port.ts';
import { limitOptions } from '#tests/support/limits.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { databaseUrl, url: siteUrl } = sharedSite();

let development: { url: string; stop: () => Promise<unknown> };

beforeAll(async () => {
  development = await startDevelopment(databaseUrl);
});
afterAll(() => development.stop());

describe('development goes the same way as production', () => {
  it.each([
    ['a page', '/about', {}],
    ['a page with islands', '/contact', {}],
    ['a project that does not exist', '/projects/no-such-project', {}],
    ['the elements of a page', '/RSC/R/about.txt', {}],
    ['another form of an address', '/about/', {}],
    ['a form that lacks its fields', '/api/contact', { method: 'POST', body: new URLSearchParams({ name: 'S' }) }],
    ['an unknown filter', '/api/v1/projects?colour=green', {}],
    ['a file of the catalogue', '/projects.csv', {}],
  ] as [string, string, RequestInit][])('%s', async (_what, address, request) => {
    const [built, served] = await Promise.all([ask(siteUrl + address, request), ask(development.url + address, request)]);
    expect(served).toEqual(built);
    expect(built.headers).toHaveProperty('x-request-id', requestId);
  });

  it('with a line about the sample projects on every page, and the payload in pages with islands only', async () => {
    for (const url of [siteUrl, development.url]) {
      const [about, contact] = await Promise.all(['/about', '/contact'].map(async (path) => (await fetch(url + path)).text()));
      for (const page of [about, contact]) expect(page).toContain(texts.samples.text);
      expect([about?.includes('id="payload"'), contact?.includes('id="payload"')]).toEqual([false, true]);
    }
  });
});

const requestId = randomUUID();

/** What differs between two answers to the same request, or follows from not being kept, or from what others have asked for. */
const varying = [
  ...['date', 'keep-alive', 'connection', 'etag', 'content-length', 'content-encoding', 'transfer-encoding', 'last-modified'],
  'ratelimit',
];

/** Returns what must be the same: the status and the headers, with the policy as it is without what Vite's client needs. */
async function ask(address: string, request: RequestInit) {
  const answer = await fetch(address, {
    redirect: 'manual',
    ...request,
    headers: { accept: 'text/html', 'x-request-id': requestId },
  });
  await answer.arrayBuffer();
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !varying.includes(name)));
  const policy = headers['content-security-policy']
    ?.replaceAll(/ '(?:sha256|nonce)-[^']+'/g, '')
    .replace(" 'unsafe-inline'", '')
    // A page whose list did not come in time is streamed, under a nonce.
    .replace("script-src 'strict-dynamic'", "script-src 'self'")
    .replace(' ws:; worker-src blob:', '');
  const location = headers.location?.replace(new URL(address).origin, '');
  return {
    status: answer.status,
    headers: { ...headers, ...(policy && { 'content-security-policy': policy }), ...(location && { location }) },
  };
}

/** Starts Vite's server as scripts/dev.ts does, on a given database. */
async function startDevelopment(databaseUrl: string) {
  const url = `http://localhost:${await freePort()}`;
  const vite = spawn(process.execPath, ['node_modules/waku/cli.js', 'dev', '--port', new URL(url).port], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl,
      NODE_OPTIONS: limitOptions({ RATE_LIMIT_REQUESTS_PER_MINUTE: 1_000_000 }).join('='),
    },
    stdio: 'ignore',
  });
  await vi.waitFor(async () => expect((await fetch(`${url}/livez`)).status).toBe(200), { timeout: 120_000, interval: 200 });
  return {
    url,
    stop: () => {
      vite.kill();
      return once(vite, 'exit');
    },
  };
}
