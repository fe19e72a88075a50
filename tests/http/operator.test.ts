import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { sendRaw } from '#tests/support/raw-http.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';

const token = 'a-token-for-prometheus';
const [burst, perMinute] = [40, 100];
const settings = {
  TRUST_PROXY: 'true',
  PUBLIC_URL: 'https://carma.example',
  METRICS_TOKEN: token,
  RATE_LIMIT_PER_ADDRESS_PER_HOUR: '2',
  RATE_LIMIT_GLOBAL_PER_HOUR: '4',
  RATE_LIMIT_REQUESTS_PER_MINUTE: String(perMinute),
  UNCACHED_RATE_PER_SECOND: '1',
  UNCACHED_BURST: String(burst),
};
/** A site as an operator sets it up behind a proxy, whose limits others must not meet; and another instance of it. */
const site = ownSite(settings);
let second: RunningSite;
beforeAll(async () => {
  second = await startSite({ ...settings, DATABASE_URL: site.databaseUrl() });
});
afterAll(() => second.stop());

const from = (client: string, path: string, { headers = {}, ...init }: RequestInit = {}) =>
  site.get(path, { ...init, headers: { 'x-forwarded-for': client, ...headers } });
const scrape = async (authorization = `Bearer ${token}`) => from('192.0.2.3', '/metrics', { headers: { authorization } });
const metric = async (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await scrape()).text())?.[1]);

describe('/metrics', () => {
  it('reports requests by route, renders, queries, mails, the pool, the event loop and memory', async () => {
    for (const path of ['/credits', '/credits', '/blog/no-such-article', '/no-such-page', '/api/carbon-projects'])
      await (await from('192.0.2.30', path)).text();
    const text = await (await scrape()).text();
    for (const expected of [
      'carma_http_request_duration_seconds_count{route="/credits",status="2xx"} 2',
      'carma_http_request_duration_seconds_count{route="/blog/:slug",status="4xx"} 1',
      'carma_http_request_duration_seconds_count{route="other",status="4xx"} 1',
      'carma_render_duration_seconds_count{route="/credits"} ',
      'carma_database_query_duration_seconds_count{query="select carbon_projects"} ',
      'carma_database_pool_size 10',
      'carma_database_up 1',
      'carma_database_connections{application="carma-site",state=',
      'carma_event_loop_utilisation 0',
      'nodejs_eventloop_lag_p99_seconds ',
      'process_resident_memory_bytes ',
    ])
      expect(text).toContain(expected);
    expect(text).not.toMatch(/no-such/);
  });

  it('counts each cached response once, however often it is scraped', async () => {
    const hits = () => metric('carma_cached_responses_total\\{kind="hit"\\}');
    const ask = () => from('192.0.2.31', '/robots.txt').then((answer) => answer.text());
    await ask();
    const before = await hits();
    await ask();
    await ask();
    expect(await hits()).toBe(before + 2);
    await ask();
    expect(await hits()).toBe(before + 3);
  });

  it('is served to callers with the token; everyone else gets 404', async () => {
    expect((await scrape()).status).toBe(200);
    expect((await from('192.0.2.32', '/metrics')).status).toBe(404);
    for (const invalid of ['Bearer', `Bearer ${token}x`, token, `Basic ${token}`]) expect((await scrape(invalid)).status).toBe(404);
    expect((await fetch(`${inject('siteUrl')}/metrics`, { headers: { authorization: 'Bearer undefined' } })).status).toBe(404);
  });
});

const post = (address: string, at = site.url) =>
  fetch(`${at}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `6.6.6.6, ${address}` },
    body: JSON.stringify({ name: 'Office Person', email: 'office@limits.example' }),
  });

describe('the limits', () => {
  it('of an address and of the site apply across instances, and explain themselves to a person', async () => {
    expect([(await post('10.0.0.1')).status, (await post('10.0.0.1', second.url)).status]).toEqual([201, 201]);
    const rejected = await post('10.0.0.1');
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await rejected.json()).detail).toMatch(/^We have had a lot of messages.* Please try again in \d+ minutes?\.$/);
    expect([(await post('10.0.0.2', second.url)).status, (await post('10.0.0.3', second.url)).status]).toEqual([201, 201]);
    expect(await site.sql()`select 1 from messages`).toHaveLength(4);
  });

  it('of the site never reject a message: it is stored, and held instead of mailed', async () => {
    expect((await post('10.0.0.4')).status).toBe(201);
    const states = await site.sql()<{ state: string }[]>`
      select mail.state
      from deliveries as mail
      join messages as message on message.id = mail.message_id
      order by message.created_at desc
      limit 2
    `;
    expect(states.map(({ state }) => state)).toEqual(['held', 'held']);
    await expect.poll(() => site.lines.filter(({ event }) => event === 'messages.over-limit')).toHaveLength(1);
  });

  it('of an IPv6 address apply to its networks: /64, twice as much for a /56, four times for a /48', async () => {
    const statuses: number[] = [];
    // Two messages from a /64, four from a /56, eight from the /48.
    for (const subnet of [0, 0, 0, 1, 1, 2, 0x100, 0x100, 0x200, 0x200, 0x300])
      statuses.push((await post(`2001:db8:77:${subnet.toString(16)}::1`)).status);
    expect(statuses).toEqual([201, 201, 429, 201, 201, 429, 201, 201, 201, 201, 429]);
  });

  it('of requests are readable by scripts on other sites, and do not count preflight requests', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const ask = (init: RequestInit = { headers }) => from('10.0.0.9', '/api/carbon-projects', init);
    const preflight = () => ask({ method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'GET' } });
    for (let turn = 0; turn < perMinute; turn += 1) {
      await preflight();
      expect((await ask()).status).toBe(200);
    }
    let rejected = await ask();
    // On a busy machine a few are allowed again meanwhile.
    for (let more = 0; more < perMinute && rejected.status === 200; more += 1) rejected = await ask();
    expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
    expect(rejected.headers.get('access-control-expose-headers')).toMatch(/Retry-After/);
    expect(rejected.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const allowed = await preflight();
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it('of responses that are made reject a client with a time to retry; other clients and cached responses are not affected', async () => {
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
    expect(await metric('carma_limited_requests_total')).toBeGreaterThan(20);
    await expect.poll(async () => (await from('192.0.2.1', '/projects?q=unknown2')).status, { interval: 300 }).toBe(200);
  });

  it('of responses that are made count a batch as its calls, over RPC and over MCP', async () => {
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
});

describe('behind TLS', () => {
  const ask = (request: string) => sendRaw(site.url, `${request}\r\nConnection: close\r\n\r\n`);
  const home = 'GET / HTTP/1.1\r\nHost: carma.example';

  it('the home page has what Mozilla’s Observatory gives 130 points for', async () => {
    const { headers, body } = await ask(home);
    const policy = headers.get('content-security-policy') ?? '';
    const directives = policy.split(';').map((directive) => directive.trim());
    expect(directives).toContain("default-src 'none'");
    expect(new Set(directives.map((directive) => directive.split(' ')[0])).size).toBe(directives.length);
    // A streamed page allows its scripts by nonce, a cached one by origin.
    expect(policy).toMatch(/; script-src (?:'self'|'nonce-[-0-9a-f]{36}' 'strict-dynamic')(?: 'sha256-\S{44}'){2}; style-src 'self'/);
    // The one other origin is the marketplace's, to which a button leads.
    expect(policy.replace(/form-action 'self' https:\S+/, '')).not.toMatch(/unsafe-|https?:|\*/);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    // No deductions: HSTS of six months or more, nosniff, no cookies, no open CORS, scripts only from this origin.
    expect(Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])).toBeGreaterThanOrEqual(15_768_000);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(['set-cookie', 'access-control-allow-origin'].filter((name) => headers.has(name))).toEqual([]);
    expect([...body.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src).filter((src) => !src?.startsWith('/'))).toEqual([]);
  });

  it('responses written by Node itself carry Strict-Transport-Security too', async () => {
    for (const request of ['GET / HTTP/1.1', 'nonsense', 'GET /.env HTTP/1.1\r\nHost: carma.example'])
      expect((await ask(request)).headers.get('strict-transport-security')).toMatch(/^max-age=\d+; includeSubDomains$/);
  });
});
