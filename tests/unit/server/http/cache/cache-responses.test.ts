import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheResponses, type RenderInBackground } from '#server/http/cache/cache-responses.ts';
import { renewKept } from '#server/http/cache/renew-kept.ts';
import { recorded, stopRecording } from '#server/platform/database/recorded.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { noteAnswer, type RequestContext, withRequestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

vi.stubEnv('RENDER_WAIT_MS', '300');

/** The catalogue's version, as the tests say it is. */
let version: string | undefined;
const watch = {
  current: () => version,
  lastReported: () => version,
  confirm: async () => version,
} as unknown as VersionWatch;

type Maker = (facts: (said: Parameters<typeof noteAnswer>[0]) => void, made: number) => Response | Promise<Response>;

/** A site with one address that nobody has asked for: how often it was made, and how to ask for it. */
let sites = 0;
function siteOf(make: Maker) {
  const path = `/page-${++sites}`;
  const site = { made: 0, inBackground: 0, get: (headers?: Record<string, string>, method = 'GET') => ask(headers, { method }) };
  const renderInBackground: RenderInBackground = async () => {
    site.inBackground += 1;
    await ask({}, {}, { background: true });
  };
  const app = new Hono<AppEnv>();
  app.use((_, next) => withRequestContext({ requestId: '', nonce: '', path } satisfies RequestContext, next));
  app.use(cacheResponses({ renderInBackground, version: watch }));
  app.use(renewKept(watch));
  app.all(path, (c) => {
    site.made += 1;
    // What is made in the background is whole.
    return make((facts) => noteAnswer(c.env?.background ? { ...facts, isStreamed: false, isIncomplete: false } : facts), site.made);
  });
  const ask = async (headers: Record<string, string> = {}, init: RequestInit = {}, env: object = {}) =>
    app.request(path, { ...init, headers }, env);
  return site;
}

const page = (text: unknown, headers: Record<string, string> = {}) =>
  new Response(String(text), { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache', ...headers } });
const texts = (answers: Response[]) => Promise.all(answers.map((answer) => answer.text()));

beforeEach(() => {
  version = '1';
});

describe('an answer', () => {
  it('is made once and given to the next as it was', async () => {
    const site = siteOf((_, made) => page(`made ${made}`, { 'x-own': 'kept' }));
    const answers = [await site.get(), await site.get(), await site.get({}, 'HEAD')];
    expect(answers.map(({ headers }) => headers.get('x-own'))).toEqual(['kept', 'kept', 'kept']);
    expect((await texts(answers)).slice(0, 2)).toEqual(['made 1', 'made 1']);
    expect(site.made).toBe(1);
  });

  it('is made once for all who ask at the same time', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const site = siteOf(async (_, made) => {
      await released;
      return page(`made ${made}`);
    });
    const asked = Array.from({ length: 20 }, () => site.get());
    release();
    expect(new Set(await texts(await Promise.all(asked)))).toEqual(new Set(['made 1']));
    expect(site.made).toBe(1);
  });

  it('is not waited for longer than the limit: who has waited makes one', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const site = siteOf(async (_, made) => {
      if (made === 1) await released;
      return page(`made ${made}`);
    });
    const first = site.get();
    await vi.waitFor(() => expect(site.made).toBe(1));
    expect(await (await site.get()).text()).toBe('made 2');
    release();
    expect(await (await first).text()).toBe('made 1');
  });

  it.each<[string, () => Response]>([
    ['that is private', () => page('x', { 'cache-control': 'private' })],
    ['that is not to be stored', () => page('x', { 'cache-control': 'no-store' })],
    ['that failed', () => new Response('x', { status: 503, headers: { 'cache-control': 'public' } })],
    ['that is larger than eight megabytes', () => page('x', { 'content-length': '8388609' })],
  ])('%s is made for each', async (_, answer) => {
    const site = siteOf(answer);
    await site.get();
    await site.get();
    expect(site.made).toBe(2);
  });

  it('to a POST is neither kept nor taken from what is kept', async () => {
    const site = siteOf((_, made) => page(`made ${made}`));
    await site.get();
    expect(await (await site.get({}, 'POST')).text()).toBe('made 2');
    expect(await (await site.get()).text()).toBe('made 1');
  });

  it('is 304 for who has it, in whatever encoding, and whole in the encoding that is asked for', async () => {
    const text = 'an upland meadow; '.repeat(100);
    const site = siteOf(() => page(text));
    const zipped = await site.get({ 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(text);
    const etag = zipped.headers.get('etag') ?? '';
    expect((await site.get({ 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304);
    expect(site.made).toBe(1);
  });

  it('that passes the cache twice does not wait for itself', async () => {
    const cache = cacheResponses({ renderInBackground: async () => {}, version: watch });
    const app = new Hono<AppEnv>().use(cache).use(cache);
    app.get('/once', (c) => c.text('Made once'));
    expect(await (await app.request('/once')).text()).toBe('Made once');
  });
});

describe('an answer from the database', () => {
  const stored: Maker = (note, made) => {
    note({ usesDatabase: true });
    return page(`made ${made}`);
  };

  it('is kept while the catalogue is as it was, and made anew once it has changed', async () => {
    const site = siteOf(stored);
    await site.get();
    expect(await (await site.get()).text()).toBe('made 1');
    version = '2';
    expect(await (await site.get()).text()).toBe('made 2');
    expect(await (await site.get()).text()).toBe('made 2');
  });

  it('is not given from what is kept while nobody knows the version', async () => {
    const site = siteOf(stored);
    await site.get();
    version = undefined;
    expect(await (await site.get()).text()).toBe('made 2');
    expect(await (await site.get()).text()).toBe('made 3');
  });

  it('that was made while the catalogue changed is its asker’s alone', async () => {
    const site = siteOf((note, made) => {
      if (made === 1) version = '2';
      return stored(note, made);
    });
    expect(await texts([await site.get(), await site.get(), await site.get()])).toEqual(['made 1', 'made 2', 'made 2']);
  });

  it('is not waited for by who asks after a change: it may be older', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const site = siteOf(async (note, made) => {
      if (made === 1) await released;
      return stored(note, made);
    });
    const before = site.get();
    await vi.waitFor(() => expect(site.made).toBe(1));
    version = '2';
    expect(await (await site.get()).text()).toBe('made 2');
    release();
    await before;
    expect(await (await site.get()).text()).toBe('made 2');
  });
});

describe('an answer from the database, after a change', () => {
  /** What the database says now, and how often it was asked. */
  let row: unknown;
  let asked = 0;
  const read = () =>
    recorded(async () => {
      asked += 1;
      if (row instanceof Error) throw row;
      return [row];
    });
  const shown: Maker = async (note, made) => {
    note({ usesDatabase: true });
    return page(`made ${made}: ${JSON.stringify(await read())}`);
  };
  const text = async (site: ReturnType<typeof siteOf>) => (await site.get()).text();
  beforeEach(() => {
    row = { price: 10, at: new Date(0) };
  });

  it('is kept on where it was made from what is still so, also after several, with the same ETag', async () => {
    const site = siteOf(shown);
    const first = await site.get();
    for (version of ['2', '3', '4']) {
      row = { price: 10, at: new Date(0) };
      expect((await site.get()).headers.get('etag')).toBe(first.headers.get('etag'));
    }
    expect(site.made).toBe(1);
    asked = 0;
    await site.get();
    expect(asked).toBe(0);
  });

  it.each([
    ['a figure', { price: 11, at: new Date(0) }],
    ['a date', { price: 10, at: new Date(1) }],
    ['a row that is gone', undefined],
    ['a null', { price: null, at: new Date(0) }],
  ])('is made anew where %s is another one', async (_, other) => {
    const site = siteOf(shown);
    await site.get();
    [version, row] = ['2', other];
    expect(await text(site)).toMatch(/^made 2/);
  });

  it('is made anew where that cannot be read', async () => {
    const site = siteOf((note, made) => (made === 1 ? shown(note, made) : page(`made ${made}`)));
    await site.get();
    [version, row] = ['2', new Error('no connection')];
    expect(await text(site)).toBe('made 2');
  });

  it('is made anew where the next change comes while that is read', async () => {
    const site = siteOf(shown);
    await site.get();
    version = '2';
    const confirm = vi.spyOn(watch, 'confirm').mockResolvedValueOnce('3');
    expect(await text(site)).toMatch(/^made 2/);
    confirm.mockRestore();
  });

  it('that changed with the last one is made anew with the next, without a look, until it stays the same', async () => {
    const site = siteOf(async (note) => {
      note({ usesDatabase: true });
      return page(JSON.stringify(await read()));
    });
    await site.get();
    [version, row] = ['2', { price: 11 }];
    await site.get();
    asked = 0;
    version = '3';
    await site.get();
    expect([asked, site.made]).toEqual([1, 3]);
    version = '4';
    await site.get();
    expect([asked, site.made]).toEqual([2, 3]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['writes', async () => stopRecording()],
    ['reads what is no data', () => recorded(async () => () => 'a function')],
    ['could not read something', () => recorded(async () => Promise.reject(new Error('too late'))).catch(() => {})],
  ])('is made anew where its making %s', async (_, work) => {
    const site = siteOf(async (note, made) => {
      await work();
      return shown(note, made);
    });
    await site.get();
    version = '2';
    expect(await text(site)).toMatch(/^made 2/);
  });

  it('is not what somebody gets who takes another type, and to whom nothing kept is given', async () => {
    const app = new Hono<AppEnv>();
    const address = '/api/kept';
    app.use((_, next) => withRequestContext({ requestId: '', nonce: '', path: address }, next));
    app.use(cacheResponses({ renderInBackground: async () => {}, version: watch }));
    app.use(renewKept(watch));
    app.get(address, async (c) => {
      await read();
      noteAnswer({ usesDatabase: true });
      return c.req.header('accept') === 'image/png' ? c.text('no', 406) : page('made');
    });
    await app.request(address);
    version = '2';
    expect((await app.request(address, { headers: { accept: 'image/png' } })).status).toBe(406);
    expect(await (await app.request(address)).text()).toBe('made');
  });

  it('is looked at once for all who ask at the same time', async () => {
    const site = siteOf(shown);
    await site.get();
    [version, asked] = ['2', 0];
    await Promise.all(Array.from({ length: 20 }, () => site.get()));
    expect([asked, site.made]).toEqual([1, 1]);
  });
});

describe('a page that is not whole when it is sent', () => {
  it('is made again for the others, who wait for that', async () => {
    const site = siteOf((note, made) => {
      note({ isStreamed: true });
      return page(`made ${made}`);
    });
    const answers = await Promise.all([site.get(), site.get(), site.get()]);
    expect(await texts(answers)).toEqual(['made 1', 'made 2', 'made 2']);
    expect(site.inBackground).toBe(1);
  });

  it('because something could not be read is not to be stored by its asker either, and is made again', async () => {
    const site = siteOf((note, made) => {
      note({ isIncomplete: made === 1 });
      return page(`made ${made}`);
    });
    const first = await site.get();
    expect(first.headers.get('cache-control')).toBe('no-store');
    await vi.waitFor(async () => expect(await (await site.get()).text()).toBe('made 2'));
    expect((await site.get()).headers.get('cache-control')).toBe('public, no-cache');
  });
});
