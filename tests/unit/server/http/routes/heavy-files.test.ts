import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { makeHeavyFile } from '#server/http/routes/heavy-files.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

it('makes two files at once, lets eight wait, and asks others to try again', async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  const app = new Hono<AppEnv>().get('/', (c) =>
    makeHeavyFile(c, async () => {
      running += 1;
      most = Math.max(most, running);
      await finished;
      running -= 1;
      return c.text('made');
    }),
  );
  const asked = Array.from({ length: 12 }, () => app.request('/'));
  const rejected = await Promise.all(asked.slice(10));
  expect(running).toBe(2);
  finish();
  expect((await Promise.all(asked.slice(0, 10))).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(most).toBe(2);
  for (const { status, headers } of rejected)
    expect([status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([503, 'no-store', '5']);
});

it('has a place again after one that failed', async () => {
  const app = new Hono<AppEnv>().get('/:what', (c) =>
    makeHeavyFile(c, () => {
      if (c.req.param('what') === 'bad') throw new Error('no fonts');
      return c.text('made');
    }),
  );
  app.onError((_, c) => c.text('failed', 500));
  for (let count = 0; count < 3; count += 1) expect((await app.request('/bad')).status).toBe(500);
  expect((await app.request('/good')).status).toBe(200);
});
