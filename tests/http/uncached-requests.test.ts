import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import type { LogLine } from '#tests/support/site.ts';

const token = 'a-token-for-this-test';
const burst = 40;
const site = ownSite({ METRICS_TOKEN: token, TRUST_PROXY: '1', UNCACHED_RATE_PER_SECOND: '1', UNCACHED_BURST: String(burst) });

let clients = 0;
/** Returns the address of another client for each request, so that only those of one client meet its limit. */
const fromAnother = () => {
  clients += 1;
  return { 'x-forwarded-for': `10.0.${clients >> 8}.${clients & 255}` };
};
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers: { ...fromAnother(), ...headers } });
const text = async (path: string) => (await get(path)).text();
/** Sends a path unchanged: `fetch` would normalise it. */
const getRaw = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: string; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
    const request = http.get(site.url, { path, headers: { ...fromAnother(), ...headers }, timeout: 10_000 }, (answer) => {
      let body = '';
      answer.on('data', (part) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
    });
    request.on('timeout', () => request.destroy(new Error(`${path} was not answered`)));
    request.on('error', reject);
  });

/** Returns the number of times that pages of a route were rendered. */
async function renders(route: string): Promise<number> {
  const metrics = await (await get('/metrics', { authorization: `Bearer ${token}` })).text();
  const line = metrics.split('\n').find((one) => one.startsWith(`carma_render_duration_seconds_count{route="${route}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Requests a path until its response is cached. */
async function waitUntilCached(path: string): Promise<void> {
  await expect.poll(async () => (await get(path)).headers.get('etag')).not.toBeNull();
}

describe('an asterisk in an address', () => {
  it.each([
    '/*',

    '/api/*',

    '/projects/*',

    '/RSC/R/*.txt',

    '/pictures/*',

    '/:slug',
  ])('%s is answered like any other unknown address', async (path) => {
    const [id, later] = [randomUUID(), randomUUID()];
    const { status } = await getRaw(path, { 'x-request-id': id });
    expect(status).toBe(404);
    // Requests are logged in order, so the later one bounds the wait.
    const linesOf = (request: string) => site.lines.filter(({ requestId, event }) => event === 'request' && requestId === request).length;
    await get('/about', { 'x-request-id': later });
    await expect.poll(() => linesOf(later)).toBe(1);
    expect(linesOf(id)).toBe(1);
  });
});

describe('a parameter that a page does not read', () => {
  it.each(['/about', '/credits', '/vcs', '/blog/sustainable-business-practices'])(
    'costs nothing at %s: the cached page is served',
    async (path) => {
      await waitUntilCached(path);
      const without = await text(path);
      const before = await renders(path.startsWith('/blog/') ? '/blog/:slug' : path);
      for (const query of ['?utm_source=x', '?x=1', '?', '?a=b&c=d', `?${'&'.repeat(500)}`])
        expect(await text(path + query), query).toBe(without);
      expect(await renders(path.startsWith('/blog/') ? '/blog/:slug' : path)).toBe(before);
    },
  );

  it('is in neither the cached page nor the addresses its scripts request', async () => {
    const secret = 'what-one-visitor-said';
    for (const path of ['/how-it-works', '/blog', '/projects', '/projects.json', '/contact', '/invented-page']) {
      expect(await text(`${path}?x=${secret}&query=${secret}`), path).not.toContain(secret);
    }
  });
});

describe('a personal page', () => {
  // Logged paths are decoded as far as possible.
  const isRequest = (line: LogLine) => /unsubscribe/.test(String(line.path));

  it.each(['/unsubscribe?id=1&token=secret'])('is never cached at %s', async (address) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await get(address);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      await answer.body?.cancel();
    }
    await expect.poll(() => site.lines.filter(isRequest).length).toBeGreaterThan(0);
    expect(site.lines.some((line) => isRequest(line) && line.cached)).toBe(false);
  });
});

describe('a client that exceeds its limit of uncached requests', () => {
  const from = (client: string, path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers: { 'x-forwarded-for': client, ...headers } });

  it('is rejected with a time to retry; other clients and cached responses are not affected', async () => {
    await expect.poll(async () => (await from('192.0.2.9', '/about')).headers.get('etag')).not.toBeNull();
    const statuses: number[] = [];
    for (let index = 0; index < burst + 20; index += 1) statuses.push((await from('192.0.2.1', `/pictures/invented-${index}.svg`)).status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    const page = await from('192.0.2.1', '/projects?q=unknown', { accept: 'text/html' });
    expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([429, '1', 'no-store']);
    expect(await page.text()).toMatch(/<html lang="en-GB">.*<h1>/s);
    const call = await from('192.0.2.1', '/api/v1/projects?q=unknown');
    expect([call.status, call.headers.get('content-type')]).toEqual([429, 'application/problem+json; charset=utf-8']);
    expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);

    for (let index = 0; index < 2 * burst; index += 1) expect((await from('192.0.2.1', `/about?utm_id=${index}`)).status).toBe(200);
    expect((await from('192.0.2.1', '/favicon.svg')).status).toBe(200);
    expect((await from('192.0.2.2', '/projects?q=unknown')).status).toBe(200);
    await expect.poll(() => site.lines.find(({ event }) => event === 'request.limited')?.count).toBeGreaterThan(10);
    const metrics = await (await from('192.0.2.3', '/metrics', { authorization: `Bearer ${token}` })).text();
    expect(Number(/^carma_limited_requests_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(20);

    await expect.poll(async () => (await from('192.0.2.1', '/projects?q=unknown2')).status, { interval: 300 }).toBe(200);
  });
});

describe('a batch costs as much as its calls', () => {
  const calls = Array.from({ length: burst / 4 }, (_, index) => index);
  const names = calls.map(() => 'projects.search').join();
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(calls.map((call) => [call, { json: { limit: 1 } }]))));
  const messages = JSON.stringify(
    calls.map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'none', arguments: {} } })),
  );
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  it.each([
    ['over RPC', (client: object) => fetch(`${site.url}/api/trpc/${names}?batch=1&input=${input}`, { headers: { ...client } })],
    ['over MCP', (client: object) => fetch(`${site.url}/mcp`, { method: 'POST', headers: { ...json, ...client }, body: messages })],
  ])('%s', async (_name, send) => {
    const client = fromAnother();
    const statuses: number[] = [];
    for (let batch = 0; batch < 6; batch += 1) statuses.push((await send(client)).status);
    expect(statuses.slice(0, 4)).not.toContain(429);
    expect(statuses.slice(4)).toEqual([429, 429]);
  });
});
