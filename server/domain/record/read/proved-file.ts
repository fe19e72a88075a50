import { findLog } from '#server/domain/record/log/origin.ts';
import { publicKeyText } from '#server/domain/record/log/signing-key.ts';
import { proveEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import type { ProvedFile } from '#src/lib/record-log/verify-file.ts';

/**
 * Returns an entry with everything needed to verify it; undefined if the log does not contain it.
 * @throws LogForked if no checkpoint that covers it can be signed; the driver's error.
 */
export async function readProvedFile({ index, entry, canonical, texts }: ReadEntry): Promise<ProvedFile | undefined> {
  const [proved, log] = await Promise.all([proveEntry(index), findLog(query)]);
  if (!proved || !log) return undefined;
  return {
    format: 'carma-record@v1',
    ...(entry.certificate ? { number: entry.certificate } : {}),
    index,
    canonical,
    proof: proved.proof,
    texts: Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text ?? { erased: true as const }])),
    key: await publicKeyText(log.origin),
  };
}
