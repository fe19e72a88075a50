import type { Query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';

/** The log of this installation: its name in checkpoints, how many entries it has, and whether it is of sample data. */
export type Log = { origin: string; size: number; isSample: boolean };

/** The log; undefined before it has begun. `db`: a transaction, or the query function. */
export async function findLog(db: Query): Promise<Log | undefined> {
  const [log] = await db<Log[]>`select origin, size::float8 as size, is_sample from record_log`;
  return log;
}

/** Begins the log, if it has not: its name stays, whatever the site's address becomes. */
export async function beginLog(db: Query, { isSample }: { isSample: boolean }): Promise<void> {
  const { RECORD_ORIGIN, PUBLIC_URL } = env();
  const own = RECORD_ORIGIN ?? `${new URL(PUBLIC_URL).host}/log`;
  await db`insert into record_log (origin, is_sample) values (${isSample ? `${own}/sample` : own}, ${isSample}) on conflict do nothing`;
}
