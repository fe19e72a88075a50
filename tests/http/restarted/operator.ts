import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get as getOver } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { parse } from 'node-html-parser';
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { findPostmaster } from '#db/embedded/postmaster.ts';
import { ownTables } from '#shared/content/record/index.ts';
import { site as texts } from '#shared/content/site.ts';
import { like } from '#tests/support/matchers.ts';
import { halfMinute } from '#tests/support/own-site.ts';
import { lockTable } from '#tests/support/projects.ts';
import { sendRaw } from '#tests/support/raw-http.ts';
import { startSite } from '#tests/support/site.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { database, folder, from, get, metric, post, publicUrl, scrape, site, start, text, token } from './site.ts';

/** Limits of a client: responses made for it at once, and its requests in a minute. */
const [burst, perMinute] = [40, 60];
/** What is said of the company and of orders: the setting, its value, and how a page names it and says it, if not by that value. */
const stated: [setting: string, value: string, name: string, text?: string][] = [
  ['CONTACT_NAME', 'Grace Hopper', 'Contact'],
  ['CONTACT_TELEPHONE', '+44 (0)20 7946-0000', 'Telephone'],
  ['REGISTERED_OFFICE', '1 Mill Lane, Leeds', 'Registered office'],
  ['COMPANY_NUMBER', '01234567', 'Company number'],
  ['VAT_NUMBER', 'GB 123 4567 89', 'VAT number'],
  ['QUOTE_VALID_DAYS', '7', 'Quoted prices hold for', '7 days from the day you ask'],
  ['MINIMUM_ORDER_TONNES', '25', 'Minimum order', '25 tonnes'],
  ['VOLUME_TERMS', 'On request', 'Larger volumes'],
  ['PAYMENT_TERMS', 'Within 30 days', 'Payment and due date'],
  ['PURCHASE_ORDER_TERMS', 'Send yours', 'Purchase orders'],
  ['E_INVOICE_TERMS', 'By Peppol', 'E-invoices'],
  ['SAMPLE_CONTRACT_URL', 'https://contract.example/', 'Contract, and who signs it', 'Sample contract'],
  ['SERIALS_WITHIN_DAYS', '3', 'Serial numbers', 'Within 3 days of payment'],
];
/** As an operator sets a site up: on a new database, which it migrates as its owner, with limits of its own. */
beforeAll(() =>
  start({
    ...{ DATABASE_OWNER_URL: database.ownerUrl, databaseReadLimitMs: '20000', SHUTDOWN_DELAY_MS: '2000' },
    ...{ RATE_LIMIT_PER_ADDRESS_PER_HOUR: '2', RATE_LIMIT_GLOBAL_PER_HOUR: '4', apiRequestsPerMinute: String(perMinute) },
    ...{ uncachedRatePerSecond: '1', uncachedBurst: String(burst) },
    ...{ HIDDEN_CLAIMS: 'testimonials', CHAIN_EXPLORER_URL: 'https://chain.example/', MESSAGE_RETENTION_MONTHS: '12' },
    ...Object.fromEntries(stated),
  }),
);

let visitors = 0;
/** Returns what a visitor gets who has asked for nothing else. */
async function firstVisit(path: string): Promise<string> {
  const answer = await from(`198.51.100.${++visitors % 250}`, path);
  expect(answer.status, path).toBe(200);
  return answer.text();
}

it.skipIf(process.platform !== 'linux')('the site migrates with the owner’s address, and serves without it', async () => {
  const environment = readFileSync(`/proc/${site.process.pid}/environ`, 'utf8').split('\0');
  for (const line of [`DATABASE_URL=${database.url}`, 'DATABASE_OWNER_URL=']) expect(environment).toContain(line);
  // All of them, though the process replaces itself while lines are buffered.
  expect(site.lines.filter(({ event }) => event === 'database.migrated')).toHaveLength(readdirSync('db/migrations').length);
  expect(await metric('carma_record_tables_owned')).toBe(0);
  expect(site.lines.some(({ event }) => event === 'record.owned')).toBe(false);
  expect(await firstVisit('/record')).not.toContain(ownTables);
});

it('/metrics reports requests by route, renders, queries, the pool and the event loop, and all that an alert asks for', async () => {
  for (const path of ['/credits', '/credits', '/blog/no-such-article', '/no-such-page', '/api/carbon-projects'])
    await (await from('192.0.2.30', path)).text();
  const text = await (await scrape()).text();
  for (const expected of [
    ...['http_request_duration_seconds_count{route="/credits",status="2xx"} 2', 'event_loop_utilisation 0'],
    ...['http_request_duration_seconds_count{route="/blog/:slug",status="4xx"} 1', 'database_pool_size 10'],
    ...['http_request_duration_seconds_count{route="other",status="4xx"} 1', 'database_up 1', 'database_writable 1'],
    ...['render_duration_seconds_count{route="/credits"} ', 'database_connections{application="carma-site",state='],
    'database_query_duration_seconds_count{query="select carbon_projects"} ',
  ])
    expect(text).toContain(`carma_${expected}`);
  expect(text).not.toMatch(/no-such/);
  const asked = [...readFileSync('deploy/prometheus-alerts.yml', 'utf8').matchAll(/\bcarma_\w+?(?=(?:_bucket|_count)?\b)/g)];
  expect(asked.length).toBeGreaterThan(10);
  for (const [name] of asked) expect(text).toContain(`# TYPE ${name} `);
});

it('/metrics counts each cached response once, however often it is scraped', async () => {
  const hits = () => metric('carma_cached_responses_total\\{kind="hit"\\}');
  const ask = () => from('192.0.2.31', '/robots.txt').then((answer) => answer.text());
  // On a busy machine it may not be kept at once.
  const askAndCount = () => ask().then(hits);
  await expect.poll(askAndCount).toBeGreaterThan(0);
  const before = await hits();
  await ask();
  await scrape();
  await ask();
  expect(await hits()).toBe(before + 2);
});

it('/metrics is served to callers with the token; everyone else gets 404', async () => {
  for (const valid of [`Bearer ${token}`, `bearer ${token}`]) expect((await scrape(valid)).status).toBe(200);
  expect((await from('192.0.2.32', '/metrics')).status).toBe(404);
  for (const invalid of ['Bearer', `Bearer ${token}x`, token, `Basic ${token}`]) expect((await scrape(invalid)).status).toBe(404);
  expect((await fetch(`${inject('siteUrl')}/metrics`, { headers: { authorization: 'Bearer undefined' } })).status).toBe(404);
});

it('an empty catalogue at an address that others can reach stays empty, and the log and the pages say so', async () => {
  const line = site.lines.find(({ event }) => event === 'catalogue.empty');
  expect(line?.msg).toMatch(/catalogue -- import FILE.+npm run db:seed, or SEED_SAMPLES=true$/);
  await expect.poll(async () => (await firstVisit('/projects')).includes('The catalogue has no projects yet.'), halfMinute).toBe(true);
  for (const path of ['/', '/credits', '/projects', '/contact']) {
    const page = await firstVisit(path);
    expect(page, path).not.toContain(texts.samples.text);
    expect(page, path).not.toMatch(/£0\.00|href="\/projects\/[a-z]+-[a-z-]+"/);
  }
  expect(JSON.parse(await firstVisit('/api/carbon-projects'))).toEqual([]);
  expect(await firstVisit('/qms')).not.toMatch(/of the 0|0 of 0/);
  expect(await firstVisit('/impact-hub')).not.toContain('Latest retirement');
  // Each step that the record has says that it has none yet.
  const stepsWithout = async (path: string) => (await firstVisit(path)).match(/(?:Received|Sold|Retired): none yet/g);
  expect(await stepsWithout('/how-it-works')).toEqual(['Sold: none yet', 'Retired: none yet']);
  for (const path of ['/blockchain', '/enterprise/traceability']) expect(await stepsWithout(path), path).toContain('Received: none yet');
});

it('a site says nothing of testimonials that are hidden, says how long it is set to keep messages, and leads to the explorer of the chain beside the record', async () => {
  const main = async (path: string) => parse(await firstVisit(path)).querySelector('main');
  for (const path of ['/resources', '/enterprise']) expect((await main(path))?.innerHTML, path).not.toMatch(/testimonials/i);
  expect((await main('/privacy'))?.text).toContain('up to 12 months');
  const verification = (await main('/blockchain'))?.querySelector('#public-verification');
  expect(verification?.querySelectorAll('a').map((link) => link.getAttribute('href'))).toEqual(['/record', 'https://chain.example/']);
});

it('a site states what is set of the company and of orders, each under its name', async () => {
  const pages = await Promise.all(['/contact', '/how-it-works'].map(async (path) => parse(await firstVisit(path))));
  const shown = new Map(pages.flatMap((page) => page.querySelectorAll('dt').map((name) => [name.text, name.nextElementSibling] as const)));
  const texts = stated.map(([, , name]) => [name, shown.get(name)?.text]);
  expect(texts).toEqual(stated.map(([, value, name, text = value]) => [name, text]));
  const links = ['Telephone', 'Contract, and who signs it'].map((name) => shown.get(name)?.querySelector('a')?.getAttribute('href'));
  expect(links).toEqual(['tel:+442079460000', 'https://contract.example/']);
});

/** Sends a message from an address, in front of which the client has put another. */
const send = (address: string) =>
  post('/api/contact', { name: 'Office Person', email: 'office@limits.example' }, { 'x-forwarded-for': `6.6.6.6, ${address}` });

/**
 * Asks until a request is refused, at most 50 times: on a busy machine a few more are allowed meanwhile. Returns the last response.
 * @param ask asks for another address each time, by its number: the one before may be cached by then, and is not counted.
 */
async function untilRefused(ask: (time: number) => Promise<Response>): Promise<Response> {
  let response = await ask(0);
  for (let more = 1; more < 50 && response.status === 200; more += 1) response = await ask(more);
  return response;
}

it('the limits of an address and of the site are counted where all instances see it, and explain themselves to a person', async () => {
  expect([(await send('10.0.0.1')).status, (await send('10.0.0.1')).status]).toEqual([201, 201]);
  const rejected = await send('10.0.0.1');
  expect(rejected.status).toBe(429);
  const seconds = Number(rejected.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(rejected.headers.get('ratelimit')).toMatch(new RegExp(`^"messages";r=0;t=${seconds},`));
  expect(rejected.headers.get('ratelimit-policy')).toMatch(/^"messages";q=2;w=3600,/);
  const { detail } = await rejected.json();
  expect(detail).toMatch(new RegExp(`^Your network has sent us a lot.* Please try again in ${Math.ceil(seconds / 60)} minutes?\\.$`));
  expect([(await send('10.0.0.2')).status, (await send('10.0.0.3')).status]).toEqual([201, 201]);
  expect(await database.query('select 1 from messages')).toHaveLength(4);
  const counted = await database.query<{ subject: string; hits: number }>('select subject, hits from rate_limits order by hits');
  expect([counted.at(-1), ...counted.slice(0, -1).map(({ hits }) => hits)]).toEqual([{ subject: 'all', hits: 4 }, 1, 1, 3]);
  const person = { name: 'Office Person', email: 'office@limits.example' };
  const overRpc = await post('/api/trpc/contact.send', { json: person }, { 'x-forwarded-for': '10.0.0.1' });
  expect([overRpc.status, overRpc.headers.get('ratelimit')]).toEqual([429, like(/^"messages";r=0;t=\d{2,4},/)]);
});

it('the limits of the site never reject a message: it is stored, and held instead of mailed', async () => {
  // The fifth message: with the four of the test above the limit of the site is reached.
  expect((await send('10.0.0.4')).status).toBe(201);
  const states = await database.query(
    'select state from deliveries join messages on messages.id = message_id order by messages.created_at desc limit 2',
  );
  expect(states).toEqual([{ state: 'held' }, { state: 'held' }]);
  await expect.poll(() => site.lines.filter(({ event }) => event === 'messages.over-limit')).toHaveLength(1);
});

it('the limits of requests are readable by scripts on other sites, and do not count preflight requests', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  const ask = (init: RequestInit = { headers }, path = '/api/carbon-projects') => from('10.0.0.9', path, init);
  const preflight = () => ask({ method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'GET' } });
  for (let turn = 0; turn < perMinute; turn += 1) {
    await preflight();
    expect((await ask()).status).toBe(200);
  }
  // It is the client that is counted, whatever it asks for.
  const rejected = await untilRefused(() => ask({ headers }, '/api/openapi.json'));
  expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
  expect(rejected.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const allowed = await preflight();
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});

it('the limits of responses that are made reject a client with a time to retry; other clients and cached responses are not affected', async () => {
  await expect.poll(async () => (await from('192.0.2.9', '/about')).headers.get('etag')).not.toBeNull();
  const statuses: number[] = [];
  for (let index = 0; index < 2 * burst; index += 1) statuses.push((await from('192.0.2.1', `/pictures/invented-${index}.svg`)).status);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  const page = await untilRefused((time) => from('192.0.2.1', `/projects?q=unknown${time}`, { headers: { accept: 'text/html' } }));
  expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([429, '1', 'no-store']);
  expect(await page.text()).toMatch(/<html lang="en-GB">.*<h1>/s);
  const call = await untilRefused((time) => from('192.0.2.1', `/api/v1/projects?q=unknown${time}`));
  expect([call.status, call.headers.get('content-type')]).toEqual([429, 'application/problem+json; charset=utf-8']);
  expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);

  for (let index = 0; index < 2 * burst; index += 1) expect((await from('192.0.2.1', `/about?utm_id=${index}`)).status).toBe(200);
  expect((await from('192.0.2.1', '/favicon.svg')).status).toBe(200);
  expect((await from('192.0.2.2', '/projects?q=unknown')).status).toBe(200);
  await expect.poll(() => site.lines.some(({ event }) => event === 'request.limited')).toBe(true);
  expect(await metric('carma_limited_requests_total')).toBeGreaterThan(20);
  await expect.poll(async () => (await from('192.0.2.1', '/projects?q=later')).status, { interval: 300 }).toBe(200);
});

it('the limits of responses that are made count a batch as its calls, over RPC and over MCP', async () => {
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

it('behind TLS every response asks for it for months, also one that Node itself writes, and the cookie of a shortlist goes over it alone', async () => {
  const ask = (request: string) => sendRaw(site.url, `${request}\r\nConnection: close\r\n\r\n`);
  const at = (path: string) => `GET ${path} HTTP/1.1\r\nHost: carma.example`;
  for (const request of [at('/'), 'GET / HTTP/1.1', 'nonsense', at('/.env')]) {
    const { headers } = await ask(request);
    const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(headers.get('strict-transport-security') ?? '') ?? [];
    expect(Number(seconds), request).toBeGreaterThanOrEqual(15_768_000);
  }
  const edited = await ask(at('/shortlist?add=oak'));
  expect(edited.headers.get('set-cookie')).toMatch(/^shortlist=.*; Secure/);
});

it('the process logs one JSON line per request, with method, path without query, status, duration and id', async () => {
  for (const check of ['/livez', '/readyz?exclude=postgres']) await text(check);
  const answer = await get('/credits?email=ada');
  await answer.text();
  await text('/no-such-page');
  const requests = () => site.lines.filter(({ event }) => event === 'request');
  // Requests are logged in order.
  await expect.poll(() => requests().at(-1)?.path).toBe('/no-such-page');
  const lines = requests();
  // Proxies ask every second, so these are logged at level debug.
  expect(lines.filter(({ path }) => path === '/livez' || path === '/readyz')).toEqual([]);
  const [requestId, durationMs] = [answer.headers.get('x-request-id'), expect.any(Number)];
  expect(lines.slice(-2)).toMatchObject([
    { method: 'GET', path: '/credits', status: 200, durationMs, requestId },
    { path: '/no-such-page', status: 404 },
  ]);
});

it('the process about to stop says so, answers for the last time until a load balancer has noticed, finishes what is in flight, and exits 0', async () => {
  const ready = async (query = '') => (await get(`/readyz${query}`)).status;
  expect([await ready(), await ready('?exclude=postgres')]).toEqual([200, 200]);
  const [kept, fresh] = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true })];
  const before = await askOnce(kept, `${site.url}/about`);
  expect(before.status).toBe(200);
  // A cached response relies on HTTP/1.1's default.
  expect(['', 'keep-alive']).toContain(before.connection);
  const sql = database.connect();
  const unlock = await lockTable(sql);
  // A failure must not hold up the tests that follow.
  onTestFinished(async () => void (await unlock()));
  // Neither is cached: both wait for the lock.
  const page = await get('/projects?view=cards&sort=price');
  const call = get('/api/v1/projects?sort=price');
  const startedAt = performance.now();
  const exit = site.stop('SIGTERM');
  await expect.poll(() => site.lines.some(({ event }) => event === 'site.stopping'), { interval: 5 }).toBe(true);
  expect(await askOnce(kept, `${site.url}/about`)).toMatchObject({ status: 200, connection: 'close', isReused: true });
  expect([await ready(), await ready('?exclude=postgres')]).toEqual([503, 503]);
  expect(await askOnce(fresh, `${site.url}/about`)).toMatchObject({ status: 200, connection: 'close', isReused: false });
  await expect.poll(() => askOnce(kept, `${site.url}/about`)).toMatchObject({ code: 'ECONNREFUSED' });
  expect(performance.now() - startedAt).toBeGreaterThan(2_000);
  await unlock();
  await sql.end();
  expect(await page.text()).toContain('The catalogue has no projects yet.');
  expect((await call).status).toBe(200);
  expect(await exit).toBe(0);
  for (const agent of [kept, fresh]) agent.destroy();
});

it('a site whose port another has names that alone as the reason why it does not start', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder.path, PUBLIC_URL: publicUrl, PORT: String(port) };
  await expect(startSite(settings)).rejects.toThrow(/exited with 1: .*"event":"listen.failed"/);
});

it('a site that is stopped while it starts stops the PostgreSQL that it has started, and exits 0', async () => {
  const data = await folderOfTest();
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: data };
  const starting = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  starting.stdout.on('data', (lines) => String(lines).includes('"database.started"') && starting.kill('SIGTERM'));
  expect(await once(starting, 'exit')).toEqual([0, null]);
  expect(findPostmaster(path.join(data, 'postgres'))).toBeUndefined();
});

/** Requests a URL and reads the response to its end, or returns the error code. */
function askOnce(agent: Agent, url: string) {
  const { promise, resolve } = Promise.withResolvers<{ status?: number; connection?: string; code?: string; isReused: boolean }>();
  const end = (outcome: { status?: number; connection?: string; code?: string }) => resolve({ ...outcome, isReused: request.reusedSocket });
  const request = getOver(url, { agent }, (answer) => {
    const { statusCode: status = 0, headers } = answer;
    answer.resume();
    answer.on('end', () => end({ status, connection: headers.connection ?? '' }));
    answer.on('error', () => end({ code: 'CUT_OFF' }));
  });
  request.on('error', ({ code = 'UNKNOWN' }: NodeJS.ErrnoException) => end({ code }));
  return promise;
}
