import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readWhole, representationFor } from '#server/http/front/whole-response.ts';

const text = 'Every tonne is on the record. '.repeat(20);
const lastModified = 'Tue, 24 Nov 2026 10:00:00 GMT';
const unconditional = { isHead: false, isVaried: false, acceptEncoding: undefined, ifNoneMatch: undefined, ifModifiedSince: undefined };
const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache', 'last-modified': lastModified };
const page = (body = text, headers: Record<string, string> = {}) => readWhole(new Response(body, { headers: { ...html, ...headers } }));

it.each([
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  [undefined, undefined],
])('the encoding of a response for %s is %s, with its own ETag and length', async (acceptEncoding, encoding) => {
  const whole = await page();
  const { headers, body } = representationFor(whole, { ...unconditional, acceptEncoding });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.etag).toBe(`"${whole.etagStart}${encoding ? `-${encoding}` : ''}"`);
  expect(headers['content-length']).toBe(String(body?.byteLength));
  const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : (bytes: Uint8Array) => Buffer.from(bytes);
  expect(decode(body ?? Buffer.alloc(0)).toString()).toBe(text);
});

it('a small response has no encoding; one whose media type does not compress has one only if it says that it varies by it', async () => {
  const small = representationFor(await page('short', { vary: 'Accept-Encoding' }), { ...unconditional, acceptEncoding: 'br' });
  expect([small.headers['content-encoding'], small.headers['content-length']]).toEqual([undefined, '5']);
  const bundle = { 'content-type': 'application/octet-stream' };
  const said = representationFor(await page(text, { ...bundle, vary: 'Accept-Encoding' }), { ...unconditional, acceptEncoding: 'gzip' });
  expect([said.headers['content-encoding'], said.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  const png = representationFor(await page(text, { 'content-type': 'image/png' }), { ...unconditional, acceptEncoding: 'br' });
  expect([png.headers['content-encoding'], png.headers.vary]).toEqual([undefined, undefined]);
});

it.each([
  ['a list of ETags', 304, (hash: string) => ({ ifNoneMatch: `"x", "${hash}-gzip"` })],
  ['any ETag', 304, () => ({ ifNoneMatch: '*' })],
  ['another ETag and the right date', 200, () => ({ ifNoneMatch: '"abd"', ifModifiedSince: lastModified })],
  ['the Last-Modified date', 304, () => ({ ifModifiedSince: lastModified })],
  ['a later date, which was never sent', 200, () => ({ ifModifiedSince: 'Tue, 24 Nov 2026 10:00:01 GMT' })],
])('a conditional request with %s is answered with %d', async (_, status, conditions) => {
  const whole = await page();
  const response = representationFor(whole, { ...unconditional, ...conditions(whole.etagStart ?? '') });
  expect(response.status).toBe(status);
  expect([response.body === undefined, 'content-type' in response.headers]).toEqual([status === 304, status === 200]);
});

it('a conditional request is answered whole if the response is for one client only', async () => {
  const personal = await page(text, { 'cache-control': 'private, no-store' });
  const { status, headers } = representationFor(personal, { ...unconditional, ifNoneMatch: '*' });
  expect([status, headers.etag]).toEqual([200, undefined]);
});
