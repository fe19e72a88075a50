import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { plainBody } from '#server/http/cache/compressed-bodies.ts';
import { type CachedResponse, countHit, encodeResponse, getCached, setCached, uncompressed } from '#server/http/cache/response-cache.ts';
import { randomFrom } from '#tests/support/random.ts';

const brotli = promisify(brotliCompress);
const compress = async (body: Buffer, quality: number) =>
  (await brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })) as Buffer<ArrayBuffer>;

/** Builds a list of projects with repeated words and pseudo-random figures: the same every time. */
function projectList(count: number): Buffer<ArrayBuffer> {
  const random = randomFrom(1);
  const figure = () => Math.round(random() * 2_147_483_647);
  const line = () => `<li><h3>Project ${figure()}</h3><p>${figure()} credits from ${figure()} hectares of upland meadow</p></li>`;
  return Buffer.from(Array.from({ length: count }, line).join(''));
}

// So small that a partition that outgrows its share is noticed.
vi.stubEnv('REMEMBERED_BYTES', '4194304');
describe('a compressed response', () => {
  it('is compressed at the highest level once it is requested again and the process is idle', async () => {
    const { size, best } = await cacheList(300, 2);
    await until(() => size() === best);
    expect(getCached('/list-of-300')?.bodies.br?.buffer.byteLength).toBe(best);
  });

  it('is not recompressed if nobody requests it again', async () => {
    const { size, best } = await cacheList(200, 1);
    const before = size();
    const other = await cacheList(100, 2);
    await until(() => other.size() === other.best);
    expect(before).toBeGreaterThan(best);
    expect(size()).toBe(before);
  });
});

describe('the bodies of a response', () => {
  it.each([
    ['short', 10],
    ['long', 2_000],
  ])('are created on demand, in buffers no larger than their bytes: a %s list', (_, count) => {
    const address = `/bodies-of-${count}`;
    setCached(address, responseOf(projectList(count)));
    const plain = getCached(address) as CachedResponse;
    const original = plainBody(plain.bodies);
    const storedEncodings = () => Object.keys((getCached(address) as CachedResponse).bodies).sort();
    const ask = (encoding: 'br' | 'gzip' | 'identity') =>
      encodeResponse(address, getCached(address) as CachedResponse, encoding).bodies[encoding];
    expect(ask('br')).toBeDefined();
    expect(storedEncodings()).toEqual(['br']);
    expect(ask('gzip')).toBeDefined();
    expect(storedEncodings()).toEqual(['br', 'gzip']);
    expect(ask('identity')?.equals(original)).toBe(true);
    expect(storedEncodings()).toEqual(['br', 'gzip', 'identity']);
    const { bodies } = getCached(address) as CachedResponse;
    for (const body of Object.values(bodies)) expect(body.buffer.byteLength).toBe(body.byteLength);
  });

  it('are not stored in a response that has replaced theirs', () => {
    setCached('/replaced', responseOf(projectList(10)));
    const older = getCached('/replaced') as CachedResponse;
    setCached('/replaced', responseOf(projectList(20)));
    expect(encodeResponse('/replaced', older, 'br').bodies.br).toBeDefined();
    expect(getCached('/replaced')?.bodies.br).toBeUndefined();
  });
});

describe('the cache', () => {
  const unbounded = {
    searches: (name: number) => `/projects?q=${name}`,
    pictures: (name: number) => `/pictures/biochar/${name}.svg`,
    'router payloads': (name: number) => `/RSC/R/${name}.txt`,
  };
  it.each(Object.entries(unbounded))('of pages and their pictures is not evicted by %s', (what, addressOf) => {
    setCached('/kept', responseOf(projectList(10)));
    setCached('/pictures/kept.svg', responseOf(projectList(10)));
    for (let name = 0; name < 400; name += 1) setCached(addressOf(name), responseOf(projectList(200)));
    expect(getCached(addressOf(0))).toBeUndefined();
    expect(getCached(addressOf(399))).toBeDefined();
    expect(getCached('/kept')).toBeDefined();
    if (what !== 'pictures') expect(getCached('/pictures/kept.svg')).toBeDefined();
  });
});

function responseOf(identity: Buffer<ArrayBuffer>) {
  const headers = ['content-type', 'text/html; charset=utf-8'];
  return { status: 200, headers, version: undefined, hash: 'h', lastModified: undefined, hits: 0, ...uncompressed(identity, true) };
}

/** Caches a list of `count` lines that was served `hits` times. Returns its current size and its smallest, in bytes. */
async function cacheList(count: number, hits: number) {
  const identity = projectList(count);
  const address = `/list-of-${count}`;
  const bodies = { identity, br: await compress(identity, 5) };
  const { byteLength: best } = await compress(identity, 11);
  setCached(address, { ...responseOf(identity), bodies });
  for (let hit = 0; hit < hits; hit += 1) countHit(address, getCached(address) as CachedResponse);
  return { best, size: () => getCached(address)?.bodies.br?.byteLength };
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 30_000 }).toBe(true);
}
