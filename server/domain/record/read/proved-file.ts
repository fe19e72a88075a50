import type { SignedCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import {
  type AskedState,
  aggregateRelated,
  proveEntry,
  proveIn,
  type ReadEntry,
  type StoredRelated,
} from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { ProvedFile } from '#verify/proved-file.ts';

/**
 * Returns an entry with everything needed to verify it, and what later entries say about it; undefined if the log does not contain it.
 * @param state the checkpoint that the proof is to have. Undefined then also means that there is no such checkpoint.
 * @throws LogForked if no checkpoint that covers it can be signed.
 */
export async function readProvedFile(
  { index, entry, canonical, texts, related }: ReadEntry,
  state?: AskedState,
): Promise<ProvedFile | undefined> {
  const proved = await proveEntry(index, state, related.at(-1)?.index);
  if (!proved) return undefined;
  const { checkpoint, proof } = proved;
  return {
    format: 'carma-record@v2',
    ...(entry.certificate ? { number: entry.certificate } : {}),
    index,
    canonical,
    proof,
    texts,
    related: await readRelated(index, checkpoint),
    knownUpTo: checkpoint.size,
  };
}

/**
 * Returns the corrections and confirmations of an entry, and those of these, that a checkpoint covers. They are read after the
 * checkpoint was signed, so none of its log is missing.
 */
export async function readRelated(index: number, checkpoint: SignedCheckpoint): Promise<ProvedFile['related']> {
  const [row] = await query<
    { related: StoredRelated[] | null }[]
  >`select ${aggregateRelated(sql`${index}::bigint`, checkpoint.size)} as related`;
  return Promise.all(
    (row?.related ?? []).map(async ({ index: at, canonical }) => ({ index: at, canonical, proof: await proveIn(at, checkpoint) })),
  );
}
