import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** All metrics that /metrics serves. Every label has a bounded set of values: no addresses, ids or visitors' text. */
export const registry = new Registry();

const registers = [registry];
const latencyBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const requests = new Histogram({
  name: 'carma_http_request_duration_seconds',
  help: 'Time from a request to the end of its response, by route pattern and class of status.',
  labelNames: ['route', 'status'],
  buckets: latencyBuckets,
  registers,
});
const renders = new Histogram({
  name: 'carma_render_duration_seconds',
  help: 'Time from a request for a page to the first byte of its rendering, by route pattern.',
  labelNames: ['route'],
  buckets: latencyBuckets,
  registers,
});
const queries = new Histogram({
  name: 'carma_database_query_duration_seconds',
  help: 'Time from a query to its result, including the wait for a connection, by statement.',
  labelNames: ['query'],
  buckets: latencyBuckets,
  registers,
});
const failedQueries = new Counter({
  name: 'carma_database_query_failures_total',
  help: 'Queries that ended in an error, by statement.',
  labelNames: ['query'],
  registers,
});
const queriesInFlight = new Gauge({
  name: 'carma_database_queries_in_flight',
  help: 'Queries in flight. Those above carma_database_pool_size are waiting for a connection.',
  registers,
});
const cacheLookups = new Counter({
  name: 'carma_cached_responses_total',
  help: 'Responses from the cache (hit), made and cached (miss), or from the cache with a notice of their age while the version of the data is not known (stale).',
  labelNames: ['kind'],
  registers,
});

const shedRequests = new Counter({
  name: 'carma_shed_requests_total',
  help: 'Requests rejected with 503 because the process is overloaded: the queue is full (full), the wait was too long (late), or timers run late (behind).',
  labelNames: ['reason'],
  registers,
});

const failedWrites = new Counter({
  name: 'carma_failed_writes_total',
  help: 'Requests other than reads, such as forms and operations, that were answered with 5xx.',
  registers,
});

const limitedRequests = new Counter({
  name: 'carma_limited_requests_total',
  help: 'Requests rejected with 429 because the client exceeded its limit of uncached responses.',
  registers,
});

type Child = { observe: (seconds: number) => void };

/** The histogram's children by route and class of status, so that labels need not be resolved for each request. */
const requestsBy = new Map<string, Child[]>();

/** Counts a request that took `ms`. `route` is a pattern (server/http/addresses.ts), never an address. Costs about 0.3 µs. */
export function observeRequest(route: string, status: number, ms: number): void {
  let children = requestsBy.get(route);
  if (!children) {
    children = [];
    requestsBy.set(route, children);
  }
  const statusClass = status < 200 ? 0 : Math.floor(status / 100);
  children[statusClass] ??= requests.labels(route, `${statusClass}xx`);
  children[statusClass].observe(ms / 1000);
}

/** Counts a write that was answered with 5xx. */
export function countFailedWrite(): void {
  failedWrites.inc();
}

/** Counts a rendering that sent its first byte after `ms`. */
export function observeRender(route: string, ms: number): void {
  renders.observe({ route }, ms / 1000);
}

/** Counts the outcome of a cache lookup. */
export function countCacheLookup(kind: 'hit' | 'miss' | 'stale'): void {
  cacheLookups.inc({ kind });
}

/** Counts a request that was rejected for lack of capacity. */
export function countShed(reason: 'full' | 'late' | 'behind'): void {
  shedRequests.inc({ reason });
}

/** Counts a request that was rejected because its client exceeded its limit of uncached responses. */
export function countLimitedRequest(): void {
  limitedRequests.inc();
}

/** Counts a query as in flight until the returned function is called. `name` comes from the code, never from a value. */
export function trackQuery(name: string): (ms: number, failed: boolean) => void {
  queriesInFlight.inc();
  return (ms, failed) => {
    queriesInFlight.dec();
    queries.observe({ query: name }, ms / 1000);
    if (failed) failedQueries.inc({ query: name });
  };
}

/** Creates a gauge for its owner. Replaces one of the same name, because development evaluates a changed module again. */
export function createGauge(name: string, help: string, labelNames: string[] = []): Gauge {
  registry.removeSingleMetric(name);
  return new Gauge({ name, help, labelNames, registers });
}

/** Creates a counter for its owner, as `createGauge` does. */
export function createCounter(name: string, help: string, labelNames: string[] = []): Counter {
  registry.removeSingleMetric(name);
  return new Counter({ name, help, labelNames, registers });
}

type Family = {
  gauges: Gauge[];
  /** Reads the values from the database. Resolves to a function that sets them. */
  read: () => Promise<() => void>;
};

const families = new Map<string, Family>();

/** Registers gauges that are read from the database at each scrape, under a name for all of them. */
export function registerDatabaseGauges(name: string, family: Family): void {
  families.set(name, family);
}

/**
 * Sets all registered gauges; if the database does not answer within `ms`, it resets them instead.
 * @returns whether it answered.
 */
export async function readDatabaseGauges(ms: number): Promise<boolean> {
  const registered = [...families.values()];
  const setters = await withTimeout(ms, Promise.all(registered.map(({ read }) => read()))).catch(() => undefined);
  for (const gauge of registered.flatMap(({ gauges }) => gauges)) gauge.reset();
  for (const set of setters ?? []) set();
  return setters !== undefined;
}
