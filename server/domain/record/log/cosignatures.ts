import type { SignedCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { ownPolicy, witnessId } from '#server/domain/record/log/witnesses.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { registerDatabaseGauges } from '#server/platform/metrics/database-gauges.ts';
import { createGauge } from '#server/platform/metrics/instruments.ts';
import { checkPolicy, type Policy, type Witnessed } from '#verify/policy.ts';

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

/**
 * Returns a checkpoint with its cosignatures, or the first of them, as a note. What is stored under the name of a witness without being its signature is left
 * out: somebody else has written to the database.
 */
export async function withCosignatures({ size, note }: SignedCheckpoint, most?: number): Promise<SignedCheckpoint> {
  return { size, note: (await readCosigned({ size, note }, most)).note };
}

async function readCosigned({ size, note }: SignedCheckpoint, most: number | null = null): Promise<{ note: string; checked: Witnessed }> {
  const rows = await query<{ witness: string; line: string }[]>`
    select witness, line from record_cosignatures where size = ${size} order by id limit ${most}
  `;
  const noteWith = (wanted: readonly { line: string }[]) => note + wanted.map(({ line }) => line).join('');
  const { policy, checked } = await checkOwnPolicy(noteWith(rows));
  if (checked.forged.length === 0) return { note: noteWith(rows), checked };
  const forged = policy.witnesses.filter(({ name }) => checked.forged.includes(name)).map(({ key }) => witnessId(key));
  const own = noteWith(rows.filter(({ witness }) => !forged.includes(witness)));
  return { note: own, checked: (await checkOwnPolicy(own)).checked };
}

/** The last note that was checked: mostly the same is asked for, and an ML-DSA-44 signature takes some 7 ms. */
let lastChecked: { note: string; settings: string; result: Promise<{ policy: Policy; checked: Witnessed }> } | undefined;

function checkOwnPolicy(note: string): Promise<{ policy: Policy; checked: Witnessed }> {
  const { RECORD_WITNESSES, RECORD_WITNESS_QUORUM } = env();
  const settings = JSON.stringify([RECORD_WITNESSES, RECORD_WITNESS_QUORUM]);
  if (lastChecked?.note !== note || lastChecked.settings !== settings) {
    const check = async () => {
      const policy = await ownPolicy();
      return { policy, checked: await checkPolicy(note, policy) };
    };
    lastChecked = { note, settings, result: check() };
  }
  return lastChecked.result;
}

/** A checkpoint that enough witnesses have cosigned, with its cosignatures, and when the last of those witnesses did. */
export type WitnessedCheckpoint = SignedCheckpoint & { witnesses: string[]; at: Date };

/**
 * Finds the newest checkpoint over more than `index` entries that a quorum of the site's witnesses has cosigned; undefined if there is
 * none, or no witness.
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
  if (!found) return undefined;
  const { note, checked } = await readCosigned(found);
  return checked.isReached ? { ...found, note } : undefined;
}
