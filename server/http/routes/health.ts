import { Hono } from 'hono';
import { postgresAnswers } from '#server/platform/database/query.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

let isLeaving = false;

/** This instance is about to stop: `/readyz` fails from now on. */
export function markNotReady(): void {
  isLeaving = true;
}

/**
 * `/livez`: the process runs (a failure asks for a restart). `/readyz`: it can serve, that is Postgres answers in time, and
 * it is not about to stop (a failure asks to send visitors elsewhere). `/readyz?exclude=postgres` leaves the first out.
 */
export function health(readyTimeoutMs: number) {
  return new Hono<AppEnv>()
    .get('/livez', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (c) => {
      const failing = await failingPart(c.req.query('exclude') === 'postgres');
      return c.json({ status: failing ?? 'ok' }, failing ? 503 : 200, { 'cache-control': 'no-store' });
    });

  async function failingPart(withoutPostgres: boolean): Promise<string | undefined> {
    if (isLeaving) return 'stopping';
    return withoutPostgres || (await postgresAnswers(readyTimeoutMs)) ? undefined : 'postgres does not answer';
  }
}
