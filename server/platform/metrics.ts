import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from './with-timeout.ts';

/** All metrics that /metrics serves. Every label has a bounded set of values: no addresses, ids or visitors' text. */
export const metricsRegistry = new Registry();

/** Returns what an instrument is made with. It replaces one of the same name, because development evaluates a changed module again. */
function named(name: string, help: string, labelNames: string[] = []) {
  metricsRegistry.removeSingleMetric(name);
  return { name, help, labelNames, registers: [metricsRegistry] };
}

export const createGauge = (...parts: Parameters<typeof named>) => new Gauge(named(...parts));
export const createCounter = (...parts: Parameters<typeof named>) => new Counter(named(...parts));
const createTimer = (...parts: Parameters<typeof named>) =>
  new Histogram({ ...named(...parts), buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] });

export const requestDurations = createTimer(
  'carma_http_request_duration_seconds',
  'Time from a request to the end of its response, by route pattern and class of status.',
  ['route', 'status'],
);
export const renderDurations = createTimer(
  'carma_render_duration_seconds',
  'Time from the beginning of the rendering of a page to its first byte, by route pattern.',
  ['route'],
);
export const queryDurations = createTimer(
  'carma_database_query_duration_seconds',
  'Time from a query to its result, including the wait for a connection, by statement.',
  ['query'],
);
export const failedQueries = createCounter('carma_database_query_failures_total', 'Queries that ended in an error, by statement.', [
  'query',
]);
export const queriesInFlight = createGauge(
  'carma_database_queries_in_flight',
  'Queries in flight. Those above carma_database_pool_size are waiting for a connection.',
);
export const cacheLookups = createCounter(
  'carma_cached_responses_total',
  'Responses from the cache (hit), made and cached (miss), or from the cache with a notice of their age while the version of the data is not known (stale).',
  ['kind'],
);
export const shedRequests = createCounter(
  'carma_shed_requests_total',
  'Requests rejected with 503 because the process is overloaded: the queue is full (full), the wait was too long (late), or timers run late (behind).',
  ['reason'],
);
export const failedWrites = createCounter(
  'carma_failed_writes_total',
  'Requests other than reads, such as forms and operations, that were answered with 5xx.',
);
export const limitedRequests = createCounter(
  'carma_limited_requests_total',
  'Requests rejected with 429 because the client exceeded its limit of uncached responses.',
);

type DatabaseGauges = {
  gauges: Gauge[];
  /** Reads the values from the database. Resolves to a function that sets them. */
  read: () => Promise<() => void>;
};

const databaseGauges = new Map<string, DatabaseGauges>();

/** Registers gauges that are read from the database at each scrape, in place of those of this name. */
export function registerDatabaseGauges(name: string, gauges: DatabaseGauges): void {
  databaseGauges.set(name, gauges);
}

/**
 * Sets all registered gauges. If one cannot be read, or not within `ms`, none has a value: a zero would say that nothing waits.
 * @returns whether all were read.
 */
export async function readDatabaseGauges(ms: number): Promise<boolean> {
  const registered = [...databaseGauges.values()];
  const setters = await withTimeout(ms, Promise.all(registered.map(({ read }) => read())), 'PostgreSQL').catch(() => undefined);
  for (const gauge of registered.flatMap(({ gauges }) => gauges)) {
    gauge.reset();
    // To reset one without labels sets it to 0.
    gauge.remove({});
  }
  for (const set of setters ?? []) set();
  return setters !== undefined;
}
