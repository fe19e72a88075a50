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

const [partner, elsewhere] = ['https://partner.example', 'https://elsewhere.example'];
const withKey = { origin: partner, mayAuthorise: true };
it.each([
  ['a listed origin may write with a key', partner, 'POST', '/api/v1/record/retire', withKey],
  ['a listed origin may read with a key', partner, 'GET', '/api/v1/projects', withKey],
  ['a listed origin may ask with a key', partner, 'POST', '/api/v1/baskets', withKey],
  ['any other origin may read without a key', elsewhere, 'GET', '/api/v1/projects', { origin: '*', mayAuthorise: false }],
  ['any other origin may ask without a key', elsewhere, 'POST', '/api/v1/baskets', { origin: '*', mayAuthorise: false }],
  ['any other origin may not write', elsewhere, 'POST', '/api/v1/record/retire', { origin: null }],
])('%s', async (_what, origin, method, path, allowed) => {
  expect(await preflight(origin, path, method)).toMatchObject(allowed);
});

it('a script on another site may read each header that the API publishes', async () => {
  const answer = await app.request('/api/v1/projects', { headers: { origin: elsewhere } });
  const published = routes.flatMap(({ call }) => call?.response.headers ?? []);
  expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual(expect.arrayContaining(published));
});
