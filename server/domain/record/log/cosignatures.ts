import type { SignedCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { ownPolicy, witnessId } from '#server/domain/record/log/witnesses.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { registerDatabaseGauges } from '#server/platform/metrics/database-gauges.ts';
import { createGauge } from '#server/platform/metrics/instruments.ts';

const unwitnessed = createGauge(
  'carma_record_unwitnessed_seconds',
  'Age of the oldest checkpoint that is newer than any which enough witnesses have cosigned. 0: they have seen the newest, or there are none.',
);

registerDatabaseGauges('witnesses', {
  gauges: [unwitnessed],
  read: async () => {
    if (env().RECORD_WITNESSES.length === 0) return () => unwitnessed.set(0);
    const seen = await findWitnessed();
    const [oldest] = await query<{ seconds: number }[]>`
      select extract(epoch from now() - signed_at)::float8 as seconds
      from record_checkpoints
      where size > ${seen?.size ?? -1}
      order by size
      limit 1
    `;
    return () => unwitnessed.set(Math.max(0, oldest?.seconds ?? 0));
  },
});

/** Returns a checkpoint with all its cosignatures, as a note. @throws the driver's error. */
export async function withCosignatures({ size, note }: SignedCheckpoint): Promise<SignedCheckpoint> {
  const rows = await query<{ line: string }[]>`select line from record_cosignatures where size = ${size} order by id`;
  return { size, note: note + rows.map(({ line }) => line).join('') };
}

/** A checkpoint that enough witnesses have cosigned, with its cosignatures, and when the last of those witnesses did. */
export type WitnessedCheckpoint = SignedCheckpoint & { witnesses: string[]; at: Date };

/**
 * Finds the newest checkpoint over more than `index` entries that a quorum of the site's witnesses has cosigned; undefined if there is
 * none, or no witness. @throws the driver's error.
 */
export async function findWitnessed(index = -1): Promise<WitnessedCheckpoint | undefined> {
  const { witnesses } = await ownPolicy();
  if (witnesses.length === 0) return undefined;
  const ids = witnesses.map(({ key }) => witnessId(key));
  const [found] = await query<{ size: number; note: string; witnesses: string[]; at: Date }[]>`
    select seen.size::float8 as size, checkpoint.note, seen.witnesses, seen.at
    from (
      select size, array_agg(witness order by id) as witnesses, max(coalesce(cosigned_at, received_at)) as at
      from record_cosignatures
      where size > ${index} and witness = any(${ids}::text[])
      group by size
      having count(*) >= ${env().RECORD_WITNESS_QUORUM ?? 1}
      order by size desc
      limit 1
    ) as seen
    join record_checkpoints as checkpoint on checkpoint.size = seen.size
    join record_log as log on starts_with(checkpoint.note, log.origin || chr(10))
  `;
  return found && { ...found, ...(await withCosignatures(found)) };
}
