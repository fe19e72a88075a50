import { describe, expect, it } from 'vitest';
import { missingEncoding, selectRepresentation } from '#server/http/cache/representation.ts';
import type { CachedResponse } from '#server/http/cache/response-cache.ts';

const cached = (of: Partial<CachedResponse> = {}): CachedResponse => ({
  status: 200,
  headers: ['content-type', 'text/html', 'cache-control', 'public', 'vary', 'Accept-Encoding'],
  version: undefined,
  hash: 'abc',
  lastModified: 'Tue, 24 Nov 2026 10:00:00 GMT',
  bodies: { identity: Buffer.from('a plain body'), br: Buffer.from('brotli'), gzip: Buffer.from('gzipped') },
  isCompressible: true,
  createdAt: new Date(0),
  hits: 0,
  ...of,
});
const noConditions = { acceptEncoding: undefined, ifNoneMatch: undefined, ifModifiedSince: undefined };
const headerOf = (headers: string[], name: string) => headers[headers.indexOf(name) + 1];

describe('the encoding of a cached response', () => {
  it.each([
    ['gzip, deflate, br', 'br', '"abc-br"', '6'],
    ['gzip', 'gzip', '"abc-gzip"', '7'],
    ['br;q=0, gzip', 'gzip', '"abc-gzip"', '7'],
    ['*', 'br', '"abc-br"', '6'],
    ['deflate', undefined, '"abc"', '12'],
    [undefined, undefined, '"abc"', '12'],
    [`br${' '.repeat(2_000)}`, undefined, '"abc"', '12'],
  ])('for %s is %s, with its own ETag and length', (acceptEncoding, encoding, etag, length) => {
    const { headers } = selectRepresentation(cached(), { ...noConditions, acceptEncoding });
    expect(headers.includes('content-encoding') ? headerOf(headers, 'content-encoding') : undefined).toBe(encoding);
    expect([headerOf(headers, 'etag'), headerOf(headers, 'content-length')]).toEqual([etag, length]);
  });

  it('is reported as missing until it exists; until then the response is uncompressed', () => {
    const plain = cached({ bodies: { identity: Buffer.from('a plain body') } });
    expect(missingEncoding(plain, 'br')).toBe('br');
    expect(selectRepresentation(plain, { ...noConditions, acceptEncoding: 'br' }).headers).not.toContain('content-encoding');
    expect(missingEncoding(plain, undefined)).toBeUndefined();
    expect(missingEncoding(cached(), 'br')).toBeUndefined();
    expect(missingEncoding(cached({ isCompressible: false, bodies: plain.bodies }), 'br')).toBeUndefined();
  });
});

describe('a conditional request', () => {
  it.each([
    ['the ETag of another encoding', { ifNoneMatch: '"abc-br"' }, 304],
    ['a weak ETag', { ifNoneMatch: 'W/"abc"' }, 304],
    ['a list of ETags', { ifNoneMatch: '"x", "abc-gzip"' }, 304],
    ['any ETag', { ifNoneMatch: '*' }, 304],
    ['another ETag', { ifNoneMatch: '"abd"' }, 200],
    ['another ETag and the right date', { ifNoneMatch: '"abd"', ifModifiedSince: 'Tue, 24 Nov 2026 10:00:00 GMT' }, 200],
    ['the Last-Modified date', { ifModifiedSince: 'Tue, 24 Nov 2026 10:00:00 GMT' }, 304],
    ['a later date, which was never sent', { ifModifiedSince: 'Tue, 24 Nov 2026 10:00:01 GMT' }, 200],
    ['an invalid date', { ifModifiedSince: 'yesterday' }, 200],
  ])('with %s (case %#)', (_, conditions, status) => {
    const response = selectRepresentation(cached(), { ...noConditions, ...conditions });
    expect(response.status).toBe(status);
    expect(response.body === undefined).toBe(status === 304);
  });

  it('is answered with caching headers and none that describe a body', () => {
    const { headers } = selectRepresentation(cached(), { ...noConditions, ifNoneMatch: '*' });
    expect(headers).toEqual(expect.arrayContaining(['cache-control', 'etag', 'vary', 'last-modified']));
    for (const name of ['content-type', 'content-length', 'content-encoding']) expect(headers).not.toContain(name);
  });

  it('is answered with 404, not 304, if the page does not exist', () => {
    expect(selectRepresentation(cached({ status: 404 }), { ...noConditions, ifNoneMatch: '*' }).status).toBe(404);
  });
});
