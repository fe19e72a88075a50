import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { registry } from '#server/platform/metrics/instruments.ts';
import { deadMailQueue, mailQueue } from '#server/platform/queue.ts';
import { fixedHeaders, nonPagePolicy } from '#server/platform/web/security-policy.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** How long (ms) to wait for figures from the database; the other metrics are served without them. */
const databaseTimeoutMs = 2_000;

const registers = [registry];
const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers });

const databaseUp = gauge('carma_database_up', 'Whether PostgreSQL answered this scrape in time.');
const poolSize = gauge('carma_database_pool_size', 'The most connections that the pool of this process may open.');
const connections = gauge('carma_database_connections', 'Connections of all instances, by application and state.', [
  'application',
  'state',
]);
const mails = gauge('carma_mail_deliveries', 'Mails by state: see docs/operations.md.', ['state']);
const oldestMail = gauge('carma_mail_oldest_waiting_seconds', 'Age of the oldest mail that is waiting to be sent.');
const jobs = gauge('carma_queue_jobs', 'Unfinished jobs, by queue and state.', ['queue', 'state']);
const utilisation = gauge('carma_event_loop_utilisation', 'Share of the time since the last scrape in which the process was busy, 0 to 1.');

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
  databaseUp.set((await readDatabase()) ? 1 : 0);
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

type Figures = {
  mails: { state: string; count: number; oldestSeconds: number | null }[];
  jobs: { queue: string; state: string; count: number }[];
  connections: { application: string; state: string; count: number }[];
};

async function readDatabase(): Promise<boolean> {
  const figures = await withTimeout(databaseTimeoutMs, readFigures()).catch(() => undefined);
  for (const stale of [mails, jobs, connections, oldestMail]) stale.reset();
  if (!figures) return false;
  for (const { state, count } of figures.mails) mails.set({ state }, count);
  oldestMail.set(Math.max(0, ...figures.mails.map(({ oldestSeconds }) => oldestSeconds ?? 0)));
  for (const { queue, state, count } of figures.jobs) jobs.set({ queue, state }, count);
  for (const { application, state, count } of figures.connections) connections.set({ application, state }, count);
  return true;
}

async function readFigures(): Promise<Figures> {
  const [mailStates, jobStates, connectionStates] = await Promise.all([
    query<Figures['mails']>`
      select
        state,
        count(*)::integer as count,
        extract(epoch from now() - min(created_at) filter (where state in ('queued', 'sending')))::float8 as oldest_seconds
      from mail_deliveries
      group by state
      order by state
    `,
    query<Figures['jobs']>`
      select name as queue, state::text, count(*)::integer as count
      from pgboss.job
      where name in (${mailQueue}, ${deadMailQueue}) and state < 'completed'
      group by name, state
      order by name, state
    `,
    query<Figures['connections']>`
      select application_name as application, coalesce(state, 'unknown') as state, count(*)::integer as count
      from pg_stat_activity
      where datname = current_database() and application_name like 'carma-%'
      group by application_name, pg_stat_activity.state
      order by application_name, pg_stat_activity.state
    `,
  ]);
  return { mails: mailStates, jobs: jobStates, connections: connectionStates };
}
