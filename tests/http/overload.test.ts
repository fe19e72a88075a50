import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { openConnection } from '#tests/support/raw-http.ts';

const connections = 250;
/** A site of its own, which is overloaded. */
const site = ownSite(
  {
    MAX_RENDERS: '4',
    MAX_WAITING_RENDERS: '8',
    RENDER_WAIT_MS: '500',
    METRICS_TOKEN: 'a-token-of-this-test',
    MAX_CONNECTIONS: String(connections),
  },
  'shared',
);
const agent = new Agent({ keepAlive: true, maxSockets: 500 });
/** In ms. On an idle machine it takes a tenth of this. */
const soon = 30_000;
const cachedPaths = ['/', '/credits', '/api/carbon-projects', '/vcs', '/projects'];
type Seen = { status: number; headers: Record<string, string | string[] | undefined>; text: string; ms: number };

beforeAll(async () => {
  // Cached, as on a site that has been up for some seconds; on a busy machine that may take longer than the start.
  for (const path of ['/about', ...cachedPaths])
    await vi.waitFor(async () => expect((await ask(path)).headers.etag).toBeDefined(), { timeout: 20_000 });
});
afterAll(async () => {
  agent.destroy();
});

function ask(path: string, headers: Record<string, string> = { accept: 'text/html, */*' }): Promise<Seen> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Seen>();
  const request = get(site.url + path, { agent, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, ms: performance.now() - startedAt }));
    answer.on('error', reject);
  });
  request.on('error', reject);
  return promise;
}

let number = 0;

describe('more expensive requests than the process can handle', () => {
  it('are answered, or soon rejected with 503 and Retry-After; cached pages and files never are; then all is as before', async () => {
    const before = await memory();
    let isOver = false;
    const seen: Seen[] = [];
    const crowd = Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        while (!isOver) seen.push(await ask(`${index % 3 ? '/projects' : '/api/v1/projects'}?q=crowd${number++}`));
      }),
    );
    const cheap: Seen[] = [];
    const isEnough = () => cheap.length >= 20 && [200, 503].every((one) => seen.filter(({ status }) => status === one).length > 20);
    for (; !isEnough(); await sleep(50)) cheap.push(await ask('/about'), await ask('/livez'));
    isOver = true;
    await crowd;

    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 503]));
    const rejected = seen.filter(({ status }) => status === 503);
    expect(rejected.filter(({ headers }) => headers['retry-after'] !== '5')).toEqual([]);
    const problem = rejected.find(({ text }) => text.startsWith('{'));
    expect(problem?.headers['content-type']).toContain('application/problem+json');
    expect(JSON.parse(problem?.text ?? '{}').code).toMatch(/overloaded|unavailable/);
    expect(problem?.headers['access-control-allow-origin']).toBe('*');
    const page = rejected.find(({ headers }) => headers['content-type']?.includes('text/html'));
    expect(page?.text).toContain('The site is very busy at the moment');
    expect(page?.text).toMatch(/<meta http-equiv="refresh"/);
    expect(page?.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/);
    expect(cheap.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(soon);

    await vi.waitFor(async () => expect((await ask(`/projects?q=calm${number++}`)).status).toBe(200), { timeout: soon });
    expect((await memory()) - before).toBeLessThan(250e6);
    await expect.poll(() => site.lines.some(({ event }) => event === 'request.shed')).toBe(true);
    expect((await ask('/metrics', { authorization: 'Bearer a-token-of-this-test' })).text).toMatch(
      /carma_shed_requests_total\{reason="full"\} \d+/,
    );
  });
});

it('connections above the limit are closed at once, the newest, with a log line; then all is as before', async () => {
  agent.destroy();
  const opened = await Promise.all(Array.from({ length: connections + 40 }, () => openConnection(site.url)));
  for (const socket of opened) socket.resume().on('error', () => {});
  const isOpen = ({ readyState }: Socket) => readyState === 'open';
  await expect.poll(() => opened.filter(isOpen).length).toBeLessThanOrEqual(connections);
  expect(opened.slice(0, connections - 20).every(isOpen)).toBe(true);
  await expect.poll(() => site.lines.some(({ event }) => event === 'connections.dropped')).toBe(true);
  for (const socket of opened) socket.destroy();
  await expect.poll(() => ask('/livez').catch(() => undefined)).toMatchObject({ status: 200 });
});

describe('batches over MCP, whose answer begins before their tools have run', () => {
  it('keep their place until it ends: some are answered, the others rejected', async () => {
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'search_projects', arguments: {} } });
    const body = JSON.stringify(Array.from({ length: 10 }, (_, id) => call(id)));
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await fetch(`${site.url}/mcp`, { method: 'POST', headers, body })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
});

/** Returns the site's resident memory in bytes. */
async function memory(): Promise<number> {
  const { text } = await ask('/metrics', { authorization: 'Bearer a-token-of-this-test' });
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}
