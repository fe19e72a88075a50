import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { createCounter, createGauge, registerDatabaseGauges } from '#server/platform/metrics.ts';
import { bodyOf } from '#verify/log.ts';
import {
  checkCosignatures,
  type Policy,
  PolicyError,
  readPolicy,
  verifyCosignature,
  type Witness,
  type Witnessed,
  type WitnessKey,
} from '#verify/policy.ts';
import { areEqual, proveConsistency, readCheckpoint, writeNote } from '#verify/signed-tree.ts';
import { canonicalNumber, fromUtf8, toBase64, toHex } from '#verify/text.ts';
import { newestCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { readLastSigned, saveLastSigned } from './data-dir.ts';
import { findLog, nodeReader } from './log.ts';

/** The time (ms) in which a witness must have answered. */
const answerLimitMs = 10_000;
/** The most bytes of an answer that are read: a few signatures, of which the longest have 3,300. */
const answerLimitBytes = 65_536;
/** How far (ms) a witness's clock may be ahead of ours. */
const clockLimitMs = 300_000;

const outcomes = ['cosigned', 'failed', 'contradicts'] as const;
type Outcome = (typeof outcomes)[number];
const answers = createCounter('carma_record_witness_answers_total', 'Answers of witnesses to new checkpoints, by witness and outcome.', [
  'witness',
  'outcome',
]);

/** Begins the counters of all answers at 0. Prometheus has to read it before the first answer, which else is no increase. */
export async function startCountingAnswers(): Promise<void> {
  const { witnesses } = await ownPolicy();
  for (const witness of witnesses) for (const outcome of outcomes) answers.inc({ witness: witnessId(witness.key), outcome }, 0);
}

/** Why there is no cosignature of a witness. `kind`: the outcome that the metric counts. */
class WitnessProblem extends Error {
  readonly kind: Exclude<Outcome, 'cosigned'>;
  constructor(kind: WitnessProblem['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What came of sending a checkpoint to a witness, and why it did not cosign. */
type WitnessAnswer = { witness: string; outcome: Outcome; reason?: string };

/**
 * Sends the newest checkpoint to each witness that has not cosigned it or, with `again`, to each, and stores what they answer once it
 * is verified. A witness that fails is asked again by the next call; one that has seen another log than ours is reported.
 */
export async function askWitnesses({ again = false }: { again?: boolean } = {}): Promise<WitnessAnswer[]> {
  const { witnesses } = await ownPolicy();
  if (witnesses.length === 0) return [];
  const known = await findLog();
  const newest = known && (await newestCheckpoint(known.origin));
  if (!newest) return [];
  const asked = witnesses.map(async (witness) => {
    // Another instance may have sent it a newer checkpoint meanwhile.
    const seen = Math.min(await sizeSeen(witness), newest.size);
    return seen === newest.size && !again ? [] : [await askWitness(witness, newest, seen)];
  });
  return (await Promise.all(asked)).flat();
}

/**
 * Asks the witnesses what was signed last, where this folder (DATA_DIR) has no checkpoint of the log. If a quorum cosigns the newest
 * checkpoint of the database and none has seen anything else, the database is not behind what they have seen, and the checkpoint is
 * stored as the last one. Otherwise nothing is, and this instance appends and signs nothing.
 */
export async function learnLastSignedFromWitnesses(): Promise<void> {
  const known = await findLog();
  if (!known || known.isSample || (await readLastSigned(known.origin)) !== undefined) return;
  const { threshold } = (await ownPolicy()).quorum;
  const asked = await askWitnesses({ again: true });
  const isSeen = threshold > 0 && asked.filter(({ outcome }) => outcome === 'cosigned').length >= threshold;
  if (!isSeen || asked.some(({ outcome }) => outcome === 'contradicts')) return;
  const newest = await newestCheckpoint(known.origin);
  if (newest) await saveLastSigned(known.origin, newest.note);
}

/** Returns how many entries the last checkpoint had that a witness cosigned, as far as is stored. */
async function sizeSeen({ key }: Witness): Promise<number> {
  const [last] = await query<[{ size: number }]>`
    select coalesce(max(size), 0)::float8 as size from record_cosignatures where witness = ${witnessId(key)}
  `;
  return last.size;
}

async function askWitness(witness: Witness, newest: SignedCheckpoint, seen: number): Promise<WitnessAnswer> {
  const id = witnessId(witness.key);
  try {
    const { line, time } = await cosign(witness, newest, seen);
    await query`
      insert into record_cosignatures (size, witness, line, cosigned_at)
      values (${newest.size}, ${id}, ${line}, ${time === null ? null : new Date(time)})
      on conflict do nothing
    `;
    answers.inc({ witness: id, outcome: 'cosigned' });
    log().info({ event: 'record.cosigned', witness: id, size: newest.size }, `A witness has seen the log of ${newest.size} entries`);
    return { witness: id, outcome: 'cosigned' };
  } catch (error) {
    if (!(error instanceof WitnessProblem)) throw error;
    const { kind, message: reason } = error;
    answers.inc({ witness: id, outcome: kind });
    const fields = { witness: id, size: newest.size, reason };
    if (kind === 'failed')
      log().warn({ event: 'record.witness-failed', ...fields }, 'A witness did not cosign; it is asked again in a minute');
    else log().error({ event: 'record.witness-contradicts', ...fields }, 'A witness has seen another log under our name');
    return { witness: id, outcome: kind, reason };
  }
}

/** Gets a witness's signature on a checkpoint. `seen`: how many entries the last one had that it cosigned, as far as we know. */
async function cosign(witness: Witness, newest: SignedCheckpoint, seen: number): Promise<{ line: string; time: number | null }> {
  let answer = await send(witness, newest, seen);
  if (answer.status === 409) {
    // It has last cosigned another size: we did not get that answer, or its database or ours was restored to an older state.
    const size = canonicalNumber(/^(\d+)\n$/.exec(answer.body)?.[1] ?? '');
    if (size === undefined) throw new WitnessProblem('failed', 'It answers 409 without a size');
    if (size > newest.size) throw await problemOfSize(size);
    answer = await send(witness, newest, size);
    if (answer.status === 409 && size === newest.size)
      throw new WitnessProblem('contradicts', `The ${size} entries that it has seen are not those of the log`);
  }
  const { status, body } = answer;
  if (status === 422) throw new WitnessProblem('contradicts', 'What it has seen before is not continued by the log');
  if (status === 404) throw new WitnessProblem('failed', 'It answers 404: it does not know the log, or the address is wrong');
  if (status === 403) throw new WitnessProblem('failed', "It answers 403: it does not know the log's key");
  if (status !== 200) throw new WitnessProblem('failed', `It answers ${status}`);
  return readCosignature(witness, newest, body);
}

/** Returns the problem that a witness has `seen` more entries than we sent it. Another instance may have sent it a newer checkpoint. */
async function problemOfSize(seen: number): Promise<WitnessProblem> {
  const { size } = (await findLog()) ?? { size: 0 };
  if (size >= seen) return new WitnessProblem('failed', 'It has been sent a newer checkpoint meanwhile');
  return new WitnessProblem('contradicts', `It has seen ${seen} entries, and the log has ${size}`);
}

async function readCosignature({ key }: Witness, { note }: SignedCheckpoint, body: string): Promise<{ line: string; time: number | null }> {
  const read = readCheckpoint(note + body);
  const signature = read?.signatures.find(({ name, id }) => name === key.name && areEqual(id, key.id));
  if (!read || !signature) throw new WitnessProblem('failed', 'It answers without a signature of its key');
  const cosigned = await verifyCosignature(key, read, signature.signature);
  if (!cosigned) throw new WitnessProblem('failed', 'Its signature does not verify');
  const { time } = cosigned;
  if (time !== null && time > Date.now() + clockLimitMs) throw new WitnessProblem('failed', 'Its signature is of the future');
  // Without the empty line that divides the text of a note from its signatures.
  return { line: writeNote('', [signature]).slice(1), time };
}

/** Sends a checkpoint with the proof that it continues the one over `seen` entries. A witness of the settings always has an address. */
async function send({ address }: Witness, { size, note }: SignedCheckpoint, seen: number): Promise<{ status: number; body: string }> {
  const proof = (await proveConsistency(seen, size, nodeReader(query))).map((hash) => `${toBase64(hash)}\n`).join('');
  try {
    const response = await fetch(`${address?.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `old ${seen}\n${proof}\n${note}`,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerLimitMs),
    });
    const body = await bodyOf(response, answerLimitBytes);
    if (!body) throw new WitnessProblem('failed', `Its answer is longer than ${answerLimitBytes} bytes`);
    return { status: response.status, body: fromUtf8(body) };
  } catch (error) {
    if (error instanceof WitnessProblem) throw error;
    const { message, cause } = error as Error & { cause?: Error };
    throw new WitnessProblem('failed', cause ? `${message}: ${cause.message}` : message);
  }
}

const unwitnessed = createGauge(
  'carma_record_unwitnessed_seconds',
  'Age of the oldest checkpoint that is newer than any which enough witnesses have cosigned. 0: they have seen the newest, or there are none.',
);

registerDatabaseGauges('witnesses', {
  gauges: [unwitnessed],
  read: async () => {
    if (env().RECORD_WITNESSES.length === 0) return () => unwitnessed.set(0);
    const witnessed = await findWitnessed();
    const [oldest] = await query<{ seconds: number }[]>`
      select extract(epoch from now() - signed_at)::float8 as seconds
      from record_checkpoints
      join record_log as log on starts_with(note, log.origin || chr(10))
      where record_checkpoints.size > ${witnessed?.size ?? -1}
      order by record_checkpoints.size
      limit 1
    `;
    return () => unwitnessed.set(Math.max(0, oldest?.seconds ?? 0));
  },
});

/**
 * Returns a checkpoint with its cosignatures, or with the first `most` of them, as a note. A cosignature that its witness did not make is
 * left out: somebody else has written to the database.
 */
export async function withCosignatures({ size, note }: SignedCheckpoint, most?: number): Promise<SignedCheckpoint> {
  return { size, note: (await readCosigned({ size, note }, most)).note };
}

/** Reads a checkpoint with its cosignatures (`note`), and when each witness of the settings cosigned it (`times`). */
async function readCosigned({ size, note }: SignedCheckpoint, most: number | null = null): Promise<{ note: string; times: Date[] }> {
  const rows = await query<{ witness: string; line: string; at: Date }[]>`
    select witness, line, coalesce(cosigned_at, received_at) as at from record_cosignatures where size = ${size} order by id limit ${most}
  `;
  const { policy, checked } = await checkOwnCosignatures(note + rows.map(({ line }) => line).join(''));
  const idsOf = (names: readonly string[]) => policy.witnesses.filter(({ name }) => names.includes(name)).map(({ key }) => witnessId(key));
  const [forged, seenBy] = [idsOf(checked.forged), idsOf(checked.seenBy)];
  return {
    note: note + rows.flatMap(({ witness, line }) => (forged.includes(witness) ? [] : line)).join(''),
    times: rows.flatMap(({ witness, at }) => (seenBy.includes(witness) ? at : [])),
  };
}

/** The last note that was checked: most checks are of the same note, and an ML-DSA-44 signature takes some 7 ms. */
let lastChecked: { of: string; result: Promise<{ policy: Policy; checked: Witnessed }> } | undefined;

function checkOwnCosignatures(note: string): Promise<{ policy: Policy; checked: Witnessed }> {
  const of = witnessLines() + note;
  const check = async (policy: Policy) => ({ policy, checked: await checkCosignatures(note, policy) });
  if (lastChecked?.of !== of) lastChecked = { of, result: ownPolicy().then(check) };
  return lastChecked.result;
}

/**
 * Finds the newest checkpoint of the log (its note begins with the log's origin) over more than `index` entries that a quorum of the
 * site's witnesses has cosigned, with their cosignatures, how many they are (`seenBy`), and when the last of them did. Undefined if there
 * is none, or no witness; or if that checkpoint has no quorum without the cosignatures that somebody else made: older ones are not tried.
 */
export async function findWitnessed(index = -1) {
  const { witnesses, quorum } = await ownPolicy();
  if (witnesses.length === 0) return undefined;
  const ids = witnesses.map(({ key }) => witnessId(key));
  const [found] = await query<SignedCheckpoint[]>`
    select cosigned.size::float8 as size, checkpoint.note
    from (
      select size
      from record_cosignatures
      where size > ${index} and witness = any(${ids}::text[])
      group by size
      having count(*) >= ${quorum.threshold}
      order by size desc
      limit 1
    ) as cosigned
    join record_checkpoints as checkpoint on checkpoint.size = cosigned.size
    join record_log as log on starts_with(checkpoint.note, log.origin || chr(10))
  `;
  if (!found) return undefined;
  const { note, times } = await readCosigned(found);
  if (times.length < quorum.threshold) return undefined;
  return { ...found, note, seenBy: times.length, at: times.reduce((a, b) => (a > b ? a : b)) };
}

/** Returns name and id of a witness's key, which identify it in notes and in the database. */
const witnessId = ({ name, id }: WitnessKey): string => `${name}+${toHex(id)}`;

/** Returns the witnesses and the quorum of the settings. @throws PolicyError if a key is wrong or there twice. */
export function ownPolicy(): Promise<Policy> {
  return readPolicy(witnessLines());
}

/** Checks the witnesses of the settings, when the site starts. @throws Error that says which setting is wrong, and why. */
export async function checkWitnessSettings(): Promise<void> {
  try {
    await ownPolicy();
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const reason = error.message.replace(/^Line (\d+) of the policy/, 'witness $1');
    throw new Error(`These settings are wrong (see .env.example):\n  RECORD_WITNESSES: ${reason}`);
  }
}

/** Writes the settings as lines of a policy: one for each witness, with the name of its key, then the quorum. */
export function witnessLines(): string {
  const { RECORD_WITNESSES, RECORD_WITNESS_QUORUM = 1 } = env();
  const names = RECORD_WITNESSES.map(({ key }) => key.slice(0, Math.max(key.indexOf('+'), 0)));
  const lines = RECORD_WITNESSES.map(({ key, address }, at) => `witness ${names[at]} ${key} ${address}\n`);
  if (lines.length === 0) return 'quorum none\n';
  return `${lines.join('')}group witnesses ${RECORD_WITNESS_QUORUM} ${names.join(' ')}\nquorum witnesses\n`;
}
