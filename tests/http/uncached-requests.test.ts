import { expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';

const token = 'a-token-for-this-test';
const burst = 40;
const site = ownSite({ METRICS_TOKEN: token, TRUST_PROXY: '1', UNCACHED_RATE_PER_SECOND: '1', UNCACHED_BURST: String(burst) });

const from = (client: string, path: string, { headers = {}, ...init }: { headers?: object; method?: string; body?: string } = {}) =>
  fetch(site.url + path, { ...init, headers: { 'x-forwarded-for': client, ...headers } });

it('a client that exceeds its limit of uncached requests is rejected with a time to retry; other clients and cached responses are not affected', async () => {
  await expect.poll(async () => (await from('192.0.2.9', '/about')).headers.get('etag')).not.toBeNull();
  const statuses: number[] = [];
  for (let index = 0; index < 2 * burst; index += 1) statuses.push((await from('192.0.2.1', `/pictures/invented-${index}.svg`)).status);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  const page = await from('192.0.2.1', '/projects?q=unknown', { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([429, '1', 'no-store']);
  expect(await page.text()).toMatch(/<html lang="en-GB">.*<h1>/s);
  const call = await from('192.0.2.1', '/api/v1/projects?q=unknown');
  expect([call.status, call.headers.get('content-type')]).toEqual([429, 'application/problem+json; charset=utf-8']);
  expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);

  for (let index = 0; index < 2 * burst; index += 1) expect((await from('192.0.2.1', `/about?utm_id=${index}`)).status).toBe(200);
  expect((await from('192.0.2.1', '/favicon.svg')).status).toBe(200);
  expect((await from('192.0.2.2', '/projects?q=unknown')).status).toBe(200);
  await expect.poll(() => site.lines.some(({ event }) => event === 'request.limited')).toBe(true);
  const metrics = await (await from('192.0.2.3', '/metrics', { headers: { authorization: `Bearer ${token}` } })).text();
  expect(Number(/^carma_limited_requests_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(20);

  await expect.poll(async () => (await from('192.0.2.1', '/projects?q=unknown2')).status, { interval: 300 }).toBe(200);
});

it('a batch costs as much as its calls, over RPC and over MCP', async () => {
  const calls = Array.from({ length: burst / 4 }, (_, index) => index);
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(calls.map((call) => [call, { json: { limit: 1 } }]))));
  const rpc = `/api/trpc/${calls.map(() => 'projects.search').join()}?batch=1&input=${input}`;
  const body = JSON.stringify(calls.map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'none', arguments: {} } })));
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  for (const [client, path, init] of [
    ['192.0.2.4', rpc, {}],
    ['192.0.2.5', '/mcp', { method: 'POST', headers: json, body }],
  ] as const) {
    const statuses: number[] = [];
    for (let batch = 0; batch < 6; batch += 1) statuses.push((await from(client, path, init)).status);
    expect([statuses.slice(0, 4).includes(429), statuses.slice(4)], path).toEqual([false, [429, 429]]);
  }
});
