import { findWitnessed } from '#server/domain/record/log/cosignatures.ts';
import { readLogKeys } from '#server/domain/record/log/log-keys.ts';
import { ownOrigin } from '#server/domain/record/log/origin.ts';
import { readPolicyText } from '#server/domain/record/log/witnesses.ts';
import type { Query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import type { EndedLog } from '#verify/follow-log.ts';
import { keyText } from '#verify/note.ts';

/**
 * What the log says about itself, for somebody who finds it or a copy of it: nothing of this is signed. `begunAt` is null before it
 * begins; `paths` are relative to `url`.
 */
export type LogDescription = {
  origin: string;
  url: string;
  about: string;
  contact: string;
  sample: boolean;
  begunAt: string | null;
  keys: { key: string; from?: string; until?: string }[];
  /** The logs that have ended and that this one continues, as its entries say: entry `kept` of each. */
  ended: EndedLog[];
  /** The size of the newest checkpoint that as many witnesses have cosigned as the policy asks for. */
  witnessed: number | null;
  /** In the format of C2SP tlog-policy. */
  policy: string;
  formats: Record<string, string>;
  paths: Record<string, string>;
};

/** Describes the log of this installation. */
export async function describeLog(db: Query): Promise<LogDescription> {
  const { PUBLIC_URL, CONTACT_EMAIL } = env();
  const [log] = await db<{ origin: string; isSample: boolean; begunAt: Date }[]>`select origin, is_sample, begun_at from record_log`;
  const origin = log?.origin ?? ownOrigin();
  const [keys, witnessed] = await Promise.all([readLogKeys(db, origin), findWitnessed()]);
  return {
    origin,
    url: `${PUBLIC_URL}/log`,
    about: `${PUBLIC_URL}/record`,
    contact: `mailto:${CONTACT_EMAIL}`,
    sample: log?.isSample ?? false,
    begunAt: log?.begunAt.toISOString() ?? null,
    keys: keys.map(({ key, ...period }) => ({ key: keyText(key), ...period })),
    ended: await db<EndedLog[]>`
      select origin as log, size::float8 as size, kept::float8 as kept from record_ended_logs order by ended_at
    `,
    witnessed: witnessed?.size ?? null,
    policy: await readPolicyText(db, origin),
    formats: {
      log: 'https://c2sp.org/tlog-tiles',
      checkpoint: 'https://c2sp.org/tlog-checkpoint',
      policy: 'https://c2sp.org/tlog-policy',
      entry: `${PUBLIC_URL}/api/openapi.json`,
    },
    paths: {
      checkpoint: 'checkpoint',
      earlierCheckpoint: 'checkpoints/{size}',
      keys: 'keys',
      policy: 'policy',
      tile: 'tile/{level}/{index}',
      entries: 'tile/entries/{index}',
    },
  };
}
