import { isAboutEntry, isHash, isRecordEntry, keyedHashes, newerPart, type RecordEntry, type TextField, textFields } from './entry.ts';
import { duplicateKey, type ProvedFile, type ProvedText, parseObject } from './file.ts';
import type { Fetch } from './log.ts';
import type { Policy } from './policy.ts';
import {
  type Checkpoint,
  concat,
  findKey,
  isAfter,
  type LogKey,
  readCheckpoint,
  readProof,
  sha256,
  type VerifierKey,
  verifyProof,
} from './signed-tree.ts';
import { entryNumber, formatCount, formatUtcInstant, fromHex, toHex, toUtf8 } from './text.ts';
import { describeEntry, type FoundText, nameField } from './words.ts';

/** What a file shows by itself. `fact` and `note` are absent if a step has failed or could not be made. */
export type CheckedEntry = { steps: Steps; checkpoint?: Checkpoint; fact?: CheckedFact; note?: string };

/**
 * Makes the steps that need the file and the keys alone: one of the log's keys has signed the checkpoint, the entry is in its tree, the
 * file's fields match the entry, its texts match the hashes in it, and later entries are proved. The first that does not pass is the last.
 */
export async function checkEntry(file: ProvedFile, { keys }: Pick<CheckOptions, 'keys'>): Promise<CheckedEntry> {
  const steps = new Steps();
  if (file.number === undefined) steps.pass('file', 'isEntry', { entry: entryNumber(file.index) });
  else steps.pass('file', 'isCertificate', { number: file.number });
  if (keys.length === 0) return { steps: steps.miss('signature', 'noKey') };
  const proof = readProof(file.proof);
  if (!proof) return { steps: steps.fail('signature', 'notProof') };
  const verifiers = keys.map(({ key }) => key);
  const verified = await verifyProof(toUtf8(file.canonical), proof, verifiers);
  if (!verified) {
    const origin = readCheckpoint(proof.checkpoint)?.checkpoint.origin ?? '?';
    return { steps: steps.fail('signature', 'notSigned', { origin, names: [...new Set(verifiers.map(({ name }) => name))].join(', ') }) };
  }
  const { checkpoint, key, isIncluded } = verified;
  const size = formatCount(checkpoint.size);
  const until = findKey(keys, key)?.until;
  const signed = { key: toHex(key.id), origin: checkpoint.origin, size };
  if (until === undefined) steps.pass('signature', 'signed', signed);
  else steps.pass('signature', 'signedBefore', { ...signed, until: instant(until) });
  if (!isIncluded || proof.index !== file.index) return { steps: steps.fail('inclusion', 'notIncluded'), checkpoint };
  steps.pass('inclusion', 'included', { entry: entryNumber(file.index), size });

  const entry = parseObject(file.canonical) as RecordEntry | undefined;
  const newer = newerEntry(file.index, newerPart(entry ?? {}));
  if (newer) return { steps: steps.stop('entry', newer), checkpoint };
  if (!entry || entry.certificate !== file.number || duplicateKey(file.canonical) !== undefined)
    return { steps: steps.fail('entry', 'differs'), checkpoint };
  const findAfterKey = (entries: readonly RecordEntry[]): Found | undefined => {
    if (until === undefined) return undefined;
    const found = entries.find(({ time }) => isAfter(time, until));
    return found && { text: 'afterKey', values: { time: instant(found.time), until: instant(until) } };
  };
  const wrongEntry = findAfterKey([entry]) ?? malformedEntry({ index: file.index, entry });
  if (wrongEntry) return { steps: steps.stop('entry', wrongEntry), checkpoint };
  steps.pass('entry', 'matches', { summary: describeEntry({ index: file.index, entry }) });
  const wrong = await findWrongText(file, entry);
  if (wrong) return { steps: steps.stop('texts', wrong), checkpoint };
  const names = listTexts(file);
  steps.pass('texts', names === '' ? 'noNames' : 'compared', { names });
  const later = await readLater(file, { note: proof.checkpoint, size: checkpoint.size }, verifiers);
  if (!Array.isArray(later)) return { steps: steps.stop('related', later), checkpoint };
  const laterAfterKey = findAfterKey(later.map((one) => one.entry));
  if (laterAfterKey) return { steps: steps.stop('related', laterAfterKey), checkpoint };
  return { steps, checkpoint, note: proof.checkpoint, fact: { index: file.index, entry, texts: file.texts, later } };
}

/** Returns what to say of an entry with a part that only newer versions of this program know; undefined without such a part. */
export function newerEntry(index: number, part: string | undefined): Found | undefined {
  return part === undefined ? undefined : { text: 'newerEntry', values: { entry: entryNumber(index), part } };
}

/** Returns what to say of an entry that was signed without having the fields of one; undefined of any other, and of a newer program's. */
export function malformedEntry({ index, entry }: { index: number; entry: object }): Found | undefined {
  return newerPart(entry) || isRecordEntry(entry) ? undefined : { text: 'malformedEntry', values: { entry: entryNumber(index) } };
}

/** Formats a time of a file. What is no time stays as it is. */
const instant = (time: string) => (Number.isNaN(Date.parse(time)) ? String(time) : formatUtcInstant(new Date(time)));

function listTexts({ texts }: ProvedFile): string {
  return Object.entries(texts)
    .map(([field, text]) => `${nameField(field)} ${'text' in text ? `“${text.text}”` : 'erased' in text ? '(erased)' : '(not on file)'}`)
    .join(', ');
}

/**
 * Returns what is wrong with the first text that does not match its hash in the entry. If all match, but one is of a field that this
 * program does not know, returns that; undefined if nothing is wrong.
 */
async function findWrongText({ index, texts }: ProvedFile, entry: RecordEntry): Promise<Found | undefined> {
  let newer: Found | undefined;
  const missing = textFields.find((field) => isHash(entry[field]) && !Object.hasOwn(texts, field));
  if (missing) return { text: 'nameMissing', values: { field: nameField(missing) } };
  for (const [name, text] of Object.entries(texts)) {
    const values = { field: nameField(name) };
    const commitment = entry[name as TextField];
    if (!isHash(commitment) || keyedHashes.includes(name)) return { text: 'nameUnknown', values };
    if (!textFields.some((known) => known === name)) newer = newerEntry(index, `text “${name}”`);
    if (!('text' in text)) continue;
    const salt = fromHex(text.salt);
    // With any other length, bytes of the text could be called salt, and another text would have the same hash.
    if (salt?.length !== 32) return { text: 'saltWrong', values };
    const hash = await sha256(concat(salt, toUtf8(text.text)));
    if (toHex(hash) !== commitment) return { text: 'nameDiffers', values };
  }
  return newer;
}

/** Reads the later entries about an entry, each of which must be proved in the file's own checkpoint; or returns why one is not read. */
async function readLater(
  file: ProvedFile,
  { note, size }: { note: string; size: number },
  verifiers: readonly VerifierKey[],
): Promise<CheckedFact['later'] | Found> {
  if (file.knownUpTo !== size) return { text: 'knownUpToWrong', values: { said: formatCount(file.knownUpTo), size: formatCount(size) } };
  const later: CheckedFact['later'] = [];
  // A correction may itself be corrected.
  const isAbout = (entry: RecordEntry | undefined): entry is RecordEntry =>
    entry !== undefined && isAboutEntry(entry) && [file, ...later].some(({ index }) => index === entry.refersTo);
  for (const { index, canonical, proof: text } of file.related) {
    const proof = readProof(text);
    const isInPlace = proof?.checkpoint === note && proof.index === index && index > (later.at(-1)?.index ?? file.index);
    const isProved = isInPlace && (await verifyProof(toUtf8(canonical), proof, verifiers))?.isIncluded;
    const entry = parseObject(canonical) as RecordEntry | undefined;
    const newer = isProved && newerEntry(index, newerPart(entry ?? {}));
    if (newer) return newer;
    if (!isProved || !isAbout(entry)) return { text: 'laterWrong', values: { entry: entryNumber(index) } };
    const malformed = malformedEntry({ index, entry });
    if (malformed) return malformed;
    later.push({ index, entry });
  }
  return later;
}

/** The steps of every check, in order. */
const everyStep = ['file', 'signature', 'inclusion', 'entry', 'texts', 'consistency', 'related', 'witness'] as const;
/**
 * Beside the steps of every check: `erased`, of a file that calls texts erased; `live`, of a certificate, with the site; `memory`, in a
 * browser; `pdf`, of a PDF. verify/README.md says what each step shows.
 */
export type CheckStep = (typeof everyStep)[number] | 'erased' | 'live' | 'memory' | 'pdf';
/** What a step found, or why it failed or was not reached: words, and the values that fill them. */
export type Found = { text: FoundText; values: Record<string, string> };
export type StepResult = { step: CheckStep; outcome: 'passed' | 'failed' | 'notReached'; found: Found };

/** What a file was shown to record. */
export type CheckedFact = {
  index: number;
  entry: RecordEntry;
  /** Texts whose hashes are in the entry. */
  texts: Record<string, ProvedText>;
  /** Later entries about this one, oldest first. */
  later: { index: number; entry: RecordEntry }[];
};

export type CheckResult = {
  /** `missing`: a number was given, and the site has no such certificate or entry. */
  verdict: 'passed' | 'failed' | 'unfinished' | 'missing';
  steps: StepResult[];
  /** Absent until the entry has been shown to be in the log. */
  fact?: CheckedFact;
  /** The checkpoint of the file's proof, with its signatures. */
  note?: string;
  /** The newest checkpoint of the log, signed by one of the keys. */
  newest?: { note: string; checkpoint: Checkpoint };
  /** The certificate's number that was given, or that of the certificate in a PDF. */
  number?: string;
  /** Of a PDF that is not as the site makes it (`differs`), that could not be compared (`attached`) or has no certificate (`nothing`). */
  pdf?: 'attached' | 'differs' | 'nothing';
};

/**
 * Reads a file of the site by its address, such as `/certificates/CR-000005.json`. Undefined: there is none.
 * @throws whatever says that the site did not answer.
 */
export type ReadSite = (address: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export type CheckOptions = {
  /** Every key that the log has had; never one from the file itself. Empty: not at hand. */
  keys: readonly LogKey[];
  /** Which witnesses must have seen the checkpoint. Null: not at hand, because whoever is to have it did not answer, or has none. */
  policy?: Policy | null | undefined;
  /** Reads the log. Without it the check is made offline. */
  log?: Fetch | undefined;
  /** Reads the site, which says what it has erased and where units are now. */
  site?: ReadSite | undefined;
};

/** Collects the results of steps. Each method returns the collection. */
export class Steps {
  readonly made: StepResult[] = [];
  readonly pass = this.#noting('passed');
  readonly fail = this.#noting('failed');
  /** Notes that a step was not made, which by itself does not leave the check unfinished: perhaps nobody asked for it. */
  readonly leave = this.#noting('notReached');
  #isUnfinished = false;

  /** Notes that a step could not be made, which leaves the check unfinished. */
  miss(step: CheckStep, text: Found['text'], values: Found['values'] = {}): this {
    this.#isUnfinished = true;
    return this.leave(step, text, values);
  }

  /** Notes why a step is the last: it has failed or, where only a newer program can make it, could not be made. */
  stop(step: CheckStep, { text, values }: Found): this {
    return text === 'newerEntry' || text === 'newerFile' ? this.miss(step, text, values) : this.fail(step, text, values);
  }

  get verdict(): 'passed' | 'failed' | 'unfinished' {
    if (this.made.some(({ outcome }) => outcome === 'failed')) return 'failed';
    return this.#isUnfinished ? 'unfinished' : 'passed';
  }

  /** Returns the result, in which steps after the last are not reached. */
  result(found: Omit<CheckResult, 'verdict' | 'steps'> = {}): CheckResult {
    const isStopped = this.verdict !== 'passed';
    const left = everyStep.filter((step) => isStopped && !this.made.some((made) => made.step === step));
    const skipped = left.map((step): StepResult => ({ step, outcome: 'notReached', found: { text: 'skipped', values: {} } }));
    return { verdict: this.verdict, steps: [...this.made, ...skipped], ...found };
  }

  #noting(outcome: StepResult['outcome']) {
    return (step: CheckStep, text: Found['text'], values: Found['values'] = {}): this => {
      this.made.push({ step, outcome, found: { text, values } });
      return this;
    };
  }
}
