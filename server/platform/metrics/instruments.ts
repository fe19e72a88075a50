import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Everything that /metrics tells. Every label has a bounded set of values: no addresses, ids or words of a visitor. */
export const registry = new Registry();

const registers = [registry];
const secondsToAnswer = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const requests = new Histogram({
  name: 'carma_http_request_duration_seconds',
  help: 'From a request to the end of its answer, by route pattern and class of status.',
  labelNames: ['route', 'status'],
  buckets: secondsToAnswer,
  registers,
});
const renders = new Histogram({
  name: 'carma_render_duration_seconds',
  help: 'From a request for a page to the first byte of its rendering, by route pattern.',
  labelNames: ['route'],
  buckets: secondsToAnswer,
  registers,
});
const queries = new Histogram({
  name: 'carma_database_query_duration_seconds',
  help: 'From asking to the result, waiting for a connection included, by statement.',
  labelNames: ['query'],
  buckets: secondsToAnswer,
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
  help: 'Queries asked and not answered. Those above carma_database_pool_size wait for a connection.',
  registers,
});
/** Since the last look at the metrics. */
const rememberedSince = { hit: 0, same: 0, miss: 0, stale: 0 };

new Counter({
  name: 'carma_remembered_answers_total',
  help: 'Answers from memory (hit), from memory after a look at what they are made from (same), made anew (miss), or the last known while the database is away (stale).',
  labelNames: ['kind'],
  registers,
  collect() {
    for (const kind of ['hit', 'same', 'miss', 'stale'] as const) {
      this.inc({ kind }, rememberedSince[kind]);
      rememberedSince[kind] = 0;
    }
  },
});

const shedRequests = new Counter({
  name: 'carma_shed_requests_total',
  help: 'Requests answered 503 because more was being made than the process can: nobody more may wait (full), waiting took too long (late), timers are late (behind).',
  labelNames: ['reason'],
  registers,
});

const heldMessages = new Counter({
  name: 'carma_messages_held_total',
  help: 'Messages and subscriptions that were stored without mailing anybody: they look automatic, or came over the limit of the site.',
  registers,
});

const limitedRequests = new Counter({
  name: 'carma_limited_requests_total',
  help: 'Requests answered 429 because more had been made for one client than it may have made.',
  registers,
});

type Child = { observe: (seconds: number) => void };

/** The children of a histogram by route and class of status, so that nothing is put together at each request. */
const requestsBy = new Map<string, Child[]>();

/** Counts a request that took `ms`. `route` is a pattern (`routePatterns`), never an address. Costs about 0.3 µs. */
export function observeRequest(route: string, status: number, ms: number): void {
  let children = requestsBy.get(route);
  if (!children) {
    children = [];
    requestsBy.set(route, children);
  }
  const hundreds = status < 200 ? 0 : Math.floor(status / 100);
  children[hundreds] ??= requests.labels(route, `${hundreds}xx`);
  children[hundreds].observe(ms / 1000);
}

/** Counts a rendering that sent its first byte after `ms`. */
export function observeRender(route: string, ms: number): void {
  renders.observe({ route }, ms / 1000);
}

/** Counts how a remembered answer was found. Costs next to nothing. */
export function countCached(kind: keyof typeof rememberedSince): void {
  rememberedSince[kind] += 1;
}

/** Counts a request that was refused for want of capacity. */
export function countShed(reason: 'full' | 'late' | 'behind'): void {
  shedRequests.inc({ reason });
}

/** Counts a message about which nobody is mailed. */
export function countHeldMessage(): void {
  heldMessages.inc();
}

/** Counts a request that was refused because its client had too much made. */
export function countTooMany(): void {
  limitedRequests.inc();
}

/** A query began; call the result with how it ended after `ms`. `name` comes from the code, never from a value. */
export function queryBegan(name: string): (ms: number, failed: boolean) => void {
  queriesInFlight.inc();
  return (ms, failed) => {
    queriesInFlight.dec();
    queries.observe({ query: name }, ms / 1000);
    if (failed) failedQueries.inc({ query: name });
  };
}

const auditGauge = new Gauge({
  name: 'carma_record_audit_ok',
  help: '1 where the last audit of the record found no difference, 0 where it did or where the log does not continue what was signed.',
  registers,
});

/** The outcome of an audit of the record, or of the hourly look whether its log continues what was signed. */
export function observeAudit(isClean: boolean): void {
  auditGauge.set(isClean ? 1 : 0);
}
