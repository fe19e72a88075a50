import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '#server/http/app-env.ts';
import type { PageKit } from '#server/http/make-answer.ts';
import { rememberAnswers } from '#server/http/remember-answers.ts';

it('a request that passes the memory twice does not wait for itself', async () => {
  const remember = rememberAnswers({ kit: {} as PageKit, again: async () => {} });
  const app = new Hono<AppEnv>().use(remember).use(remember);
  app.get('/once', (c) => c.text('Made once'));
  expect(await (await app.request('/once')).text()).toBe('Made once');
});
