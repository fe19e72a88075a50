import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { shedLoad } from '#server/http/middleware/load-shedding.ts';
import { env } from '#server/platform/env.ts';
import { requestContext, withRequestContext } from '#server/platform/request-context.ts';

describe('load shedding', () => {
  it('lets pages take longer to be ready while many are rendered, instead of streaming each and rendering it twice', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const readyWithinMs: (number | undefined)[] = [];
    const app = new Hono()
      .use((_, next) => withRequestContext({ requestId: '', nonce: '', path: '/' }, next))
      .use(shedLoad())
      .get('/', async (c) => {
        readyWithinMs.push(requestContext()?.readyWithinMs);
        await released;
        return c.body(null);
      });
    const alone = app.request('/');
    await expect.poll(() => readyWithinMs).toEqual([undefined]);
    const others = Array.from({ length: env().MAX_RENDERS - 1 }, () => app.request('/'));
    await expect.poll(() => readyWithinMs.slice(1)).toEqual(others.map(() => 1_000));
    release();
    await Promise.all([alone, ...others]);
  });
});
