import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import postgres from 'postgres';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { markResponse, requestContext } from '#server/platform/request-context.ts';
import { connectionOptions } from '#src/lib/input/database-address.ts';

/** The driver's connections. */
export type Sql = postgres.Sql;

export type Pool = {
  sql: Sql;
  /** Gives each query and transaction a connection of its own. Beyond DATABASE_POOL_SIZE of them, the rest queue here. */
  limit: LimitFunction;
  /** Unfinished work of requests, and when (performance.now()) the last of the server's limits on it expires. */
  unfinished: Map<object, number>;
  /** Whether a connection could not be opened in time, or the server is read-only. */
  isBroken: boolean;
};

/** How long after a failed attempt the driver may try to connect again. */
const reconnectSeconds = 0.1;

let open: Pool | undefined;

/**
 * Returns this process's connection pool, opened at the first query. Columns arrive in camelCase. The server limits statements and
 * lock waits (DATABASE_STATEMENT_TIMEOUT_MS), the driver limits connecting (DATABASE_CONNECT_TIMEOUT_MS). A pool whose server hangs
 * is discarded with everything that waits for it, as is one of a server that is no longer the primary.
 */
export function openPool(): Pool {
  if (open && isStuck(open)) {
    discard(open);
    open = undefined;
  }
  open ??= { sql: connect(), limit: pLimit(env().DATABASE_POOL_SIZE), unfinished: new Map(), isBroken: false };
  return open;
}

/** Returns the address of the database. @throws Error if there is none. */
export function databaseUrl(): string {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: the process entry sets it when the embedded server runs');
  return DATABASE_URL;
}

/** Closes the pool once running queries have ended, or after `seconds`. */
export async function closePool(seconds: number): Promise<void> {
  await open?.sql.end({ timeout: seconds });
  open = undefined;
}

/**
 * Checks whether the server hangs: work has outlived every limit, or a connection could not be opened. The pool is then not
 * used again, because a connection that breaks while it is being written to never recovers (postgres 3.4).
 */
function isStuck({ unfinished, isBroken }: Pool): boolean {
  const now = performance.now();
  return isBroken || [...unfinished.values()].some((over) => over < now);
}

/** Closes a pool without waiting for its server. Unfinished queries fail. */
function discard(stuck: Pool): void {
  log().warn(
    { event: 'database.stuck', waiting: stuck.unfinished.size },
    'PostgreSQL is unresponsive or read-only: its connections are dropped',
  );
  void stuck.sql.end({ timeout: 0 });
}

/** Returns what the site's connections ask for besides what all assume, which the server of DATABASE_URL has to keep. Times are in ms. */
export function sessionSettings() {
  const { DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_READ_LIMIT_MS } = limits;
  return {
    statement_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    // Frees connections once no request waits for them any more.
    lock_timeout: Math.min(DATABASE_READ_LIMIT_MS, DATABASE_STATEMENT_TIMEOUT_MS),
    idle_in_transaction_session_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    // The whole database fits in memory, where reading a page at random costs little more than reading the next one.
    random_page_cost: 1.1,
    // How similar a word must be to count as mistyped (server/domain/projects/match-text.ts).
    'pg_trgm.word_similarity_threshold': 0.38,
  };
}

function connect(): Sql {
  const { DATABASE_POOL_SIZE } = env();
  const { DATABASE_CONNECT_TIMEOUT_MS } = limits;
  return postgres({
    ...connectionOptions(databaseUrl(), { application_name: 'carma-site', ...sessionSettings() }),
    max: DATABASE_POOL_SIZE,
    connect_timeout: DATABASE_CONNECT_TIMEOUT_MS / 1000,
    idle_timeout: 60,
    // Composed statements differ from request to request. Each would be kept, prepared, on every connection for as long as that lives.
    prepare: false,
    // The driver's default grows to 20 s with the failures of all connections together. After an outage, a query on a connection
    // that had not been used since would fail long after PostgreSQL is back.
    backoff: () => reconnectSeconds,
    transform: postgres.camel,
    onnotice: (notice) => log().debug({ event: 'postgres.notice', code: notice.code }, 'Postgres says'),
  });
}

/** PostgreSQL did not answer within the request's time limit. A write may or may not have been stored. */
export class DatabaseTimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

type Work<Result> = (sql: Sql, deadline: Deadline) => Promise<Result>;

export type Deadline = {
  /** Rejects when the time is up; never outside a request. */
  tooLate: Promise<never>;
  throwIfLate: () => void;
  /** Removes the time limit. */
  clear: () => void;
  /** Whether nothing has been handed out yet, so that a refused transaction may be tried again. */
  mayRepeat: boolean;
};

/** If the server exceeds its own statement limit by this long (ms), it is gone or hangs. */
const graceMs = 1_000;
/** This many queries per connection may wait; further ones are rejected immediately. */
const maxQueuedPerConnection = 100;
/** Errors after which the pool must be replaced: no connection in time, or a read-only server, so no longer the primary. */
const brokenPoolCodes = ['CONNECT_TIMEOUT', '25006'];
/** PostgreSQL undid the transaction because of another one, of which nothing is wrong: it could not be in order with it, or a deadlock. */
const refusedCodes = ['40001', '40P01'];
/** How often work is tried, and how long (ms) it waits before the second time. */
const attempts = 5;
const repeatMs = 20;

/**
 * Runs `work` on a pooled connection, within the running request's time for the database (DATABASE_READ_LIMIT_MS,
 * DATABASE_WRITE_LIMIT_MS), even if the server hangs. Waiting for a connection counts. Work is not started after the deadline;
 * work already running is left to the server's own limits, because the driver's cancel() is not safe (docs/decisions/022).
 * Outside a request only those limits apply. Work that PostgreSQL undid because of another transaction is done again, so `work` keeps
 * nothing of an attempt.
 * @throws DatabaseTimeoutError, or whatever `work` throws.
 */
export async function withinDeadline<Result>(work: Work<Result>): Promise<Result> {
  markResponse({ usesDatabase: true });
  const pool = openPool();
  const msLeft = databaseMsLeft();
  const reason = msLeft === undefined ? undefined : rejectionReason(pool, msLeft);
  if (reason) throw new DatabaseTimeoutError(reason);
  const deadline = startDeadline(pool, msLeft);
  const running = pool.limit(async () => {
    for (let attempt = 1; ; attempt += 1) {
      deadline.throwIfLate();
      try {
        return await work(pool.sql, deadline);
      } catch (error) {
        if (attempt === attempts || !deadline.mayRepeat || !refusedCodes.includes((error as { code?: string }).code ?? '')) throw error;
      }
      await sleep(repeatMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  });
  running.then(deadline.clear, (error) => {
    if (brokenPoolCodes.includes(error?.code)) pool.isBroken = true;
    deadline.clear();
  });
  return Promise.race([running, deadline.tooLate]);
}

function startDeadline({ unfinished }: Pool, msLeft: number | undefined): Deadline {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  if (msLeft === undefined) return { tooLate, throwIfLate: () => {}, clear: () => {}, mayRepeat: true };
  let late: DatabaseTimeoutError | undefined;
  const timer = setTimeout(() => {
    const context = requestContext();
    // Timers may fire slightly early, so mark the time as used up.
    if (context) context.databaseUntil = 0;
    late = new DatabaseTimeoutError('PostgreSQL did not answer in time');
    reject(late);
  }, msLeft);
  const deadline = {
    tooLate,
    throwIfLate: () => {
      if (late) throw late;
    },
    clear: () => {
      clearTimeout(timer);
      unfinished.delete(deadline);
    },
    mayRepeat: true,
  };
  unfinished.set(deadline, performance.now() + msLeft + limits.DATABASE_STATEMENT_TIMEOUT_MS + graceMs);
  return deadline;
}

function rejectionReason({ unfinished }: Pool, msLeft: number): string | undefined {
  if (msLeft <= 0) return 'The time limit for the database was used up';
  if (unfinished.size >= env().DATABASE_POOL_SIZE * maxQueuedPerConnection) return 'Too many queries are waiting';
  return undefined;
}

/** Returns how long (ms) the running request may still wait for the database. The time starts with its first query. */
function databaseMsLeft(): number | undefined {
  const context = requestContext();
  if (context?.databaseMs === undefined) return undefined;
  context.databaseUntil ??= performance.now() + context.databaseMs;
  return context.databaseUntil - performance.now();
}

/** Checks whether an error means that the connection is lost: closed by the driver, the network, or a server shutting down. */
export function isConnectionLost(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity === 'FATAL' || (typeof code === 'string' && /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE)$/.test(code));
}

/**
 * Checks whether an unhandled rejection is the driver's own after a lost connection (postgres 3.4). These are harmless: every
 * query waiting for that connection is rejected anyway.
 */
export function isDriverOnLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The driver starts each connection with a query for types, and drops its promise. That query fails with the same error as all
  // others on the connection, which names whichever of them came first.
  if ('query' in error && typeof error.query === 'string') return isConnectionLost(error) || error.query.includes('pg_catalog.pg_type a');
  // It writes to a connection that has just been closed.
  return error instanceof TypeError && /nextWrite .*postgres\/src\/connection\.js/.test(error.stack ?? '');
}
