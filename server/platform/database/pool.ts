import pLimit, { type LimitFunction } from 'p-limit';
import postgres from 'postgres';
import { currentAddress } from '#db/hosts.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';

/** Connections of the driver's own, as commands open them. */
export type Sql = postgres.Sql;

export type Pool = {
  sql: Sql;
  /** The server's own address: of several hosts in the setting, the one that was current when the pool was opened. */
  address: string;
  /** Gives each query and transaction a connection to itself; more than DATABASE_POOL_SIZE of them wait in line here. */
  limit: LimitFunction;
  /** What requests have begun and Postgres has not ended, by when (performance.now()) every limit of the server is over. */
  unfinished: Map<object, number>;
  /** A connection could not be made in time, or its server takes no writes. */
  isBroken: boolean;
};

/** How long after a failed attempt a connection is tried again, if somebody asks. */
const reconnectSeconds = 0.1;

/** The database, and a copy of it that is read while it does not answer (DATABASE_URL, DATABASE_STANDBY_URL). */
export type Server = 'primary' | 'standby';

const pools: Partial<Record<Server, Pool>> = {};

/**
 * The process's connection pool of a server, opened at the first query. Columns arrive in camelCase. Connecting, a statement
 * and a lock have limits of their own (DATABASE_CONNECT_TIMEOUT_MS, DATABASE_STATEMENT_TIMEOUT_MS). A pool whose server stands
 * still is thrown away, with all that waits for it.
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

/** The setting that names a server, perhaps with several hosts. */
export function serverSetting(server: Server): string {
  const setting = server === 'primary' ? env().DATABASE_URL : env().DATABASE_STANDBY_URL;
  if (!setting) throw new Error('DATABASE_URL is not set: the process entry sets it when the embedded server runs');
  return setting;
}

/** The address to connect to: of several hosts, the one that was last found in the server's role. */
export const serverAddress = (server: Server) => currentAddress(serverSetting(server));

/** Closes the pools after running queries have ended, or `seconds` later at the latest. */
export async function closePool(seconds: number): Promise<void> {
  await Promise.all(Object.values(pools).map((pool) => pool?.sql.end({ timeout: seconds })));
  pools.primary = undefined;
  pools.standby = undefined;
}

/**
 * Whether something should long have ended. After a connection that could not be made nothing is tried again either: one
 * that was cut off while it was written to never comes back (postgres 3.4).
 */
function isStuck({ unfinished, isBroken }: Pool): boolean {
  const now = performance.now();
  return isBroken || [...unfinished.values()].some((over) => over < now);
}

/** Ends a pool without waiting for its server; whoever still waits for an answer gets an error. */
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
    // The driver's own grows to 20 s, by the failures of all connections together: after an outage, whoever was given one that
    // nobody had used since would be refused long after Postgres is back.
    backoff: () => reconnectSeconds,
    transform: postgres.camel,
    connection: {
      application_name: 'carma-site',
      statement_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
      // So that connections are free again when nobody waits for what they wait for.
      lock_timeout: Math.min(DATABASE_READ_LIMIT_MS, DATABASE_STATEMENT_TIMEOUT_MS),
      idle_in_transaction_session_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    },
    onnotice: (notice) => log().debug({ event: 'postgres.notice', code: notice.code }, 'Postgres says'),
  });
}
