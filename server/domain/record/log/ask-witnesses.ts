import { newestCheckpoint, type SignedCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { findLog } from '#server/domain/record/log/origin.ts';
import { readConsistency } from '#server/domain/record/log/read-log.ts';
import { readLastSigned, saveLastSigned } from '#server/domain/record/log/signing-key.ts';
import { ownPolicy, witnessId } from '#server/domain/record/log/witnesses.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { createCounter } from '#server/platform/metrics/instruments.ts';
import { areEqual, toBase64 } from '#verify/bytes.ts';
import { verifyCosignature } from '#verify/cosignature.ts';
import { readCheckpoint, writeNote } from '#verify/note.ts';
import type { Witness } from '#verify/policy.ts';

/** The time (ms) in which a witness must have answered. */
const answerLimitMs = 10_000;
/** The most bytes of an answer that are read: a few signatures, of which the longest have 3,300. */
const answerLimitBytes = 65_536;
/** How far (ms) a witness's clock may be ahead of ours. */
const clockLimitMs = 300_000;

const answers = createCounter('carma_record_witness_answers_total', 'Answers of witnesses to new checkpoints, by witness and outcome.', [
  'witness',
  'outcome',
]);

/** Lets the counters of all answers begin at 0, so that the first answer is a change. Call it some time before anybody is asked. */
export async function countNoAnswers(): Promise<void> {
  const { witnesses } = await ownPolicy();
  for (const witness of witnesses)
    for (const outcome of ['cosigned', 'failed', 'contradicts']) answers.inc({ witness: witnessId(witness.key), outcome }, 0);
}

/** Why there is no cosignature of a witness. `kind` is the label of the metric. */
class WitnessProblem extends Error {
  readonly kind: 'failed' | 'contradicts';
  constructor(kind: WitnessProblem['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What came of sending a checkpoint to a witness, and why it did not cosign. */
export type WitnessAnswer = { witness: string; outcome: 'cosigned' | WitnessProblem['kind']; reason?: string };

/**
 * Sends the newest checkpoint to each witness that has not cosigned it or, with `again`, to each, and stores what they answer once it
 * is verified. A witness that fails is asked again by the next call; one that has seen another log than ours is reported.
 */
export async function askWitnesses({ again = false }: { again?: boolean } = {}): Promise<WitnessAnswer[]> {
  const { witnesses } = await ownPolicy();
  if (witnesses.length === 0) return [];
  const known = await findLog(query);
  const newest = known && (await newestCheckpoint(query, known.origin));
  if (!newest) return [];
  const asked = witnesses.map(async (witness) => {
    const seen = await sizeSeen(witness);
    return seen === newest.size && !again ? [] : [await askWitness(witness, newest, seen)];
  });
  return (await Promise.all(asked)).flat();
}

/**
 * Asks the witnesses what was signed last, where this folder (DATA_DIR) has no checkpoint of the log. If a quorum cosigns the newest
 * checkpoint of the database and none has seen anything else, the database is not behind what they have seen, and the checkpoint is
 * stored as the last one. Otherwise nothing is, and this instance appends and signs nothing.
 */
export async function learnState(): Promise<void> {
  const known = await findLog(query);
  if (!known || known.isSample || (await readLastSigned(known.origin)) !== undefined) return;
  const answers = await askWitnesses({ again: true });
  const isSeen = answers.filter(({ outcome }) => outcome === 'cosigned').length >= (env().RECORD_WITNESS_QUORUM ?? 1);
  if (!isSeen || answers.some(({ outcome }) => outcome === 'contradicts')) return;
  const newest = await newestCheckpoint(query, known.origin);
  if (newest) await saveLastSigned(known.origin, newest.note);
}

/** Returns how many entries the last checkpoint had that a witness cosigned, as far as is stored. */
async function sizeSeen({ key }: Witness): Promise<number> {
  const [last] = await query<{ size: number }[]>`
    select coalesce(max(size), 0)::float8 as size from record_cosignatures where witness = ${witnessId(key)}
  `;
  return last?.size ?? 0;
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
    const told = { witness: id, size: newest.size, reason };
    if (kind === 'failed')
      log().warn({ event: 'record.witness-failed', ...told }, 'A witness did not cosign; it is asked again in a minute');
    else log().error({ event: 'record.witness-contradicts', ...told }, 'A witness has seen another log under our name');
    return { witness: id, outcome: kind, reason };
  }
}

/** Gets a witness's signature on a checkpoint. `seen`: how many entries the last one had that it cosigned, as far as we know. */
async function cosign(witness: Witness, newest: SignedCheckpoint, seen: number): Promise<{ line: string; time: number | null }> {
  let answer = await send(witness, newest, seen);
  if (answer.status === 409) {
    // It has cosigned another state last: its answer was lost, or its keeper or ours has restored an older one.
    const told = Number(/^(0|[1-9]\d{0,14})\n$/.exec(answer.body)?.[1] ?? Number.NaN);
    if (Number.isNaN(told)) throw new WitnessProblem('failed', 'It answers 409 without a size');
    if (told > newest.size) throw await problemOfMore(told);
    answer = await send(witness, newest, told);
    if (answer.status === 409 && told === newest.size)
      throw new WitnessProblem('contradicts', `The ${told} entries that it has seen are not those of the log`);
  }
  const { status, body } = answer;
  if (status === 422) throw new WitnessProblem('contradicts', 'What it has seen before is not continued by the log');
  if (status === 404) throw new WitnessProblem('failed', 'It answers 404: it does not know the log, or the address is wrong');
  if (status === 403) throw new WitnessProblem('failed', "It answers 403: it does not know the log's key");
  if (status !== 200) throw new WitnessProblem('failed', `It answers ${status}`);
  return readCosignature(witness, newest, body);
}

/** A witness has seen more entries than the checkpoint that it was sent has. Another instance may have signed and sent a newer one. */
async function problemOfMore(told: number): Promise<WitnessProblem> {
  const [now] = await query<{ size: number }[]>`select size::float8 as size from record_log`;
  if (now && now.size >= told) return new WitnessProblem('failed', 'It has been sent a newer checkpoint meanwhile');
  return new WitnessProblem('contradicts', `It has seen ${told} entries, and the log has ${now?.size ?? 0}`);
}

async function readCosignature({ key }: Witness, { note }: SignedCheckpoint, body: string): Promise<{ line: string; time: number | null }> {
  const read = readCheckpoint(note + body);
  const own = read?.signatures.filter(({ name, id }) => name === key.name && areEqual(id, key.id)) ?? [];
  if (!read || own.length === 0) throw new WitnessProblem('failed', 'It answers without a signature of its key');
  for (const signature of own) {
    const cosigned = await verifyCosignature(key, read, signature.signature);
    if (!cosigned) throw new WitnessProblem('failed', 'Its signature does not verify');
    const { time } = cosigned;
    if (time !== null && time > Date.now() + clockLimitMs) throw new WitnessProblem('failed', 'Its signature is of the future');
    return { line: writeNote('', [signature]).slice(1), time };
  }
  throw new WitnessProblem('failed', 'It answers without a signature of its key');
}

/** Sends a checkpoint with the proof that it continues the one over `seen` entries. */
async function send({ address }: Witness, { size, note }: SignedCheckpoint, seen: number): Promise<{ status: number; body: string }> {
  const proof = (await readConsistency(seen, size)).map((hash) => `${toBase64(hash)}\n`).join('');
  try {
    const response = await fetch(`${address?.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: `old ${seen}\n${proof}\n${note}`,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerLimitMs),
    });
    return { status: response.status, body: await readLimited(response) };
  } catch (error) {
    if (error instanceof WitnessProblem) throw error;
    throw new WitnessProblem(
      'failed',
      error instanceof Error ? `${error.message}${error.cause ? `: ${(error.cause as Error).message}` : ''}` : 'failed',
    );
  }
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop cancels the answer.
    if (bytes > answerLimitBytes) throw new WitnessProblem('failed', `Its answer is longer than ${answerLimitBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}
