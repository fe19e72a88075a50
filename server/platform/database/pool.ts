import pLimit, { type LimitFunction } from 'p-limit';
import postgres from 'postgres';
import { currentAddress } from '#db/hosts.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';

/** The driver's connections. */
export type Sql = postgres.Sql;

export type Pool = {
  sql: Sql;
  /** The address of this one server, even if the setting names several. */
  address: string;
  /** Gives each query and transaction a connection of its own. Beyond DATABASE_POOL_SIZE of them, the rest queue here. */
  limit: LimitFunction;
  /** Unfinished work of requests, and when (performance.now()) the last of the server's limits on it expires. */
  unfinished: Map<object, number>;
  /** Whether a connection could not be opened in time, or the primary is read-only. */
  isBroken: boolean;
};

/** How long after a failed attempt the driver may try to connect again. */
const reconnectSeconds = 0.1;

/** The primary (DATABASE_URL), or the standby that is read while the primary does not answer (DATABASE_STANDBY_URL). */
export type Server = 'primary' | 'standby';

const pools: Partial<Record<Server, Pool>> = {};

/**
 * Returns this process's connection pool for a server, opened at the first query. Columns arrive in camelCase. The server limits
 * statements and lock waits (DATABASE_STATEMENT_TIMEOUT_MS), the driver limits connecting (DATABASE_CONNECT_TIMEOUT_MS). A pool
 * whose server hangs is discarded with everything that waits for it, as is one of a server that is no longer the primary.
 */
export function openPool(server: Server = 'primary'): Pool {
  const address = serverAddress(server);
  const open = pools[server];
  if (open?.address === address && !isStuck(open)) return open;
  if (open) discard(open, server);
  const pool = { sql: connect(address), address, limit: pLimit(env().DATABASE_POOL_SIZE), unfinished: new Map(), isBroken: false };
  pools[server] = pool;
  return pool;
}

/** Returns the setting for a server, which may name several hosts. */
export function serverSetting(server: Server): string {
  const setting = server === 'primary' ? env().DATABASE_URL : env().DATABASE_STANDBY_URL;
  if (!setting) throw new Error('DATABASE_URL is not set: the process entry sets it when the embedded server runs');
  return setting;
}

/** Returns the address to connect to; with several hosts, the one last found in the server's role. */
export const serverAddress = (server: Server) => currentAddress(serverSetting(server));

/** Closes the pools once running queries have ended, or after `seconds`. */
export async function closePool(seconds: number): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool?.sql.end({ timeout: seconds })));
  pools.primary = undefined;
  pools.standby = undefined;
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
function discard(stuck: Pool, server: Server): void {
  log().warn(
    { event: 'database.stuck', server, waiting: stuck.unfinished.size },
    'PostgreSQL is unresponsive or read-only: its connections are dropped',
  );
  void stuck.sql.end({ timeout: 0 });
}

function connect(address: string): Sql {
  const { DATABASE_POOL_SIZE, DATABASE_CONNECT_TIMEOUT_MS, DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_READ_LIMIT_MS } = env();
  return postgres(address, {
    max: DATABASE_POOL_SIZE,
    connect_timeout: DATABASE_CONNECT_TIMEOUT_MS / 1000,
    idle_timeout: 60,
    // The driver's default grows to 20 s with the failures of all connections together. After an outage, a query on a connection
    // that had not been used since would fail long after PostgreSQL is back.
    backoff: () => reconnectSeconds,
    transform: postgres.camel,
    connection: {
      application_name: 'carma-site',
      statement_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
      // Frees connections once no request waits for them any more.
      lock_timeout: Math.min(DATABASE_READ_LIMIT_MS, DATABASE_STATEMENT_TIMEOUT_MS),
      idle_in_transaction_session_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
      // The whole database fits in memory, where reading a page at random costs little more than reading the next one.
      random_page_cost: 1.1,
      // How similar a word must be to count as mistyped (server/domain/projects/match-text.ts).
      'pg_trgm.word_similarity_threshold': 0.38,
    },
    onnotice: (notice) => log().debug({ event: 'postgres.notice', code: notice.code }, 'Postgres says'),
  });
}
