import type { SignedCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { aggregateRelated, proveIn, type StoredRelated } from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { ProvedFile } from '#src/lib/record-log/proved-file.ts';

/**
 * Returns the corrections and confirmations of an entry, and those of these, that a checkpoint covers. They are read after the
 * checkpoint was signed, so none of its log is missing.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function readRelated(index: number, checkpoint: SignedCheckpoint): Promise<NonNullable<ProvedFile['related']>> {
  const [row] = await query<
    { related: StoredRelated[] | null }[]
  >`select ${aggregateRelated(sql`${index}::bigint`, checkpoint.size)} as related`;
  return Promise.all(
    (row?.related ?? []).map(async ({ index: at, canonical }) => ({ index: at, canonical, proof: await proveIn(at, checkpoint) })),
  );
}
