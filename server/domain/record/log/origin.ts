import type { Query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';

/**
 * The log of this installation: its name in checkpoints, its number of entries, and whether it contains sample data. `lost` counts
 * the entries that logs before it had and it has not, so that a number of a lost certificate is never given again.
 */
export type Log = { origin: string; size: number; isSample: boolean; lost: number };

/** Returns the log; undefined if it has not begun. `db` is a transaction or the query function. */
export async function findLog(db: Query): Promise<Log | undefined> {
  const [log] = await db<Log[]>`
    select
      origin, size::float8 as size, is_sample,
      (select coalesce(sum(ended.size - ended.kept), 0)::float8 from record_ended_logs as ended) as lost
    from record_log
  `;
  return log;
}

/** Returns the name of the log. Before it begins, it is an empty log under the name that it will have. */
export async function logOrigin(db: Query): Promise<string> {
  return (await findLog(db))?.origin ?? ownOrigin();
}

/** Returns the name that a log of this installation gets. */
export function ownOrigin(): string {
  const { RECORD_ORIGIN, PUBLIC_URL } = env();
  return RECORD_ORIGIN ?? `${new URL(PUBLIC_URL).host}/log`;
}

/** Begins the log, unless it has begun. Its name never changes, even if the site's address does. */
export async function beginLog(db: Query, { isSample }: { isSample: boolean }): Promise<void> {
  const own = ownOrigin();
  await db`insert into record_log (origin, is_sample) values (${isSample ? `${own}/sample` : own}, ${isSample}) on conflict do nothing`;
}
