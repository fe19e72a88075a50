import { Hono } from 'hono';
import { postgresAnswers, postgresTakesWrites } from '#server/platform/database/query.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

let isStopping = false;

/** Makes `/readyz` fail from now on, because this instance is about to stop. */
export function markNotReady(): void {
  isStopping = true;
}

/**
 * Serves the health checks. `/livez`: the process runs; failure calls for a restart. `/readyz`: Postgres answers within
 * `readyTimeoutMs`, takes a row, and the process is not about to stop; on failure, send visitors elsewhere. `/readyz?exclude=postgres`
 * skips the check of Postgres.
 */
export function health(readyTimeoutMs: number) {
  return new Hono<AppEnv>()
    .get('/livez', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (c) => {
      const failing = await findFailure(c.req.query('exclude') === 'postgres');
      return c.json({ status: failing ?? 'ok' }, failing ? 503 : 200, { 'cache-control': 'no-store' });
    });

  async function findFailure(withoutPostgres: boolean): Promise<string | undefined> {
    if (isStopping) return 'stopping';
    if (withoutPostgres) return undefined;
    if (!(await postgresAnswers(readyTimeoutMs))) return 'postgres does not answer';
    return (await postgresTakesWrites(readyTimeoutMs)) ? undefined : 'postgres stores nothing';
  }
}
