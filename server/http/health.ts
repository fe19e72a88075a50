import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { postgresAnswers } from '#server/sql.ts';

/**
 * `/livez`: the process runs (a failure asks for a restart). `/readyz`: it can serve, that is Postgres answers in time
 * (a failure asks to send visitors elsewhere).
 */
export function health(readyTimeoutMs: number) {
  return new Hono<AppEnv>()
    .get('/livez', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (c) => {
      const ready = await postgresAnswers(readyTimeoutMs);
      return c.json({ status: ready ? 'ok' : 'postgres does not answer' }, ready ? 200 : 503, { 'cache-control': 'no-store' });
    });
}
