import postgres from 'postgres';
import { env } from '#server/env.ts';
import { noteAnswer } from '#server/http/request-context.ts';
import { log } from '#server/log.ts';
import { timed } from '#server/timed-sql.ts';

export type Sql = postgres.Sql;

let pool: Sql | undefined;

/**
 * The process's connection pool, opened at the first query. Columns arrive in camelCase. Every wait has a limit:
 * connecting (DATABASE_CONNECT_TIMEOUT_MS), a statement and a lock (DATABASE_STATEMENT_TIMEOUT_MS).
 */
export function sql(): Sql {
  noteAnswer({ usesDatabase: true });
  pool ??= timed(open());
  return pool;
}

/** Closes the pool after running queries have ended, or `seconds` later at the latest. */
export async function closeSql(seconds: number): Promise<void> {
  await pool?.end({ timeout: seconds });
  pool = undefined;
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

function open(): Sql {
  const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_CONNECT_TIMEOUT_MS, DATABASE_STATEMENT_TIMEOUT_MS } = env();
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: the process entry sets it when the embedded server runs');
  return postgres(DATABASE_URL, {
    max: DATABASE_POOL_SIZE,
    connect_timeout: DATABASE_CONNECT_TIMEOUT_MS / 1000,
    idle_timeout: 60,
    transform: postgres.camel,
    connection: {
      application_name: 'carma-site',
      statement_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
      lock_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    },
    onnotice: (notice) => log().debug({ event: 'postgres.notice', code: notice.code }, 'Postgres says'),
  });
}
