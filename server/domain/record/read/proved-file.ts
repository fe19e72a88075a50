import { proveEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { readRelated } from '#server/domain/record/read/related.ts';
import type { ProvedFile } from '#src/lib/record-log/proved-file.ts';

/**
 * Returns an entry with everything needed to verify it, and what later entries say about it; undefined if the log does not contain it.
 * @param size the size of the checkpoint that the proof is to have. Undefined then also means that there is no such checkpoint.
 * @throws LogForked if no checkpoint that covers it can be signed; the driver's error.
 */
export async function readProvedFile({ index, entry, canonical, texts }: ReadEntry, size?: number): Promise<ProvedFile | undefined> {
  const proved = await proveEntry(index, size);
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
