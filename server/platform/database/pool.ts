import postgres from 'postgres';
import { bounded, isStuck, type Unfinished } from '#server/platform/database/bounded-sql.ts';
import { timed } from '#server/platform/database/timed-sql.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { noteAnswer } from '#server/platform/request-context.ts';

export type Sql = postgres.Sql;

/** How long after a failed attempt a connection is tried again, if somebody asks. */
const reconnectSeconds = 0.1;

let pool: Sql | undefined;
/** What the pool has been given and not ended. */
let unfinished: Unfinished = new Map();

/**
 * The process's connection pool, opened at the first query. Columns arrive in camelCase. Every wait has a limit:
 * connecting (DATABASE_CONNECT_TIMEOUT_MS), a statement and a lock (DATABASE_STATEMENT_TIMEOUT_MS), and all that a
 * request asks (server/platform/database/bounded-sql.ts). A pool whose server stands still is thrown away, with all that waits for it.
 */
export function sql(): Sql {
  noteAnswer({ usesDatabase: true });
  if (pool && isStuck(unfinished)) discard(pool);
  if (!pool) {
    unfinished = new Map();
    pool = timed(bounded(open(), unfinished));
  }
  return pool;
}

/** Closes the pool after running queries have ended, or `seconds` later at the latest. */
export async function closeSql(seconds: number): Promise<void> {
  await pool?.end({ timeout: seconds });
  pool = undefined;
}

/**
 * Whether a rejection is that of the question about types with which the driver (postgres 3.4) begins a connection, and
 * whose promise it drops: nobody can handle it, and it harms nobody, for whoever waits for the connection is told.
 */
export function isDriverOnLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('query' in error && typeof error.query === 'string') return error.query.includes('pg_catalog.pg_type a');
  // The same driver writes to a connection that was closed a moment before.
  return error instanceof TypeError && /nextWrite .*postgres\/src\/connection\.js/.test(error.stack ?? '');
}

/** Whether Postgres answers a trivial query within `ms`. Never throws. */
export async function postgresAnswers(ms: number): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  const answered = sql()`select 1`.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a pool without waiting for its server; whoever still waits for an answer gets an error. */
function discard(stuck: Sql): void {
  pool = undefined;
  log().warn({ event: 'database.stuck', waiting: unfinished.size }, 'Postgres stands still: its connections are thrown away');
  void stuck.end({ timeout: 0 });
}

function open(): Sql {
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_CONNECT_TIMEOUT_MS, DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_READ_LIMIT_MS } = env();
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: the process entry sets it when the embedded server runs');
  return postgres(DATABASE_URL, {
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
