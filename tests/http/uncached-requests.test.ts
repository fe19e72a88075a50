import { describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';

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

describe('a parameter that a page does not read', () => {
  it('is in neither the cached page nor the addresses its scripts request', async () => {
    const secret = 'what-one-visitor-said';
    for (const path of ['/how-it-works', '/blog', '/projects', '/projects.json', '/contact', '/invented-page']) {
      expect(await text(`${path}?x=${secret}&query=${secret}`), path).not.toContain(secret);
    }
  });
});

describe('a client that exceeds its limit of uncached requests', () => {
  const from = (client: string, path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers: { 'x-forwarded-for': client, ...headers } });

  it('is rejected with a time to retry; other clients and cached responses are not affected', async () => {
    await expect.poll(async () => (await from('192.0.2.9', '/about')).headers.get('etag')).not.toBeNull();
    const statuses: number[] = [];
    for (let index = 0; index < 2 * burst; index += 1) statuses.push((await from('192.0.2.1', `/pictures/invented-${index}.svg`)).status);
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
