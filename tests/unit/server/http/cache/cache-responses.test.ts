import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheResponses, type RenderInBackground } from '#server/http/cache/cache-responses.ts';
import { renewCachedResponses } from '#server/http/cache/renew-cached-responses.ts';
import { recorded, stopRecording } from '#server/platform/database/recorded.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { markResponse, withRequestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import type { ChangedProject } from '#src/schemas/project.ts';

vi.stubEnv('RENDER_WAIT_MS', '300');

/** The catalogue version that the tests set. */
let version: string | undefined;
/** The projects that changed since the version before; undefined if they are not known. */
let changes: ChangedProject[] | undefined;
const watch = {
  current: () => version,
  lastReported: () => version,
  confirm: async () => version,
} as unknown as VersionWatch;

type Renderer = (note: (facts: Parameters<typeof markResponse>[0]) => void, renders: number) => Response | Promise<Response>;

/** A site with a single new path: counts how often it was rendered, and requests it. */
let sites = 0;
function siteWith(render: Renderer) {
  const path = `/page-${++sites}`;
  const site = { renders: 0, inBackground: 0, get: (headers?: Record<string, string>, method = 'GET') => ask(headers, { method }) };
  const renderInBackground: RenderInBackground = async () => {
    site.inBackground += 1;
    await ask({}, {}, { background: true });
  };
  const app = new Hono<AppEnv>();
  app.use((_, next) => withRequestContext({ requestId: '' }, next));
  app.use(cacheResponses({ renderInBackground, version: watch, isStoring: true }));
  app.use(renewCachedResponses(watch, async () => changes));
  app.all(path, (c) => {
    site.renders += 1;
    // A background render is always complete.
    return render((facts) => markResponse(c.env?.background ? { ...facts, isStreamed: false, isIncomplete: false } : facts), site.renders);
  });
  const ask = async (headers: Record<string, string> = {}, init: RequestInit = {}, env: object = {}) =>
    app.request(path, { ...init, headers }, env);
  return site;
}

const page = (text: unknown, headers: Record<string, string> = {}) =>
  new Response(String(text), { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache', ...headers } });
const texts = (responses: Response[]) => Promise.all(responses.map((response) => response.text()));

beforeEach(() => {
  version = '1';
  changes = undefined;
});

describe('a response', () => {
  it('is rendered once and served unchanged from then on', async () => {
    const site = siteWith((_, renders) => page(`render ${renders}`, { 'x-own': 'kept' }));
    const responses = [await site.get(), await site.get(), await site.get({}, 'HEAD')];
    expect(responses.map(({ headers }) => headers.get('x-own'))).toEqual(['kept', 'kept', 'kept']);
    expect((await texts(responses)).slice(0, 2)).toEqual(['render 1', 'render 1']);
    expect(site.renders).toBe(1);
  });

  it('is rendered once for concurrent requests', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const site = siteWith(async (_, renders) => {
      await released;
      return page(`render ${renders}`);
    });
    const responses = Array.from({ length: 20 }, () => site.get());
    release();
    expect(new Set(await texts(await Promise.all(responses)))).toEqual(new Set(['render 1']));
    expect(site.renders).toBe(1);
  });

  it('is awaited no longer than the limit, after which the waiting request renders it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const site = siteWith(async (_, renders) => {
      if (renders === 1) await released;
      return page(`render ${renders}`);
    });
    const first = site.get();
    await vi.waitFor(() => expect(site.renders).toBe(1));
    expect(await (await site.get()).text()).toBe('render 2');
    release();
    expect(await (await first).text()).toBe('render 1');
  });

  it.each<[string, () => Response]>([
    ['marked private', () => page('x', { 'cache-control': 'private' })],
    ['marked no-store', () => page('x', { 'cache-control': 'no-store' })],
    ['with an error status', () => new Response('x', { status: 503, headers: { 'cache-control': 'public' } })],
    ['larger than eight megabytes', () => page('x', { 'content-length': '8388609' })],
  ])('%s is rendered for each request', async (_, render) => {
    const site = siteWith(render);
    await site.get();
    await site.get();
    expect(site.renders).toBe(2);
  });

  it('to a POST is neither cached nor served from the cache', async () => {
    const site = siteWith((_, renders) => page(`render ${renders}`));
    await site.get();
    expect(await (await site.get({}, 'POST')).text()).toBe('render 2');
    expect(await (await site.get()).text()).toBe('render 1');
  });

  it('answers 304 when the ETag matches, in any encoding, and otherwise uses the requested encoding', async () => {
    const text = 'an upland meadow; '.repeat(100);
    const site = siteWith(() => page(text));
    const zipped = await site.get({ 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(text);
    const etag = zipped.headers.get('etag') ?? '';
    expect((await site.get({ 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304);
    expect(site.renders).toBe(1);
  });

  it('that passes through the cache twice does not wait for itself', async () => {
    const cache = cacheResponses({ renderInBackground: async () => {}, version: watch, isStoring: true });
    const app = new Hono<AppEnv>().use(cache).use(cache);
    app.get('/once', (c) => c.text('Rendered once'));
    expect(await (await app.request('/once')).text()).toBe('Rendered once');
  });
});

describe('a response that is not cached', () => {
  const app = new Hono<AppEnv>().use(cacheResponses({ renderInBackground: async () => {}, version: watch, isStoring: false }));
  const dated = { 'last-modified': 'Tue, 31 Mar 2026 10:00:01 GMT' };
  let renders = 0;
  app.get('/list', (c) => {
    renders += 1;
    return c.json([1450], 200, { 'cache-control': 'public, no-cache', ...dated });
  });
  app.get('/private', (c) => c.json([1450], 200, { 'cache-control': 'private' }));
  const statusOf = async (headers: Record<string, string>) => (await app.request('/list', { headers })).status;

  it('is created for each request, with the same validators as a cached one', async () => {
    const first = await app.request('/list');
    const etag = first.headers.get('etag') ?? '';
    expect(await first.json()).toEqual([1450]);
    expect(await statusOf({ 'if-none-match': `W/${etag}` })).toBe(304);
    expect(await statusOf({ 'if-modified-since': dated['last-modified'] })).toBe(304);
    expect(await statusOf({ 'if-none-match': '"other"', 'if-modified-since': dated['last-modified'] })).toBe(200);
    expect(renders).toBe(4);
  });

  it('has no validators if it is private', async () => {
    expect((await app.request('/private')).headers.has('etag')).toBe(false);
  });
});

describe('a response that depends on the database', () => {
  const stored: Renderer = (note, renders) => {
    note({ usesDatabase: true });
    return page(`render ${renders}`);
  };

  it('is cached until the catalogue changes, then rendered again', async () => {
    const site = siteWith(stored);
    await site.get();
    expect(await (await site.get()).text()).toBe('render 1');
    version = '2';
    expect(await (await site.get()).text()).toBe('render 2');
    expect(await (await site.get()).text()).toBe('render 2');
  });

  it('is not served from the cache while the version is unknown', async () => {
    const site = siteWith(stored);
    await site.get();
    version = undefined;
    expect(await (await site.get()).text()).toBe('render 2');
    expect(await (await site.get()).text()).toBe('render 3');
  });

  it('rendered while the catalogue changed is not cached', async () => {
    const site = siteWith((note, renders) => {
      if (renders === 1) version = '2';
      return stored(note, renders);
    });
    expect(await texts([await site.get(), await site.get(), await site.get()])).toEqual(['render 1', 'render 2', 'render 2']);
  });

  it('in flight before a change is not shared with requests after it, because it may be stale', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const site = siteWith(async (note, renders) => {
      if (renders === 1) await released;
      return stored(note, renders);
    });
    const before = site.get();
    await vi.waitFor(() => expect(site.renders).toBe(1));
    version = '2';
    expect(await (await site.get()).text()).toBe('render 2');
    release();
    await before;
    expect(await (await site.get()).text()).toBe('render 2');
  });
});

describe('a response that depends on the database, after a change', () => {
  /** What the database returns now, and how often it has been read. */
  let row: unknown;
  let readCount = 0;
  const read = () =>
    recorded(async () => {
      readCount += 1;
      if (row instanceof Error) throw row;
      return [row];
    });
  const shown: Renderer = async (note, renders) => {
    note({ usesDatabase: true });
    return page(`render ${renders}: ${JSON.stringify(await read())}`);
  };
  const text = async (site: ReturnType<typeof siteWith>) => (await site.get()).text();
  beforeEach(() => {
    row = { price: 10, at: new Date(0) };
  });

  it('stays cached with the same ETag if its reads give the same results, even after several changes', async () => {
    const site = siteWith(shown);
    const first = await site.get();
    for (version of ['2', '3', '4']) {
      row = { price: 10, at: new Date(0) };
      expect((await site.get()).headers.get('etag')).toBe(first.headers.get('etag'));
    }
    expect(site.renders).toBe(1);
    readCount = 0;
    await site.get();
    expect(readCount).toBe(0);
  });

  it.each([
    ['a figure', { price: 11, at: new Date(0) }],
    ['a date', { price: 10, at: new Date(1) }],
    ['a deleted row', undefined],
    ['a null', { price: null, at: new Date(0) }],
  ])('is rendered again if its reads differ: %s', async (_, changed) => {
    const site = siteWith(shown);
    await site.get();
    [version, row] = ['2', changed];
    expect(await text(site)).toMatch(/^render 2/);
  });

  it('does not repeat the reads of rows that have not changed', async () => {
    const site = siteWith(async (note, renders) => {
      note({ usesDatabase: true });
      const [own, list] = [
        await recorded(
          async () => ++readCount && row,
          () => (changed) => changed.id === 7,
        ),
        await recorded(async () => ++listCount && ['oak']),
      ];
      return page(`render ${renders}: ${JSON.stringify([own, list])}`);
    });
    let listCount = 0;
    readCount = 0;
    const { headers } = await site.get();
    [version, changes] = ['2', [{ id: 8 }]];
    expect((await site.get()).headers.get('etag')).toBe(headers.get('etag'));
    expect([readCount, listCount]).toEqual([1, 2]);

    [version, changes, row] = ['3', [{ id: 8 }, { id: 7 }], { price: 11 }];
    expect(await text(site)).toBe('render 2: [{"price":11},["oak"]]');
    expect([readCount, listCount]).toEqual([3, 4]);
  });

  it('that the last change altered is renewed all the same after one that cannot affect it', async () => {
    const site = siteWith(async (note, renders) => {
      note({ usesDatabase: true });
      await recorded(
        async () => row,
        () => (changed) => changed.id === 7,
      );
      return page(`render ${renders}`);
    });
    await site.get();
    [version, changes, row] = ['2', [{ id: 7 }], { price: 11 }];
    expect(await text(site)).toBe('render 2');
    [version, changes] = ['3', [{ id: 8 }]];
    expect(await text(site)).toBe('render 2');
  });

  it('is rendered again if its reads fail', async () => {
    const site = siteWith((note, renders) => (renders === 1 ? shown(note, renders) : page(`render ${renders}`)));
    await site.get();
    [version, row] = ['2', new Error('no connection')];
    expect(await text(site)).toBe('render 2');
  });

  it('is rendered again if the catalogue changes while its reads are repeated', async () => {
    const site = siteWith(shown);
    await site.get();
    version = '2';
    const confirm = vi.spyOn(watch, 'confirm').mockResolvedValueOnce('3');
    expect(await text(site)).toMatch(/^render 2/);
    confirm.mockRestore();
  });

  it('that changed with the last version is rendered again without repeating its reads, until it stays the same', async () => {
    const site = siteWith(async (note) => {
      note({ usesDatabase: true });
      return page(JSON.stringify(await read()));
    });
    await site.get();
    [version, row] = ['2', { price: 11 }];
    await site.get();
    readCount = 0;
    version = '3';
    await site.get();
    expect([readCount, site.renders]).toEqual([1, 3]);
    version = '4';
    await site.get();
    expect([readCount, site.renders]).toEqual([2, 3]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['writes', async () => stopRecording()],
    ['reads something other than data', () => recorded(async () => () => 'a function')],
    ['failed to read something', () => recorded(async () => Promise.reject(new Error('too late'))).catch(() => {})],
  ])('is rendered again if rendering it %s', async (_, work) => {
    const site = siteWith(async (note, renders) => {
      await work();
      return shown(note, renders);
    });
    await site.get();
    version = '2';
    expect(await text(site)).toMatch(/^render 2/);
  });

  it('is not served to a client that accepts only another type', async () => {
    const app = new Hono<AppEnv>();
    const address = '/api/kept';
    app.use((_, next) => withRequestContext({ requestId: '' }, next));
    app.use(cacheResponses({ renderInBackground: async () => {}, version: watch, isStoring: true }));
    app.use(renewCachedResponses(watch, async () => changes));
    app.get(address, async (c) => {
      await read();
      markResponse({ usesDatabase: true });
      return c.req.header('accept') === 'image/png' ? c.text('no', 406) : page('rendered');
    });
    await app.request(address);
    version = '2';
    expect((await app.request(address, { headers: { accept: 'image/png' } })).status).toBe(406);
    expect(await (await app.request(address)).text()).toBe('rendered');
  });

  it('has its reads repeated once for concurrent requests', async () => {
    const site = siteWith(shown);
    await site.get();
    [version, readCount] = ['2', 0];
    await Promise.all(Array.from({ length: 20 }, () => site.get()));
    expect([readCount, site.renders]).toEqual([1, 1]);
  });
});

describe('a page that is incomplete when it is sent', () => {
  it('is rendered again in the background for the requests that wait meanwhile', async () => {
    const site = siteWith((note, renders) => {
      note({ isStreamed: true });
      return page(`render ${renders}`);
    });
    const responses = await Promise.all([site.get(), site.get(), site.get()]);
    expect(await texts(responses)).toEqual(['render 1', 'render 2', 'render 2']);
    expect(site.inBackground).toBe(1);
  });

  it('because a read failed is marked no-store and rendered again', async () => {
    const site = siteWith((note, renders) => {
      note({ isIncomplete: renders === 1 });
      return page(`render ${renders}`);
    });
    const first = await site.get();
    expect(first.headers.get('cache-control')).toBe('no-store');
    await vi.waitFor(async () => expect(await (await site.get()).text()).toBe('render 2'));
    expect((await site.get()).headers.get('cache-control')).toBe('public, no-cache');
  });
});
