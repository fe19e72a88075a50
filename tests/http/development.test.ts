import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { site as texts } from '#shared/content/site.ts';
import { freePort } from '#tests/support/free-port.ts';
import { limitOptions } from '#tests/support/limits.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const site = sharedSite();

/** Vite's server, as scripts/dev.ts starts it. */
const url = `http://localhost:${await freePort()}`;
// While Vite compiles, pages take as long as they like. Node splits NODE_OPTIONS at blanks: an option and its value are one word.
const limits = { apiRequestsPerMinute: 1_000_000, pageBeginsWithinMs: 30_000, maxEventLoopLagMs: 60_000, databaseReadLimitMs: 30_000 };
const NODE_OPTIONS = limitOptions(limits).join('=');
const vite = spawn(process.execPath, ['node_modules/waku/cli.js', 'dev', '--port', new URL(url).port], {
  env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: site.databaseUrl, NODE_OPTIONS },
  stdio: 'ignore',
});
beforeAll(() => vi.waitFor(async () => expect((await fetch(`${url}/livez`)).status).toBe(200), { timeout: 120_000, interval: 200 }));
afterAll(async () => {
  vite.kill();
  await once(vite, 'exit');
});

const requestId = randomUUID();
/** What differs between two answers to the same request, or follows from not being kept, or from what others have asked for. */
const varying = /^(?:date|keep-alive|connection|etag|content-length|content-encoding|transfer-encoding|last-modified|ratelimit)$/;

it.each<[what: string, address: string, request: RequestInit]>([
  ['a page', '/about', {}],
  ['a page with islands', '/contact', {}],
  ['the elements of a page, which are not served', '/not%20served/R/about.txt', {}],
  ['a form that lacks its fields', '/api/contact', { method: 'POST', body: new URLSearchParams({ name: 'S' }) }],
  ['an unknown filter', '/api/v1/projects?colour=green', {}],
])('development goes the same way as production: %s', async (_what, address, request) => {
  /** Returns what must be the same: of the policy, all but what Vite's client adds to it. */
  const ask = async (origin: string) => {
    const headers = { accept: 'text/html', 'x-request-id': requestId };
    const answer = await fetch(origin + address, { redirect: 'manual', ...request, headers });
    const body = await answer.text();
    const shown = [...answer.headers].filter(([name]) => !varying.test(name)).map(([name, value]) => [name, value.replace(origin, '')]);
    const { 'content-security-policy': policy = '', ...others } = Object.fromEntries(shown) as Record<string, string>;
    const [hasPayload, hasSamples] = ['id="payload"', texts.samples.text].map((part) => body.includes(part));
    return {
      ...{ status: answer.status, headers: others, hasPayload, hasSamples },
      policy: policy
        .replaceAll(/ '(?:sha256|nonce)-[^']+'/g, '')
        .replace(" 'unsafe-inline'", '')
        .replace(' ws:; worker-src blob:', ''),
    };
  };
  const built = await ask(site.url);
  expect(await ask(url)).toEqual(built);
  expect(built.headers).toHaveProperty('x-request-id', requestId);
});
