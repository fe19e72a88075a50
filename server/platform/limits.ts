import { uploadLimitMs } from '#shared/schemas/attachments.ts';

const defaults = {
  /** The longest wait for a connection. */
  databaseConnectTimeoutMs: 2_000,
  /** The longest time of a statement. 0: no limit, for a command that works on a large file. */
  databaseStatementTimeoutMs: 5_000,
  /**
   * How long a request may wait for the database in total: reads of pages and data, and writes or whole files. Unlike the server's own
   * limits, these also apply when the server hangs.
   */
  databaseReadLimitMs: 1_400,
  databaseWriteLimitMs: 2_500,
  /** Queries that take at least this long are logged. Includes the wait for a connection. */
  databaseSlowQueryMs: 200,
  /** /readyz answers 503 when PostgreSQL takes longer. */
  readyTimeoutMs: 1_000,

  /** The longest time for receiving a whole request. A form with files may take nearly all of it. */
  requestTimeoutMs: uploadLimitMs,
  /** The longest time for receiving any other body. */
  bodyTimeoutMs: 30_000,
  /** The longest time for receiving the headers of a request. */
  headersTimeoutMs: 10_000,
  /** Connections on which nothing moves for this long, from a request's beginning to its response's end, are closed. */
  stalledTimeoutMs: 30_000,
  /** The longest time that a client may take to read a response. */
  deliveryTimeoutMs: 300_000,
  /** Further connections are closed without a response. */
  maxConnections: 5_000,
  /** The largest body that the API accepts, but for forms with a file. */
  bodyLimitBytes: 262_144,
  /** How long requests in flight have to finish when the process stops, and then its jobs. */
  shutdownTimeoutMs: 10_000,

  /**
   * How many uncached responses may be made at once, how many more may wait, and for how long; one client may have half of each number.
   * Beyond that, and while the process's timers are late by `maxEventLoopLagMs`, requests get 503 and Retry-After. Cached responses and
   * files are always served.
   */
  maxRenders: 16,
  maxWaitingRenders: 64,
  renderWaitMs: 2_000,
  maxEventLoopLagMs: 1_000,
  /** A page begins after this long at the latest: it is then sent without what is still missing, which follows. */
  pageBeginsWithinMs: 450,
  /** The most that the cache of responses holds. */
  cacheBytes: 67_108_864,
  /** Requests to the API, /mcp included, per minute and client address, counted by each process separately. */
  apiRequestsPerMinute: 6_000,
  /**
   * Uncached responses per client address: the rate per second, and the burst allowed before it applies; an IPv6 /56 may have twice as
   * many, a /48 four times. Beyond that, requests get 429 and Retry-After. A batch costs as much as its calls.
   */
  uncachedRatePerSecond: 20,
  uncachedBurst: 200,

  /** The longest time for sending one mail. If the process crashes meanwhile, another retries after twice that time. */
  mailTimeoutMs: 20_000,
};

export type Limits = typeof defaults;

/** The limits and times of this process. Whoever starts it, as tests and the drill, may pass others in before anything of it is loaded. */
export const limits: Limits = { ...defaults, ...(globalThis as { carmaLimits?: Partial<Limits> }).carmaLimits };
