import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import type { AppEnv } from '#server/platform/web/app-env.ts';

const here = 'https://carma.example';
vi.stubEnv('PUBLIC_URL', here);
vi.stubEnv('API_WRITE_ORIGINS', 'https://partner.example');
const { crossOrigin, isOwnOrigin } = await import('#server/api/protocol/other-sites.ts');
const { addressFinder } = await import('#server/http/addresses.ts');
const addressAt = addressFinder([]);
const app = new Hono<AppEnv>()
  .use((c, next) => {
    c.set('address', addressAt(c.req.path));
    return next();
  })
  .use(crossOrigin)
  .all('*', (c) => c.text('made'));

const preflight = async (origin: string, path: string, method: string) => {
  const headers = { origin, 'access-control-request-method': method };
  const answer = (await app.request(path, { method: 'OPTIONS', headers })).headers;
  const allowed = answer.get('access-control-allow-headers')?.toLowerCase().split(',') ?? [];
  return {
    origin: answer.get('access-control-allow-origin'),
    mayAsk: answer.get('access-control-allow-methods')?.split(',').includes(method),
    mayAuthorise: allowed.includes('authorization'),
    allowed,
    maxAge: answer.get('access-control-max-age'),
  };
};

const [partner, elsewhere] = ['https://partner.example', 'https://elsewhere.example'];
const withKey = { origin: partner, mayAsk: true, mayAuthorise: true };
const withoutKey = { origin: '*', mayAsk: true, mayAuthorise: false };
it.each([
  ['a listed origin may write with a key', partner, 'POST', '/api/v1/record/retire', withKey],
  ['a listed origin may delete with a key', partner, 'DELETE', '/api/v1/webhooks/7', withKey],
  ['a listed origin may read with a key', partner, 'GET', '/api/v1/projects', withKey],
  ['a listed origin may ask with a key', partner, 'POST', '/api/v1/baskets', withKey],
  ['any other origin may read without a key', elsewhere, 'GET', '/api/v1/projects', withoutKey],
  ['any other origin may ask without a key', elsewhere, 'POST', '/api/v1/baskets', withoutKey],
  ['any other origin may not write', elsewhere, 'POST', '/api/v1/record/retire', { origin: null }],
])('%s', async (_what, origin, method, path, allowed) => {
  expect(await preflight(origin, path, method)).toMatchObject(allowed);
});

type PublishedCall = { parameters?: { in: string; name: string }[]; responses: Record<string, { headers?: object }> };
it('a script on another site may read and send each header that the API publishes, and asks once a day whether it may', async () => {
  const paths: Record<string, Record<string, PublishedCall>> = JSON.parse(readFileSync('docs/openapi.json', 'utf8')).paths;
  const calls = Object.values(paths).flatMap((ofPath) => Object.values(ofPath));
  const read = calls.flatMap(({ responses }) => Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers)));
  // The browser's own, and one that every script may read.
  const readable = new Set(read.filter((name) => !/^(?:Access-Control-.*|Cache-Control)$/.test(name)));
  const answer = await app.request('/api/v1/projects', { headers: { origin: elsewhere } });
  // `Allow` is of answers to OPTIONS, and of 405: neither is published.
  expect(new Set(answer.headers.get('access-control-expose-headers')?.split(','))).toEqual(readable.add('Allow'));
  const sent = calls.flatMap(({ parameters = [] }) => parameters.flatMap((one) => (one.in === 'header' ? [one.name.toLowerCase()] : [])));
  const { allowed, maxAge } = await preflight(elsewhere, '/api/v1/projects', 'GET');
  expect(sent).toContain('idempotency-key');
  expect(allowed).toEqual(expect.arrayContaining(sent));
  expect(maxAge).toBe('86400');
});

it.each<[boolean, Record<string, string>]>([
  [true, {}],
  [true, { 'sec-fetch-site': 'same-origin' }],
  [true, { 'sec-fetch-site': 'none' }],
  [true, { origin: here }],
  [true, { origin: 'http://localhost:3000', host: 'localhost:3000' }],
  [false, { 'sec-fetch-site': 'cross-site' }],
  [false, { 'sec-fetch-site': 'same-site', origin: 'https://shop.carma.example' }],
  [false, { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000', host: 'localhost:3000' }],
  [false, { origin: 'null' }],
  [false, { origin: elsewhere, host: 'localhost:3000' }],
])('it is %s that a request with the headers %j comes from a page of the site, or from no browser', (isOwn, headers) => {
  expect(isOwnOrigin(new Request(`${here}/api/contact`, { headers }))).toBe(isOwn);
});
