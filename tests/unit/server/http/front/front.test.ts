import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { routes } from '#server/api/routes.ts';
import { addresses, addressFinder } from '#server/http/addresses.ts';
import { guardConnections } from '#server/http/front/connections.ts';
import { createFront, loggablePath, requestIds } from '#server/http/front/front.ts';
import { createResponseCache, openBuildFiles } from '#server/http/front/ready-responses.ts';
import { readWhole } from '#server/http/front/whole-response.ts';
import type { VersionWatch } from '#server/platform/database/data-version.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { failedWrites } from '#server/platform/metrics.ts';
import { markResponse } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { lastKnownSlot } from '#shared/lib/protocol/elements.ts';
import { referenceOf } from '#shared/lib/text/reference.ts';
import { listenOn } from '#tests/support/free-port.ts';
import { passLimits } from '#tests/support/limits.ts';
import { sendRaw } from '#tests/support/raw-http.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

/** The version of the data and the last that was told, as a test sets them, and what asks for it. */
let version: string | undefined;
let versionLastTold: string | undefined;
const ask = vi.fn(async () => {});
const answeredAt = new Date('2026-11-26T09:00:00Z');
let shownOnEveryPage: string;
const watch = {
  current: () => version,
  lastAnswer: () => ({ version: versionLastTold, at: answeredAt }),
  ask,
} as unknown as VersionWatch;

const addressAt = addressFinder(['a.tsx', 'b.tsx', 'record/entries/[index].tsx']);

type Make = (request: Request, bindings: AppEnv['Bindings']) => Response | Promise<Response>;
/** How often the app has made each path. */
let made: Record<string, number>;

const script = 'console.log(1)';
const scriptFile = await readWhole(new Response(script, { headers: { 'cache-control': 'public', 'content-type': 'text/javascript' } }));

/** Starts a site whose app answers with `make`, and whose build is one file. Returns a function that asks for a path. */
async function siteWith(make: Make) {
  const cache = createResponseCache({ bytes: 1_000_000, addressAt, version: watch, shownOnEveryPage: () => shownOnEveryPage });
  const file = (path: string) => (path === '/assets/app.js' ? scriptFile : undefined);
  const app = {
    fetch: (request: Request, bindings: AppEnv['Bindings']) => {
      const { pathname } = new URL(request.url);
      made[pathname] = (made[pathname] ?? 0) + 1;
      return make(request, bindings);
    },
  };
  const server = createServer(createFront({ file, app, version: watch, addressAt, cache }));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${await listenOn(server)}`;
  const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });
  return { get, url, cache, text: async (path: string, init?: RequestInit) => (await get(path, init)).text() };
}

const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache' };
/** A page that has been made whole. */
const page = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { ...html, 'content-length': String(Buffer.byteLength(text)), ...headers } });
/** Notes that the database was asked, as the database layer does. */
const fromData = (response: Response) => {
  markResponse({ usesDatabase: true });
  return response;
};

/** A page that lacks a part, because the database did not give it. */
const incomplete = (text: string) => {
  markResponse({ isIncomplete: true });
  return page(text);
};

beforeEach(() => {
  version = '1:1';
  versionLastTold = '1:1';
  shownOnEveryPage = 'nothing';
  made = {};
  ask.mockClear();
});

it('a response for a certificate, an entry or a page without a query is kept, whatever queries are invented', async () => {
  const cache = createResponseCache({ bytes: limits.cacheBytes, addressAt, version: watch, shownOnEveryPage: () => '' });
  const response = await readWhole(page('x'.repeat(20_000)));
  const kept = ['/a', '/projects', '/shortlist', '/certificates/CR-000001', '/certificates/CR-000001.json', '/record/entries/0'];
  for (const address of kept) expect(cache.reserve()(address, response)).toBe(true);
  const reading = [...Object.keys(addresses).filter((pattern) => addresses[pattern]?.reads), ...routes.map(({ path }) => path)];
  const invented = (number: number) => `${reading[number % reading.length]?.replaceAll(/:\w+|\*/g, String(number))}?q=${number}`;
  for (let number = 0; number < 50_000; number += 1) cache.reserve()(invented(number), response);
  expect(kept.filter((address) => !cache.current(address))).toEqual([]);
  // The invented ones have a room of their own, and it is full.
  expect([cache.current(invented(0)), cache.current(invented(49_999))]).toEqual([undefined, response]);
});

it('a response is made once, and has the same headers whether it was made or kept, but for its id', async () => {
  const site = await siteWith(() => page('about', { 'x-own': 'kept' }));
  const [first, second] = [await site.get('/about'), await site.get('/about')];
  const withoutId = ({ headers }: Response) => [...headers].filter(([name]) => !/^(?:x-request-id|date)$/.test(name));
  expect(withoutId(first)).toEqual(withoutId(second));
  expect(first.headers.get('x-content-type-options')).toBe('nosniff');
  expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  expect(made).toEqual({ '/about': 1 });
});

it('a response to HEAD, of a page that was never asked for, has the length and ETag of the response to GET, and is kept for it', async () => {
  const site = await siteWith((request) => page(`page for ${request.method}`));
  const head = await site.get('/about', { method: 'HEAD' });
  const get = await site.get('/about');
  const [described, expected] = [head, get].map(({ headers }) => [headers.get('content-length'), headers.get('etag')]);
  expect(described).toEqual(expected);
  expect([described?.[0], await head.text(), await get.text()]).toEqual(['12', '', 'page for GET']);
  expect(made['/about']).toBe(1);
});

it('a response is made once for concurrent requests', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const site = await siteWith(async () => {
    await promise;
    return page('slow');
  });
  const requests = Array.from({ length: 10 }, () => site.text('/slow'));
  await expect.poll(() => made['/slow']).toBe(1);
  resolve();
  expect(new Set(await Promise.all(requests))).toEqual(new Set(['slow']));
  expect(made['/slow']).toBe(1);
});

it.each<[string, () => Response]>([
  ['is not 200', () => new Response('missing', { status: 404, headers: html })],
  ['is for one client', () => page('mine', { 'cache-control': 'private, no-store' })],
  ['sets a cookie', () => page('mine', { 'set-cookie': 'a=b' })],
  ['lacks a part', () => incomplete('half')],
])('a response that %s is made for each request', async (_, make) => {
  const site = await siteWith(make);
  for (const turn of [1, 2]) {
    await site.text('/page');
    expect(made['/page']).toBe(turn);
  }
});

it.each([
  ['until the version changes, and one without data beyond that', (turn: number) => (version = `1:${turn}`), 1],
  ['until the next day, because pages show dates', (turn: number) => vi.setSystemTime(new Date(`2026-11-2${turn}T12:00:00Z`)), 2],
  ['until the next day of UTC, too', (turn: number) => vi.setSystemTime(new Date(`2026-07-02T0${turn - 1}:30:00+01:00`)), 2],
])('a response made from data is kept %s', async (_until, begin, madeWithoutData) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const site = await siteWith((request) => (request.url.endsWith('/about') ? page('about') : fromData(page('list'))));
  for (const turn of [1, 1, 2]) {
    begin(turn);
    for (const path of ['/credits', '/about']) await site.text(path);
  }
  expect(made).toEqual({ '/credits': 2, '/about': madeWithoutData });
});

it('a response made from data is sent only after the version has been asked for, whether the request reads or writes', async () => {
  const site = await siteWith((request) => fromData(request.method === 'POST' ? Response.json({}) : page('list')));
  const asks = [() => site.text('/credits'), () => site.text('/api/contact', { method: 'POST', body: '{}' })];
  for (const [times, send] of asks.entries()) {
    const { promise, resolve } = Promise.withResolvers<void>();
    ask.mockReturnValueOnce(promise);
    const sent = send();
    await expect.poll(() => ask.mock.calls).toHaveLength(times + 1);
    expect(await Promise.race([sent, sleep(100)])).toBeUndefined();
    resolve();
    await sent;
  }
  await site.text('/credits');
  expect(ask).toHaveBeenCalledTimes(2);
});

it('a response made from data that was being made during an erasure is neither cached nor shared', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const site = await siteWith(async () => {
    await promise;
    return fromData(page('Ada Lovelace'));
  });
  const first = site.text('/certificates/CR-000001');
  await expect.poll(() => made['/certificates/CR-000001']).toBe(1);
  const waiting = site.text('/certificates/CR-000001');
  site.cache.clear();
  resolve();
  await Promise.all([first, waiting]);
  expect(made['/certificates/CR-000001']).toBe(2);
  await site.text('/certificates/CR-000001');
  expect(site.cache.current('/certificates/CR-000001')?.body.toString()).toBe('Ada Lovelace');
});

/** A body that begins and never ends. */
const endless = () => new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('Loading')) });
const withSlot = `<main>${lastKnownSlot}£28.00</main>`;

it('while the version of the data is not known a cached page is sent with a notice, and must not be stored; the time is that of the last answer, or of the page if it is older than the data', async () => {
  const site = await siteWith(() => fromData(page(withSlot)));
  const before = (await site.get('/credits')).headers.get('etag');
  version = undefined;
  const shown = await site.get('/credits');
  expect(shown.headers.get('carma-last-known')).toBe(answeredAt.toISOString());
  expect([shown.headers.get('cache-control'), shown.headers.get('etag') === before]).toEqual(['no-store', false]);
  expect(await shown.text()).toMatch(/Figures as of .*09:00 UTC/);
  // If that told of newer data, the page was last known to be current when it was made.
  versionLastTold = '1:2';
  const older = await site.get('/credits');
  expect(Date.now() - Date.parse(older.headers.get('carma-last-known') ?? '')).toBeLessThan(60_000);
  expect(made['/credits']).toBe(1);
});

it('while the version of the data is not known data is marked in a header, a file to be saved is made anew, and a page without data is sent as ever', async () => {
  const json = { 'content-type': 'application/json', 'cache-control': 'public, no-cache' };
  const saved = { 'content-disposition': 'attachment; filename="list.csv"' };
  const isFile = ({ url }: Request) => url.endsWith('.csv');
  const site = await siteWith((request) =>
    request.url.endsWith('/about')
      ? page(withSlot)
      : fromData(new Response('[1]', { headers: { ...json, ...(isFile(request) && saved) } })),
  );
  for (const path of ['/api/carbon-projects', '/about', '/record/retirements.csv']) await site.text(path);
  version = undefined;
  const data = await site.get('/api/carbon-projects');
  expect([await data.text(), data.headers.get('cache-control'), data.headers.has('carma-last-known')]).toEqual(['[1]', 'no-store', true]);
  const about = await site.get('/about');
  expect([about.headers.has('carma-last-known'), await about.text()]).toEqual([false, withSlot]);
  // Whoever saves a file sees no header.
  await site.text('/record/retirements.csv');
  expect(made['/record/retirements.csv']).toBe(2);
});

it.each<[string, () => Response]>([
  ['lacks a part', () => incomplete('Error loading projects')],
  ['fails', () => new Response('unavailable', { status: 503, headers: html })],
  ['is late', () => new Response(endless(), { headers: html })],
])('a page that %s after a change gives way to the page before the change, with the notice', async (_, make) => {
  const site = await siteWith((_request, { isOwnRequest }) => {
    if (version === '1:1') return fromData(page(withSlot));
    // Made once more for the cache, it fails as well: else it would take the place of the page before.
    return isOwnRequest ? new Response(null, { status: 503 }) : fromData(make());
  });
  await site.text('/credits');
  version = '1:2';
  const instead = await site.get('/credits');
  expect([instead.status, instead.headers.has('carma-last-known')]).toEqual([200, true]);
  expect(await instead.text()).toContain('£28.00');
});

it('a late page is sent as it is made, with the headers of every response, and made once more, whole, for everybody else', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* inPieces() {
    yield Buffer.from('<h1>List</h1>Loading');
    await promise;
    yield Buffer.from('late');
  }
  const site = await siteWith(async (_, { isOwnRequest }) => {
    if (!isOwnRequest) return new Response(Readable.toWeb(Readable.from(inPieces())) as unknown as BodyInit, { headers: html });
    await promise;
    return page('<h1>List</h1>whole');
  });
  const response = await site.get('/credits', { headers: { 'accept-encoding': 'identity' } });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('Loading');
  resolve();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('late');
  await expect.poll(() => site.text('/credits')).toBe('<h1>List</h1>whole');
  expect(made['/credits']).toBeGreaterThanOrEqual(2);
});

it('a response too large to be kept is compressed while it is sent, with a weak ETag, by which it is known again, as by its date', async () => {
  const [text, etag, date] = ['tonnes '.repeat(200_000), '"list"', 'Tue, 24 Nov 2026 10:00:00 GMT'];
  const site = await siteWith(() => page(text, { 'content-type': 'text/csv', 'last-modified': date, etag }));
  const whole = await site.get('/list', { headers: { 'accept-encoding': 'gzip' } });
  const described = ['etag', 'content-encoding', 'vary', 'content-length'].map((name) => whole.headers.get(name));
  expect(described).toEqual([`W/${etag}`, 'gzip', 'Accept-Encoding', null]);
  expect(await whole.text()).toBe(text);
  const known = await site.get('/list', { headers: { 'if-none-match': `W/${etag}` } });
  expect([known.status, known.headers.get('etag'), known.headers.has('content-length')]).toEqual([304, etag, false]);
  expect((await site.get('/list', { headers: { 'if-modified-since': date } })).status).toBe(304);
  const head = await site.get('/list', { method: 'HEAD' });
  expect([head.headers.get('content-length'), await head.text()]).toEqual([String(text.length), '']);
  // A cache that refreshes what it holds must not take it for the same in any encoding.
  expect([known, head].map(({ headers }) => headers.get('vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding']);
});

it('the log says of a response that its client left before its end, and the metrics count writes that failed, not reads', async () => {
  const info = vi.spyOn(log(), 'info');
  onTestFinished(() => info.mockRestore());
  const site = await siteWith((request) =>
    request.url.endsWith('/endless') ? new Response(endless(), { headers: html }) : new Response('failed', { status: 503 }),
  );
  const leaving = new AbortController();
  await site.get('/endless', { signal: leaving.signal });
  leaving.abort();
  const aborted = expect.objectContaining({ path: '/endless', aborted: true });
  await expect.poll(() => info.mock.calls).toEqual([[aborted]]);
  // The last asks with a body, and stores nothing.
  for (const asked of ['GET /page', 'POST /page', 'POST /mcp']) {
    const [method = '', path = ''] = asked.split(' ');
    await site.text(path, { method });
  }
  const whole = expect.not.objectContaining({ aborted: true });
  await expect.poll(() => info.mock.calls).toEqual([[aborted], [whole], [whole], [whole]]);
  expect((await failedWrites.get()).values).toEqual([{ value: 1, labels: {} }]);
});

it('an address of a file of the build belongs to that file: another spelling or a POST that was answered takes no place of it', async () => {
  const site = await siteWith(() => page('not the file'));
  for (const attack of ['/assets/app.js/', '//assets/app.js', '/assets/APP.js']) await site.text(attack);
  for (const target of ['/assets/app.js#x', '/assets/app.js?#', 'http://elsewhere.example/assets/app.js', '/assets/app.js\\'])
    expect((await sendRaw(site.url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).status, target).toBe(400);
  expect(await site.text('/assets/app.js')).toBe(script);
  expect((await site.get('/assets/app.js', { method: 'POST' })).status).toBe(200);
  expect(await site.text('/assets/app.js')).toBe(script);
});

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${trace}-00f067aa0ba902b7-01`;

it('the ids of a request are the caller’s if they are well formed', () => {
  expect(requestIds({ callerId: '0f8fad5b-d9cb-469f-a165-70867728950e' })).toEqual({ requestId: '0f8fad5b-d9cb-469f-a165-70867728950e' });
  expect(requestIds({ callerId: 'abc-12345678', traceparent: parent })).toEqual({ requestId: 'abc-12345678', traceId: trace });
  expect(requestIds({ traceparent: parent })).toEqual({ requestId: trace, traceId: trace });
  expect(requestIds({ traceparent: `cc-${trace}-00f067aa0ba902b7-01-what-later-versions-add` }).traceId).toBe(trace);
  for (const wrong of [parent.replace('00', 'ff'), `${parent}-more`])
    expect(requestIds({ traceparent: wrong }), wrong).not.toHaveProperty('traceId');
});

const noIds = ['ada@example.com', 'ada.lovelace', 'a b c d e f g h', 'short', 'f'.repeat(65), '"}{"event":"forged"', 'zzzzzzzzzz'];
it.each(noIds)('the ids of a request are generated instead of %j', (callerId) => {
  expect(requestIds({ callerId }).requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
});

it.each([
  ['/projects/glen-carron_2.5', '/projects/glen-carron_2.5'],
  ['/people/ada@example.com/x', '/people/*/x'],
  ['/Ada Lovelace', '/*'],
  [`/quotes/${referenceOf('1a2b3c4d-0000-4000-8000-000000000000')}-${'0'.repeat(32)}`, '/quotes/*'],
  [`/x/q-1a2b3c4d-${'0'.repeat(32)}.`, '/x/*'],
  [`/${'a'.repeat(65)}/x`, '/*/x'],
  ['/a'.repeat(101), '/a'.repeat(100)],
  ['/\r\n{"event":"forged"}', '/*'],
])('a path in the log %j is logged as %j', (path, logged) => {
  expect(loggablePath(path)).toBe(logged);
});

it('a connection on which nothing moves is closed, also while its request is answered', async () => {
  passLimits({ stalledTimeoutMs: 200 });
  const server = createServer((request, response) => request.url === '/moves' && void setTimeout(() => response.end('made'), 100));
  guardConnections(server);
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${await listenOn(server)}`;
  const send = (path: string) => sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect((await send('/moves')).body).toContain('made');
  expect((await send('/stalls')).status).toBe(0);
});

it.each(['LICENCE', 'picture.psd'])('a build with a file of unknown type is not served at all: %s', async (name) => {
  const folder = await folderOfTest();
  const open = () => openBuildFiles(folder, addressAt);
  await writeFile(`${folder}/page.js`, '');
  expect(open).not.toThrow();
  await writeFile(`${folder}/${name}`, '');
  expect(open).toThrow(`unknown type: ${name}`);
});
