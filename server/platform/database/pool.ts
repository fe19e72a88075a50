import pLimit, { type LimitFunction } from 'p-limit';
import postgres from 'postgres';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { connectionOptions } from '#shared/lib/input/database-address.ts';

/** The driver's connections. */
export type Sql = postgres.Sql;

export type Pool = {
  sql: Sql;
  /** Gives each query and transaction a connection of its own. Beyond DATABASE_POOL_SIZE of them, the rest queue here. */
  limit: LimitFunction;
  /** Unfinished work of requests and of jobs with a limit, and when (performance.now()) the last of the server's limits on it expires. */
  unfinished: Map<object, number>;
  /** Whether a connection could not be opened in time, or the server is read-only. */
  isBroken: boolean;
};

let open: Pool | undefined;

/**
 * Returns this process's connection pool, opened at the first query. Columns arrive in camelCase. The server limits statements
 * and lock waits (`sessionSettings`), the driver limits connecting (`databaseConnectTimeoutMs`). A pool whose server hangs
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
 * Checks whether the server hangs (work has outlived every limit) or the pool is broken. The pool is then not used again, because a
 * connection that breaks while it is being written to never recovers (postgres 3.4).
 */
function isStuck({ unfinished, isBroken }: Pool): boolean {
  return isBroken || [...unfinished.values()].some((expiry) => expiry < performance.now());
}

/** Closes a pool without waiting for its server. Unfinished queries fail. */
function discard(stuck: Pool): void {
  log().warn(
    { event: 'database.stuck', waiting: stuck.unfinished.size },
    'PostgreSQL is unresponsive or read-only: its connections are dropped',
  );
  void stuck.sql.end({ timeout: 0 });
}

/**
 * Returns the settings of the site's sessions, besides those of every connection (`connectionOptions`). Times are in ms. A pooler at
 * DATABASE_URL may drop them: db/check-server.ts looks whether a session has them.
 */
export function sessionSettings() {
  const { databaseStatementTimeoutMs, databaseReadLimitMs } = limits;
  return {
    statement_timeout: databaseStatementTimeoutMs,
    // Frees connections once no request waits for them any more.
    lock_timeout: Math.min(databaseReadLimitMs, databaseStatementTimeoutMs),
    idle_in_transaction_session_timeout: databaseStatementTimeoutMs,
    // The whole database fits in memory, where reading a page at random costs little more than reading the next one.
    random_page_cost: 1.1,
    // How similar a word must be to count as mistyped (server/domain/projects/carbon-projects.ts).
    'pg_trgm.word_similarity_threshold': 0.38,
  };
}

function connect(): Sql {
  return postgres({
    ...connectionOptions(databaseUrl(), { application_name: 'carma-site', ...sessionSettings() }),
    max: env().DATABASE_POOL_SIZE,
    // Both in seconds.
    connect_timeout: limits.databaseConnectTimeoutMs / 1_000,
    idle_timeout: 60,
    // Composed statements differ from request to request. Each would be kept, prepared, on every connection for as long as that lives.
    prepare: false,
    // The driver's default grows to 20 s with the failures of all connections together. After an outage, a query on a connection
    // that had not been used since would fail long after PostgreSQL is back. In seconds.
    backoff: () => 0.1,
    transform: postgres.camel,
    // Days (type 1082) arrive as PostgreSQL writes them, 2026-03-31 (`assumedSettings`): a Date would be a moment in the server's time
    // zone. They are sent as texts (type 25), which is what the driver does anyway.
    types: { day: { to: 25, from: [1082], serialize: String, parse: String } },
    onnotice: (notice) => log().debug({ event: 'postgres.notice', code: notice.code }, 'Postgres says'),
  });
}
