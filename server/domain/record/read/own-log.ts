import { readLastSigned } from '#server/domain/record/log/data-dir.ts';
import { readLogKeys } from '#server/domain/record/log/keys.ts';
import { findLog, logOrigin, ownOrigin } from '#server/domain/record/log/log.ts';
import { findWitnessed, ownPolicy, witnessLines } from '#server/domain/record/log/witnesses.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import type { EndedLog } from '#verify/log.ts';
import { keyText, type LogKey, writeKeys } from '#verify/signed-tree.ts';

/** Finds every key of the log, the current one first. */
export async function listOwnKeys(): Promise<LogKey[]> {
  return readLogKeys(query, await logOrigin());
}

/** Finds every key of the log, in the format of `readKeys`. */
export async function findOwnKeysText(): Promise<string> {
  return writeKeys(await listOwnKeys());
}

/** Finds what this site asks of a checkpoint, in the format of C2SP tlog-policy. */
export async function findOwnPolicy(): Promise<string> {
  const { PUBLIC_URL, RECORD_WITNESSES } = env();
  const origin = await logOrigin();
  const keys = (await listOwnKeys()).filter(({ key }) => key.name === origin);
  const logs = keys.map(
    ({ key, until }) => `${until === undefined ? '' : `# signed until ${until}\n`}log ${keyText(key)} ${PUBLIC_URL}/log\n`,
  );
  const unwatched = '# No witness sees this log: nobody could notice that different logs are shown to different people.\n';
  return `${logs.join('')}${RECORD_WITNESSES.length > 0 ? '' : unwatched}${witnessLines()}`;
}

/**
 * Finds who watches the log: the names of the witnesses, how many are needed, and the newest state that as many have seen, with how many
 * entries came after it.
 */
export async function findWitnessing() {
  const [{ witnesses, quorum }, found, log] = await Promise.all([ownPolicy(), findWitnessed(), findLog()]);
  const needed = quorum.threshold;
  const names = witnesses.map(({ name }) => name);
  if (!found || !log) return { witnesses: names, needed };
  const { size, seenBy, at } = found;
  return { witnesses: names, needed, newest: { size, newer: Math.max(0, log.size - size), seenBy, at } };
}

/**
 * Returns how many entries were signed, and how many of them (`size`) the database has since it was restored; undefined if it has all.
 * @throws LogForked as `readLastSigned`.
 */
export async function findMissingEntries() {
  const log = await findLog();
  if (log?.isSample) return undefined;
  // A restored database may be older than the log itself.
  const last = (await readLastSigned(log?.origin ?? ownOrigin()))?.checkpoint;
  // Read anew: entries may have been stored, and signed, since.
  const { size } = (await findLog()) ?? { size: 0 };
  return last && last.size > size ? { size, signed: last.size } : undefined;
}

/** Lists the entries with texts that are not on file, with their certificates. */
export function listLostTexts(): Promise<{ index: number; certificate: string | null }[]> {
  return query<{ index: number; certificate: string | null }[]>`
    select distinct lost.entry_index::float8 as index, certificate.number as certificate
    from record_lost_texts as lost
    left join record_certificates as certificate on certificate.entry_index = lost.entry_index
    where not exists (select from record_texts where entry_index = lost.entry_index and field = lost.field)
      and not exists (select from record_erasures where entry_index = lost.entry_index and field = lost.field)
    order by index
  `;
}

/** A log that has ended. `note`: its last checkpoint. `held`: how many of its entries the log `continuedBy` still has. */
type EndedOwnLog = Omit<EndedLog, 'log'> & Record<'origin' | 'note' | 'reason' | 'continuedBy', string> & { held: number; endedAt: Date };

/** Lists the logs of this installation that have ended, the newest first. */
export function listEndedLogs(): Promise<EndedOwnLog[]> {
  return query<EndedOwnLog[]>`
    select ended.origin, ended.size::float8 as size, kept::float8 as kept, min(kept) over (order by ended_at desc)::float8 as held,
      note, reason, ended_at, log.origin as continued_by
    from record_ended_logs as ended
    cross join record_log as log
    order by ended_at desc
  `;
}

/**
 * Returns what the log of this installation says about itself, for somebody who finds it or a copy of it: nothing of this is signed.
 * `begunAt` is null before it begins; `paths` are relative to `url`.
 */
export async function describeLog() {
  const { PUBLIC_URL, CONTACT_EMAIL } = env();
  const log = await findLog();
  const [keys, witnessed, ended] = await Promise.all([listOwnKeys(), findWitnessed(), listEndedLogs()]);
  return {
    origin: log?.origin ?? ownOrigin(),
    url: `${PUBLIC_URL}/log`,
    about: `${PUBLIC_URL}/record`,
    contact: `mailto:${CONTACT_EMAIL}`,
    sample: log?.isSample ?? false,
    begunAt: log?.begunAt.toISOString() ?? null,
    keys: keys.map(({ key, ...period }) => ({ key: keyText(key), ...period })),
    // The logs that have ended and that this one continues, as its entries say: of each log, the entry with the index `kept`.
    ended: ended.toReversed().map(({ origin, size, kept }): EndedLog => ({ log: origin, size, kept })),
    // The size of the newest checkpoint that as many witnesses have cosigned as the policy asks for.
    witnessed: witnessed?.size ?? null,
    policy: await findOwnPolicy(),
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

/**
 * Checks whether the site's own login could switch off the triggers that guard the record: it owns one of the record's tables (named as
 * `isOfRecord` in db/grants.ts has it), may act as its owner, or is a superuser. In a database with a single login it always could.
 */
export async function ownsRecord(): Promise<boolean> {
  const [row] = await query<{ owns: boolean }[]>`
    select
      coalesce(bool_or(pg_has_role(current_user, relowner, 'member')), false)
      or has_parameter_privilege(current_user, 'session_replication_role', 'set') as owns
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname ~ '^(record|credit|unit)_'
  `;
  return row?.owns ?? false;
}
