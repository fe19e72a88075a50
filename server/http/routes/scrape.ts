import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics } from 'prom-client';
import { postgresTakesWrites, query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { readDatabaseGauges, registerDatabaseGauges } from '#server/platform/metrics/database-gauges.ts';
import { createGauge, registry } from '#server/platform/metrics/instruments.ts';
import { fixedHeaders, nonPagePolicy } from '#server/platform/web/security-policy.ts';

/** How long (ms) to wait for figures from the database; the other metrics are served without them. */
const databaseTimeoutMs = 2_000;

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
export async function metricsText(): Promise<string> {
  if (!hasDefaultMetrics) collectDefaultMetrics({ register: registry });
  hasDefaultMetrics = true;
  const now = performance.eventLoopUtilization();
  utilisation.set(performance.eventLoopUtilization(now, lastUtilisation).utilization);
  lastUtilisation = now;
  poolSize.set(env().DATABASE_POOL_SIZE);
  databaseWritable.set((await postgresTakesWrites(databaseTimeoutMs)) ? 1 : 0);
  databaseUp.set((await readDatabaseGauges(databaseTimeoutMs)) ? 1 : 0);
  return registry.metrics();
}

export const metricsType = registry.contentType;

/**
 * Serves /metrics on METRICS_HOST:METRICS_PORT, without a token: anyone who can reach that port may read. Returns a function
 * that closes it.
 */
export function openMetricsPort(): () => void {
  const { METRICS_PORT, METRICS_HOST, HEADERS_TIMEOUT_MS } = env();
  if (METRICS_PORT === undefined) return () => {};
  const headers = { ...fixedHeaders({ https: false }), 'content-security-policy': nonPagePolicy, 'cache-control': 'no-store' };
  const limits = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404, headers).end();
    metricsText().then(
      (text) => response.writeHead(200, { ...headers, 'content-type': metricsType }).end(text),
      () => response.writeHead(500, headers).end(),
    );
  });
  server.timeout = HEADERS_TIMEOUT_MS;
  server.maxConnections = 20;
  server.on('error', (error) =>
    log().error({ event: 'metrics.listen-failed', err: error }, 'Metrics are unavailable: their port cannot be opened'),
  );
  server.listen(METRICS_PORT, METRICS_HOST, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : METRICS_PORT;
    log().info({ event: 'metrics.ready', port }, `Serving metrics at http://${METRICS_HOST}:${port}/metrics`);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
