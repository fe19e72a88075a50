import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { catalogueVersion } from '#server/domain/projects/version.ts';
import { cacheResponses } from '#server/http/cache/cache-responses.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

it('a request that passes the memory twice does not wait for itself', async () => {
  const memory = cacheResponses({ renderInBackground: async () => {}, version: catalogueVersion });
  const app = new Hono<AppEnv>().use(memory).use(memory);
  app.get('/once', (c) => c.text('Made once'));
  expect(await (await app.request('/once')).text()).toBe('Made once');
});
