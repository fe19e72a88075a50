import { retirementIn } from '#src/lib/record/entry-projects.ts';
import { printSerial } from '#src/lib/registries/serials.ts';
import { formatUtcInstant } from '#src/lib/text/instants.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { type CheckedEntry, readLater } from './check-entry.ts';
import type { CheckOptions, CheckResult, Fact, ReadSite, Steps } from './check-result.ts';
import { checkConsistency, type Fetch, fetchCheckpoint, LogIntegrityError, SignedLog } from './follow-log.ts';
import type { LogKey } from './keys.ts';
import { type Checkpoint, verifyCheckpoint } from './note.ts';
import { checkPolicy, type Policy } from './policy.ts';
import { readProof, verifyProof } from './proof.ts';
import { type ProvedFile, readProvedFile } from './proved-file.ts';

type Proved = Required<CheckedEntry>;

/**
 * Makes the steps beyond the file itself: which later entries are about it, which witnesses have seen its checkpoint, that the log of
 * today continues that checkpoint, that the site has erased what the file calls erased, and that serials are retired once.
 */
export async function checkLog(file: ProvedFile, { steps, checkpoint, note, fact }: Proved, options: CheckOptions): Promise<CheckResult> {
  const own = options.log && !options.site ? await readLaterInLog(file, fact, options.log, options.keys) : await readOwnFile(fact, options);
  const later = compareLater(steps, { file, checkpoint, fact }, own);
  await checkWitnesses(steps, note, options.policy);
  const newest = options.log
    ? await checkContinues(steps, checkpoint, { log: options.log, keys: options.keys })
    : void steps.leave('consistency', 'offline');
  checkErased(steps, fact, own);
  if (fact.entry.certificate && options.site) {
    // A log that is not served may be behind since a restore, and with it where the units are.
    if (options.log && !newest) steps.miss('live', 'unreachable');
    else await checkSerials(steps, retirementIn(fact.entry), options.site);
  }
  return steps.result({ fact: { ...fact, later }, checkpoint, ...(newest ? { newest } : {}) });
}

/**
 * What the site says about an entry today; of its log alone, without texts. Null: it was not asked. Undefined: it did not answer, or with
 * another entry.
 */
type OwnFile = { texts?: ProvedFile['texts']; later: Fact['later']; size: number } | null | undefined;

async function readOwnFile({ index, entry }: Fact, { site, keys }: CheckOptions): Promise<OwnFile> {
  if (!site) return null;
  const bytes = await site(entry.certificate ? `/certificates/${entry.certificate}.json` : `/record/entries/${index}.json`).catch(
    () => undefined,
  );
  const file = bytes && readProvedFile(new TextDecoder().decode(bytes));
  if (!file || 'problem' in file || file.index !== index) return undefined;
  const proof = readProof(file.proof);
  const verifiers = keys.map(({ key }) => key);
  const verified = proof && (await verifyProof(new TextEncoder().encode(file.canonical), proof, verifiers));
  if (!verified?.inclusion || !verified.checkpoint || !proof) return undefined;
  const later = await readLater(file, proof.checkpoint, verified.checkpoint);
  return Array.isArray(later) ? { texts: file.texts, later, size: verified.checkpoint.size } : undefined;
}

/** Reads in the log which entries after those that the file knows are about its entry, or about one that is. */
async function readLaterInLog(file: ProvedFile, { index, later: known }: Fact, log: Fetch, keys: readonly LogKey[]): Promise<OwnFile> {
  const verifiers = keys.map(({ key }) => key);
  const later = [...known];
  const from = file.knownUpTo;
  try {
    const { checkpoint } = await fetchCheckpoint(log, verifiers);
    const decoder = new TextDecoder();
    const add = (first: number, entries: Uint8Array[]) => {
      for (const [at, bytes] of entries.entries()) {
        if (first + at < from) continue;
        const entry = JSON.parse(decoder.decode(bytes)) as RecordEntry;
        const isAbout = [index, ...later.map((one) => one.index)].includes(entry.refersTo ?? -1);
        if (isAbout && (entry.kind === 'correct' || entry.kind === 'confirm')) later.push({ index: first + at, entry });
      }
    };
    if (from < checkpoint.size) await new SignedLog(log, checkpoint).readEntries(add, from);
    return { later, size: checkpoint.size };
  } catch {
    return undefined;
  }
}

/** Reports the later entries about an entry that the file or the site knows, and returns them. */
function compareLater(
  steps: Steps,
  { file, checkpoint, fact }: { file: ProvedFile; checkpoint: Checkpoint; fact: Fact },
  own: OwnFile,
): Fact['later'] {
  if (own === undefined) {
    steps.miss('related', 'unreachable');
    return fact.later;
  }
  const others = own?.later.filter(({ index }) => !fact.later.some((known) => known.index === index)) ?? [];
  const leftOut = others.find(({ index }) => index < file.knownUpTo);
  if (leftOut) steps.fail('related', 'laterLeftOut', { index: String(leftOut.index) });
  const later = [...fact.later, ...others];
  const size = formatCount(Math.max(own?.size ?? 0, checkpoint.size));
  const list = later.map(({ index, entry: { kind } }) => `${kind} (${index})`).join(', ');
  if (!leftOut) steps.pass('related', list === '' ? 'noneLater' : 'later', { size, list });
  return later;
}

async function checkWitnesses(steps: Steps, note: string, policy: Policy | undefined): Promise<void> {
  if (!policy) return void steps.leave('witness', 'noPolicy');
  const { seenBy, forged, needed, isReached, newest } = await checkPolicy(note, policy);
  const names = seenBy.join(', ');
  if (forged.length > 0) steps.fail('witness', 'forgedWitness', { names: forged.join(', ') });
  else if (needed === 0) steps.leave('witness', 'noPolicy');
  else if (!isReached) steps.miss('witness', seenBy.length === 0 ? 'notSeen' : 'seenByFew', { names, needed: String(needed) });
  else if (newest === undefined) steps.pass('witness', 'seenUndated', { names });
  else steps.pass('witness', 'seen', { names, time: formatUtcInstant(new Date(newest)) });
}

/** Compares the file's checkpoint with the log as it is served, and returns the log's newest checkpoint. */
async function checkContinues(
  steps: Steps,
  old: Checkpoint,
  { log, keys }: { log: Fetch; keys: readonly LogKey[] },
): Promise<CheckResult['newest']> {
  let newest: CheckResult['newest'];
  try {
    const note = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await log('checkpoint'));
    const verified = await verifyCheckpoint(
      note,
      keys.map(({ key }) => key),
    );
    if (!verified) return void steps.miss('consistency', 'logUnknown');
    newest = { note, checkpoint: verified.checkpoint };
    await checkConsistency(log, old, newest.checkpoint);
    steps.pass('consistency', 'continues', sizes(old, newest.checkpoint));
  } catch (error) {
    if (error instanceof LogIntegrityError && newest)
      steps.fail('consistency', 'forked', { ...sizes(old, newest.checkpoint), reason: error.message });
    else steps.miss('consistency', 'unreachable');
  }
  return newest;
}

/** Formats the sizes of an older and a newer checkpoint, for the words about them. */
export function sizes(old: Checkpoint, newest: Checkpoint): { old: string; size: string } {
  return { old: formatCount(old.size), size: formatCount(newest.size) };
}

/** Anybody can write into a file that a name was erased, or is not on file. Only the site knows. */
function checkErased(steps: Steps, { texts }: Fact, own: OwnFile): void {
  const fields = Object.keys(texts).filter((field) => texts[field] && !('text' in texts[field]));
  if (fields.length === 0) return;
  const names = fields.join(', ');
  if (own === null) return void steps.leave('erased', 'offline');
  if (own === undefined) return void steps.miss('erased', 'unreachable');
  const today = own.texts;
  if (!today) return void steps.leave('erased', 'noSite');
  const shown = fields.find((field) => today[field] && 'text' in today[field]);
  if (shown) steps.fail('erased', 'notErased', { field: shown });
  else if (fields.some((field) => today[field] && 'notOnFile' in today[field])) steps.miss('erased', 'notOnFile', { names });
  else steps.pass('erased', 'erased', { names });
}

async function checkSerials(steps: Steps, { lines, certificate = '' }: RecordEntry, site: ReadSite): Promise<void> {
  try {
    for (const line of lines) {
      const { first, last } = line;
      const serial = printSerial(line);
      // By serial and not by batch: these units must not be in another batch, and there in another certificate.
      const bytes = await site(`/api/v1/record/batches?serial=${encodeURIComponent(serial)}`);
      const { places } = JSON.parse(new TextDecoder().decode(bytes)) as {
        places: { first: number; last: number; status: string; certificate: string | null }[];
      };
      const units = places.reduce((sum, holding) => sum + Math.min(holding.last, last) - Math.max(holding.first, first) + 1, 0);
      if (units !== last - first + 1 || places.some((holding) => holding.status !== 'Retired' || holding.certificate !== certificate))
        return void steps.fail('live', 'notLive', { serial, number: certificate });
    }
    steps.pass('live', 'live', { number: certificate });
  } catch {
    steps.miss('live', 'unreachable');
  }
}
