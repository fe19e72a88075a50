import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import type { AppEnv } from '#server/platform/web/app-env.ts';

vi.stubEnv('API_WRITE_ORIGINS', 'https://partner.example');
const { crossOrigin } = await import('#server/api/protocol/other-sites.ts');
const { addressFinder } = await import('#server/http/addresses.ts');
const { routes } = await import('#server/api/routes.ts');
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
  return {
    origin: answer.get('access-control-allow-origin'),
    mayAuthorise: /\bauthorization\b/i.test(answer.get('access-control-allow-headers') ?? ''),
  };
};

it.each([
  ['POST', '/api/v1/record/retire'],
  ['GET', '/api/v1/projects'],
  ['POST', '/api/v1/baskets'],
])('a listed origin may send a key with %s %s', async (method, path) => {
  expect(await preflight('https://partner.example', path, method)).toEqual({ origin: 'https://partner.example', mayAuthorise: true });
});

it.each([
  ['GET', '/api/v1/projects', { origin: '*', mayAuthorise: false }],
  ['POST', '/api/v1/baskets', { origin: '*', mayAuthorise: false }],
  ['POST', '/api/v1/record/retire', { origin: null }],
])('any other origin may read without a key, and not write: %s %s', async (method, path, allowed) => {
  expect(await preflight('https://elsewhere.example', path, method)).toMatchObject(allowed);
});

it('a script on another site may read each header that the API publishes', async () => {
  const answer = await app.request('/api/v1/projects', { headers: { origin: 'https://elsewhere.example' } });
  const published = routes.flatMap(({ call }) => call?.response.headers ?? []);
  expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual(expect.arrayContaining(published));
});
