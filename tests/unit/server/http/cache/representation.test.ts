import { describe, expect, it } from 'vitest';
import { missingEncoding, selectRepresentation } from '#server/http/cache/representation.ts';
import type { CachedResponse } from '#server/http/cache/response-cache.ts';

const kept = (of: Partial<CachedResponse> = {}): CachedResponse => ({
  status: 200,
  headers: ['content-type', 'text/html', 'cache-control', 'public', 'vary', 'Accept-Encoding'],
  version: undefined,
  hash: 'abc',
  lastModified: 'Tue, 24 Nov 2026 10:00:00 GMT',
  bodies: { identity: Buffer.from('a plain body'), br: Buffer.from('brotli'), gzip: Buffer.from('gzipped') },
  isCompressible: true,
  madeAt: new Date(0),
  hits: 0,
  ...of,
});
const nothing = { acceptEncoding: undefined, ifNoneMatch: undefined, ifModifiedSince: undefined };
const headerOf = (headers: string[], name: string) => headers[headers.indexOf(name) + 1];

describe('the encoding of a kept answer', () => {
  it.each([
    ['gzip, deflate, br', 'br', '"abc-br"', '6'],
    ['gzip', 'gzip', '"abc-gzip"', '7'],
    ['br;q=0, gzip', 'gzip', '"abc-gzip"', '7'],
    ['*', 'br', '"abc-br"', '6'],
    ['deflate', undefined, '"abc"', '12'],
    [undefined, undefined, '"abc"', '12'],
    [`br${' '.repeat(2_000)}`, undefined, '"abc"', '12'],
  ])('for %s is %s, with an ETag and a length of its own', (acceptEncoding, encoding, etag, length) => {
    const { headers } = selectRepresentation(kept(), { ...nothing, acceptEncoding });
    expect(headers.includes('content-encoding') ? headerOf(headers, 'content-encoding') : undefined).toBe(encoding);
    expect([headerOf(headers, 'etag'), headerOf(headers, 'content-length')]).toEqual([etag, length]);
  });

  it('that is not there yet is named, and until then the answer is plain', () => {
    const plain = kept({ bodies: { identity: Buffer.from('a plain body') } });
    expect(missingEncoding(plain, 'br')).toBe('br');
    expect(selectRepresentation(plain, { ...nothing, acceptEncoding: 'br' }).headers).not.toContain('content-encoding');
    expect(missingEncoding(plain, undefined)).toBeUndefined();
    expect(missingEncoding(kept(), 'br')).toBeUndefined();
    expect(missingEncoding(kept({ isCompressible: false, bodies: plain.bodies }), 'br')).toBeUndefined();
  });
});

describe('a visitor who has the answer', () => {
  it.each([
    ['the ETag of another encoding', { ifNoneMatch: '"abc-br"' }, 304],
    ['a weak one', { ifNoneMatch: 'W/"abc"' }, 304],
    ['one of a list', { ifNoneMatch: '"x", "abc-gzip"' }, 304],
    ['any', { ifNoneMatch: '*' }, 304],
    ['another ETag', { ifNoneMatch: '"abd"' }, 200],
    ['another ETag and the right date', { ifNoneMatch: '"abd"', ifModifiedSince: 'Tue, 24 Nov 2026 10:00:00 GMT' }, 200],
    ['the date that was given', { ifModifiedSince: 'Tue, 24 Nov 2026 10:00:00 GMT' }, 304],
    ['a later date, which was never given', { ifModifiedSince: 'Tue, 24 Nov 2026 10:00:01 GMT' }, 200],
    ['no date', { ifModifiedSince: 'yesterday' }, 200],
  ])('and says so with %s gets %#', (_, asked, status) => {
    const answer = selectRepresentation(kept(), { ...nothing, ...asked });
    expect(answer.status).toBe(status);
    expect(answer.body === undefined).toBe(status === 304);
  });

  it('gets what may be used of it again, and nothing about a body that does not come', () => {
    const { headers } = selectRepresentation(kept(), { ...nothing, ifNoneMatch: '*' });
    expect(headers).toEqual(expect.arrayContaining(['cache-control', 'etag', 'vary', 'last-modified']));
    for (const name of ['content-type', 'content-length', 'content-encoding']) expect(headers).not.toContain(name);
  });

  it('gets a page that is not there as such again', () => {
    expect(selectRepresentation(kept({ status: 404 }), { ...nothing, ifNoneMatch: '*' }).status).toBe(404);
  });
});
