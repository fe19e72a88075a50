import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { rememberAnswers } from '#server/http/cache/remember-answers.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

it('a request that passes the memory twice does not wait for itself', async () => {
  const remember = rememberAnswers({ again: async () => {} });
  const app = new Hono<AppEnv>().use(remember).use(remember);
  app.get('/once', (c) => c.text('Made once'));
  expect(await (await app.request('/once')).text()).toBe('Made once');
});
