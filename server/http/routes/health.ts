import { performance } from 'node:perf_hooks';
import { type Context, Hono } from 'hono';
import { collectDefaultMetrics } from 'prom-client';
import { postgresAnswers, postgresTakesWrites, query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { createGauge, metricsRegistry, readDatabaseGauges, registerDatabaseGauges } from '#server/platform/metrics.ts';
import { bearerToken, sameBytes } from '#server/platform/secret.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

let isStopping = false;

/** Makes `/readyz` fail from now on, because this instance is about to stop. */
export function markNotReady(): void {
  isStopping = true;
}

/**
 * Serves the health checks. `/livez`: the process runs; failure calls for a restart. `/readyz`: Postgres answers within `readyTimeoutMs`,
 * takes a row, and the process is not about to stop; on failure, send visitors elsewhere. `/readyz?exclude=postgres` leaves Postgres out.
 */
export const health = new Hono<AppEnv>()
  .get('/livez', (c) => c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }))
  .get('/readyz', async (c) => {
    const failing = await findFailure(c.req.query('exclude'));
    return c.json({ status: failing ?? 'ok' }, failing ? 503 : 200, { 'cache-control': 'no-store' });
  });

async function findFailure(excluded: string | undefined): Promise<string | undefined> {
  if (isStopping) return 'stopping';
  if (excluded === 'postgres') return undefined;
  if (excluded !== undefined) return 'exclude takes postgres alone';
  if (!(await postgresAnswers(limits.readyTimeoutMs))) return 'postgres does not answer';
  return (await postgresTakesWrites(limits.readyTimeoutMs)) ? undefined : 'postgres stores nothing';
}

const databaseUp = createGauge('carma_database_up', 'Whether PostgreSQL answered this scrape in time.');
const databaseWritable = createGauge('carma_database_writable', 'Whether PostgreSQL took a row, within the last ten seconds.');
const poolSize = createGauge('carma_database_pool_size', 'The most connections that the pool of this process may open.');
const connections = createGauge('carma_database_connections', 'Connections of all instances, by application and state.', [
  'application',
  'state',
]);
const utilisation = createGauge(
  'carma_event_loop_utilisation',
  'Share of the time since the last scrape in which the process was busy, 0 to 1.',
);

/** Serves metrics to callers with METRICS_TOKEN; everyone else gets 404. */
export async function metrics(c: Context<AppEnv>): Promise<Response> {
  if (!isScrapeAllowed(c.req.header('authorization'))) return c.text('Not found', 404);
  return c.body(await metricsText(), 200, { 'content-type': metricsRegistry.contentType, 'cache-control': 'no-store' });
}

/** Checks, in constant time, whether an Authorization header carries METRICS_TOKEN. Without that setting nobody may scrape. */
function isScrapeAllowed(authorization: string | undefined): boolean {
  const { METRICS_TOKEN } = env();
  const token = bearerToken(authorization);
  return METRICS_TOKEN !== undefined && token !== undefined && sameBytes(Buffer.from(token), Buffer.from(METRICS_TOKEN));
}

registerDatabaseGauges('connections', {
  gauges: [connections],
  read: async () => {
    const rows = await query<{ application: string; state: string; count: number }[]>`
      select application_name as application, coalesce(state, 'unknown') as state, count(*)::integer as count
      from pg_stat_activity
      where datname = current_database() and application_name like 'carma-%'
      group by application_name, pg_stat_activity.state
      order by application_name, pg_stat_activity.state
    `;
    return () => {
      for (const { application, state, count } of rows) connections.set({ application, state }, count);
    };
  },
});

let hasDefaultMetrics = false;
/** Zero, so that the first scrape covers the time since the process started. */
let lastUtilisation = { idle: 0, active: 0, utilization: 0 };

/** Returns the body of /metrics, in Prometheus' text format. Never fails because of the database. */
async function metricsText(): Promise<string> {
  if (!hasDefaultMetrics) collectDefaultMetrics({ register: metricsRegistry });
  hasDefaultMetrics = true;
  const now = performance.eventLoopUtilization();
  utilisation.set(performance.eventLoopUtilization(now, lastUtilisation).utilization);
  lastUtilisation = now;
  poolSize.set(env().DATABASE_POOL_SIZE);
  const { databaseReadLimitMs } = limits;
  databaseWritable.set((await postgresTakesWrites(databaseReadLimitMs)) ? 1 : 0);
  databaseUp.set((await readDatabaseGauges(databaseReadLimitMs)) ? 1 : 0);
  return metricsRegistry.metrics();
}
