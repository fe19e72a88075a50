import { type Query, query, sql, type Transaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { levelsInTile, type Tile, tileWidth, writeEntries } from '#verify/log.ts';
import { type Hash, type NodeId, rootOf } from '#verify/signed-tree.ts';

/**
 * The log of this installation: its name in checkpoints, its number of entries, and whether it contains sample data. `lost` counts
 * the entries of earlier logs that it lacks, so that the number of a lost certificate is never given again.
 */
export type Log = { origin: string; size: number; isSample: boolean; begunAt: Date; lost: number };

/** Returns the log of this installation; undefined if it has not begun. */
export async function findLog(db: Query = query): Promise<Log | undefined> {
  const [log] = await db<Log[]>`
    select
      origin, record_size()::float8 as size, is_sample, begun_at,
      (select coalesce(sum(ended.size - ended.kept), 0)::float8 from record_ended_logs as ended) as lost
    from record_log
  `;
  return log;
}

/** Locks the log until the transaction ends, and returns it as it then is; undefined if it has not begun. */
export async function lockLog(transaction: Transaction): Promise<Log | undefined> {
  await transaction`select from record_log for update`;
  return findLog(transaction);
}

/** Returns the name of the log or, before it has begun, `ownOrigin`. */
export async function logOrigin(): Promise<string> {
  return (await findLog())?.origin ?? ownOrigin();
}

/** Returns the name that a log gets which begins here; one of samples gets it with `/sample` behind. */
export function ownOrigin(): string {
  const { RECORD_ORIGIN, PUBLIC_URL } = env();
  return RECORD_ORIGIN ?? `${new URL(PUBLIC_URL).host}/log`;
}

/** Begins the log, unless it has begun. Its name changes only when it ends, not when the site's address does. */
export async function beginLog(transaction: Transaction, { isSample, at }: { isSample: boolean; at?: Date }): Promise<void> {
  const own = ownOrigin();
  await transaction`
    insert into record_log (origin, is_sample, begun_at)
    values (${isSample ? `${own}/sample` : own}, ${isSample}, coalesce(${at ?? null}, now()))
    on conflict do nothing
  `;
}

/** Returns a function that reads hashes of complete subtrees, in the given order. It throws an Error if one does not exist. */
export function nodeReader(db: Query) {
  return async (ids: NodeId[]): Promise<Hash[]> => {
    const rows = await db<{ hash: Buffer }[]>`
      select node.hash
      from unnest(${ids.map(({ level }) => level)}::smallint[], ${ids.map(({ index }) => index)}::bigint[])
        with ordinality as wanted (level, index, position)
      join record_nodes as node on node.level = wanted.level and node.index = wanted.index
      order by wanted.position
    `;
    if (rows.length !== ids.length) throw new Error('A hash is missing from the tree of the record');
    return rows.map(({ hash }) => new Uint8Array(hash));
  };
}

/** Returns the root of the tree at a size. */
export const readRoot = (size: number, db: Query = query): Promise<Hash> => rootOf(size, nodeReader(db));

/** Returns the bytes of a tile; undefined if the log does not contain all of it. */
export async function readTile({ level, index, width }: Tile): Promise<Buffer | undefined> {
  const isEntries = level === 'entries';
  const part = isEntries
    ? sql`(select index, entry as bytes from record_entries)`
    : sql`(select index, hash as bytes from record_nodes where level = ${level * levelsInTile})`;
  const first = index * tileWidth;
  const rows = await query<{ bytes: Buffer }[]>`
    select bytes
    from ${part} as part
    where index >= ${first} and index < ${first + width}
    order by index
  `;
  if (rows.length !== width) return undefined;
  const parts = rows.map(({ bytes }) => bytes);
  return isEntries ? Buffer.from(writeEntries(parts)) : Buffer.concat(parts);
}

/**
 * Returns the time (ISO 8601, UTC, to the ms) of the entries of a transaction that has locked the log: the database's, or that of the
 * newest entry if the clock was set back since.
 */
export async function entryTime(transaction: Transaction): Promise<string> {
  const [row] = await transaction<[{ time: Date }]>`
    select greatest(date_trunc('milliseconds', clock_timestamp()), (select created_at from record_entries order by index desc limit 1)) as time
  `;
  return row.time.toISOString();
}
