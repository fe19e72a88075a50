import {
  type CheckedEntry,
  type CheckedFact,
  type CheckOptions,
  type CheckResult,
  checkEntry,
  malformedEntry,
  newerEntry,
  type ReadSite,
  type StepResult,
  Steps,
} from './check-entry.ts';
import { isAboutEntry, newerPart, quantityIn, quantityOf, type RecordEntry, retirementIn } from './entry.ts';
import { isPdf, type ProvedFile, readCertificateNumber, readEntryNumber, readPdf, readProvedFile } from './file.ts';
import { type EndedLog, type Fetch, fetchCheckpoint, LogIntegrityError, LostEntriesError, readHints, reasonOf, SignedLog } from './log.ts';
import { checkCosignatures, type Policy, readPolicy, type Witnessed } from './policy.ts';
import { printSerial } from './serials.ts';
import { areEqual, type Checkpoint, type LogKey, readCheckpoint, readKeys, type VerifierKey, verifyCheckpoint } from './signed-tree.ts';
import { decodeUnicode, entryNumber, entryPath, formatCount, formatUtcInstant, fromUtf8, toUtf8 } from './text.ts';
import { type FoundText, nameField, nameKind } from './words.ts';

/** The largest file that is read, in bytes: an entry has 65,535 at most, and a PDF with it some 400,000. */
export const maxFileBytes = 2 * 1024 * 1024;

/**
 * Checks a certificate or any other entry: JSON (as text or as the bytes of a file), a PDF, or the number of a certificate or an entry of
 * the site. Each step has passed, failed, or was not reached for a stated reason. A step that cannot be made for a reason outside of the
 * file, such as a log that does not answer, leaves the check unfinished.
 */
export async function checkFile(given: string | Uint8Array, options: CheckOptions): Promise<CheckResult> {
  if (given.length > maxFileBytes) return unread('tooLarge', { limit: String(maxFileBytes) });
  if (typeof given !== 'string' && isPdf(given)) return checkPdf(given, options);
  const text = typeof given === 'string' ? given.replace(/^\uFEFF/, '') : decodeUnicode(given);
  if (text === undefined) return unread('notText');
  const number = readCertificateNumber(text);
  const entry = readEntryNumber(text);
  if (options.site && number) return { ...(await checkOnSite(`/certificates/${number}.json`, options)), number };
  if (options.site && entry !== undefined) return checkOnSite(`${entryPath(entry)}.json`, options);
  return checkJson(text, options);
}

/** Returns what a check needs of a site: its log, with keys and policy, as far as it answers, and its files. @throws PolicyError */
export async function optionsOf(site: ReadSite) {
  const log: Fetch = async (part) => {
    const bytes = await site(`/log/${part}`);
    if (!bytes) throw new Error(`The log has no ${part}`);
    return bytes;
  };
  const [keys, policy] = await Promise.all([log('keys').catch(() => undefined), log('policy').catch(() => undefined)]);
  return { keys: (keys && (await readKeys(fromUtf8(keys)))) ?? [], policy: policy ? await readPolicy(fromUtf8(policy)) : null, log, site };
}

async function checkJson(text: string, options: CheckOptions): Promise<CheckResult> {
  const file = readProvedFile(text);
  if ('problem' in file) {
    const { problem, ...values } = file;
    return unread(problem, values);
  }
  const { steps, checkpoint, fact, note } = await checkEntry(file, options);
  if (checkpoint && fact && note !== undefined) return checkLog(file, { steps, checkpoint, fact, note }, options);
  return steps.result();
}

/** Checks the file that the site has at an address. */
async function checkOnSite(address: string, options: CheckOptions): Promise<CheckResult> {
  try {
    const bytes = await options.site?.(address);
    return bytes ? await checkJson(decodeUnicode(bytes) ?? '', options) : { verdict: 'missing', steps: [] };
  } catch {
    return { verdict: 'unfinished', steps: [] };
  }
}

/**
 * Checks the certificate that is attached to a PDF, and whether the PDF is byte for byte what the site makes of it. If it is not, or
 * cannot be compared, nothing is said to hold: only what the certificate says, to compare the PDF with.
 */
async function checkPdf(bytes: Uint8Array, options: CheckOptions): Promise<CheckResult> {
  const attached = readPdf(bytes);
  const checked = attached === undefined ? undefined : await checkJson(attached, options);
  if (checked && (checked.verdict === 'failed' || !checked.fact)) return checked;
  const certificate = checked?.fact?.entry.certificate;
  if (!checked || certificate === undefined) return { verdict: 'unfinished', steps: [], pdf: 'nothing' };
  // With the cosignatures that it has: others may have come since it was made.
  const { checkpoint, signatures = [] } = readCheckpoint(checked.note ?? '') ?? {};
  const cosignatures = signatures.filter(({ name }) => name !== checkpoint?.origin).length;
  const address = `/certificates/${certificate}.pdf?size=${checkpoint?.size}&cosignatures=${cosignatures}`;
  const made = await options.site?.(address).catch(() => undefined);
  const values = { number: certificate };
  if (made && areEqual(made, bytes)) {
    const pdf: StepResult = { step: 'pdf', outcome: 'passed', found: { text: 'pdfSame', values } };
    return { ...checked, steps: [pdf, ...checked.steps] };
  }
  const pdf: StepResult = { step: 'pdf', outcome: 'notReached', found: { text: made ? 'pdfDiffers' : 'pdfNotCompared', values } };
  return { verdict: 'unfinished', steps: [pdf], pdf: made ? 'differs' : 'attached', fact: checked.fact, number: certificate };
}

/** The result for a file that could not be read. One of a newer program may be right. */
const unread = (text: FoundText, values: Record<string, string> = {}) => new Steps().stop('file', { text, values }).result();

type Proved = Required<CheckedEntry>;
/**
 * The log of today. `shared`: how many of its first entries are those that the file's checkpoint covers. `isPrefix`: whether these are all
 * that the checkpoint covers, so that none was lost.
 */
type Today = { newest: CheckResult['newest'] & { key: VerifierKey }; log: SignedLog; shared: number; isPrefix: boolean };

/**
 * Makes the steps beyond the file itself: that the log of today continues its checkpoint, which later entries are about its entry, which
 * witnesses have seen it, that the site has erased what the file calls erased, and that serials are retired once.
 */
async function checkLog(file: ProvedFile, { steps, checkpoint, note, fact }: Proved, options: CheckOptions): Promise<CheckResult> {
  const { log, site, keys } = options;
  if (!log) steps.leave('consistency', 'offline');
  const today = log && (await checkContinues(steps, file, checkpoint, { log, keys }));
  const found = { note, ...(today && { newest: today.newest }) };
  // Nothing more is asked about an entry that was lost (`shared` is 0).
  if (today?.shared === 0 || steps.verdict === 'failed') return steps.result({ fact, ...found });
  const own = site ? await readOwnFile(file, fact, { site, keys }, today?.newest.checkpoint.size) : null;
  const later = await checkLater(steps, fact, { today, own, isAsked: log !== undefined || site !== undefined });
  await checkWitnesses(steps, note, { old: checkpoint, today }, options);
  checkErased(steps, fact, own);
  if (fact.entry.certificate && site) {
    // Where the log does not answer, the site's data may be older than the file, since a restore, and so may the state of its units.
    if (log && !today) steps.miss('live', 'unreachable');
    else await checkSerials(steps, retirementIn(fact.entry), site);
  }
  return steps.result({ fact: { ...fact, later }, ...found });
}

/** Compares the file's checkpoint with the log as it is served. Undefined if that is a fork, or cannot be read or trusted. */
async function checkContinues(
  steps: Steps,
  { index, canonical }: ProvedFile,
  old: Checkpoint,
  { log: fetchPart, keys }: { log: Fetch; keys: readonly LogKey[] },
): Promise<Today | undefined> {
  let newest: Today['newest'] | undefined;
  const verifiers = keys.map(({ key }) => key);
  try {
    newest = await fetchCheckpoint(fetchPart, verifiers);
    const { checkpoint, key } = newest;
    const log = new SignedLog(fetchPart, checkpoint);
    await log.assertInUse(key, keys);
    const ended = await log.assertContinues(old).catch((error: unknown) => {
      if (error instanceof LostEntriesError) return error.ended;
      throw error;
    });
    const values = { ...formatSizes(old, checkpoint), ...(ended && describeEnded(ended, checkpoint)), entry: entryNumber(index) };
    const isPrefix = !ended || old.size <= ended.kept;
    if (ended && index >= ended.kept) {
      steps.miss('consistency', 'lostEntry', values);
      return { newest, log, shared: 0, isPrefix };
    }
    if (!isPrefix && !areEqual(await log.readEntry(index), toUtf8(canonical)))
      throw new LogIntegrityError(`Its entry ${entryNumber(index)} is another`);
    steps.pass('consistency', !ended ? 'continues' : ended.kept < ended.size ? 'continuesCut' : 'continuesEnded', values);
    return { newest, log, shared: isPrefix ? old.size : ended.kept, isPrefix };
  } catch (error) {
    const isFork = error instanceof LogIntegrityError;
    if (isFork && newest) steps.fail('consistency', 'forked', { ...formatSizes(old, newest.checkpoint), reason: error.message });
    else if (isFork) steps.miss('consistency', 'logUnknown');
    else steps.miss('consistency', 'logUnread', { reason: reasonOf(error as Error) });
    return undefined;
  }
}

function describeEnded({ log, size, kept }: EndedLog, { origin }: Checkpoint) {
  return { log, origin, ended: formatCount(size), saidIn: entryNumber(kept), lost: `${entryNumber(kept)} to ${size}` };
}

/** What the site says about an entry today. Null: the site was not asked. Undefined: it did not answer, or answered with another entry. */
type OwnFile = { texts: ProvedFile['texts']; later: CheckedFact['later']; size: number } | null | undefined;

/** Reads what the site says about an entry, proved among the first `size` entries; without `size`, among as many as the site chooses. */
async function readOwnFile(
  { canonical }: ProvedFile,
  { index, entry }: CheckedFact,
  { site, keys }: Required<Pick<CheckOptions, 'site' | 'keys'>>,
  size: number | undefined,
): Promise<OwnFile> {
  const address = entry.certificate ? `/certificates/${entry.certificate}.json` : `${entryPath(index)}.json`;
  const bytes = await site(size === undefined ? address : `${address}?size=${size}`).catch(() => undefined);
  const file = bytes && readProvedFile(fromUtf8(bytes));
  if (!file || 'problem' in file || file.index !== index || file.canonical !== canonical) return undefined;
  const { fact, checkpoint } = await checkEntry(file, { keys });
  return fact && checkpoint && { texts: file.texts, later: fact.later, size: checkpoint.size };
}

/**
 * Reports the later entries about an entry, and returns them. Those in the file are proved. That there are no others is never taken from
 * the file: the site says, in a file of its own, which there are up to a size, and all entries of the log after that are read; without the
 * site, all after the entry (docs/decisions/027).
 */
async function checkLater(
  steps: Steps,
  { index, later: known }: CheckedFact,
  { today, own, isAsked }: { today: Today | undefined; own: OwnFile; isAsked: boolean },
): Promise<CheckedFact['later']> {
  const listOf = (some: CheckedFact['later']) =>
    some.map((one) => `${nameKind(one.entry).toLowerCase()} (entry ${entryNumber(one.index)})`).join(', ');
  if (!isAsked) {
    steps.leave('related', known.length > 0 ? 'onlyLogMore' : 'onlyLog', { list: listOf(known) });
    return known;
  }
  try {
    if (own === undefined || !today) throw new Error('Not everything answered');
    const found = await readLaterInLog(today, index, { known: own?.later ?? [], from: own?.size ?? index + 1 });
    const [malformed] = found.flatMap((one) => malformedEntry(one) ?? []);
    if (malformed) {
      steps.stop('related', malformed);
      return known;
    }
    const others = found.filter((one) => !known.some((other) => other.index === one.index));
    const later = [...known, ...others.filter(({ entry }) => !newerPart(entry))].sort((a, b) => a.index - b.index);
    const leftOut = others.filter((one) => one.index < today.shared);
    // A correction after the file's checkpoint fails too: whoever hides one can prove the entry with an older checkpoint.
    const corrections = others.filter(({ entry }) => entry.kind === 'correct');
    const size = formatCount(today.newest.checkpoint.size);
    const [unknown] = others.flatMap((one) => newerEntry(one.index, newerPart(one.entry)) ?? []);
    if (unknown) steps.stop('related', unknown);
    else if (leftOut.length > 0) steps.fail('related', 'laterLeftOut', { list: listOf(leftOut) });
    else if (corrections.length > 0) steps.fail('related', 'correctedSince', { list: listOf(corrections) });
    else steps.pass('related', later.length > 0 ? 'later' : own ? 'noneNamed' : 'noneLater', { size, list: listOf(later) });
    return later;
  } catch (error) {
    if (error instanceof LogIntegrityError) steps.fail('related', 'logWrong', { reason: error.message });
    else steps.miss('related', 'unreachable');
    return known;
  }
}

/**
 * Returns `known` and, from index `from` on, the entries about an entry or about one of those returned. An entry of a newer program that
 * refers to one of these may be about it, so it is among them.
 */
async function readLaterInLog(
  { log }: Today,
  index: number,
  { known, from }: { known: CheckedFact['later']; from: number },
): Promise<CheckedFact['later']> {
  const later = [...known];
  await log.readEntries((first, entries) => {
    for (const [at, bytes] of entries.entries()) {
      if (first + at < from) continue;
      const entry = JSON.parse(fromUtf8(bytes)) as RecordEntry;
      const isAbout = [index, ...later.map((one) => one.index)].includes(entry.refersTo ?? -1);
      if (isAbout && (isAboutEntry(entry) || newerPart(entry))) later.push({ index: first + at, entry });
    }
  }, from);
  return later;
}

type Compared = { old: Checkpoint; today: Today | undefined };

/** Reports which witnesses have seen the file's checkpoint, or a later one of the log that begins with the same entries. */
async function checkWitnesses(steps: Steps, note: string, { old, today }: Compared, { policy, log, keys }: CheckOptions): Promise<void> {
  if (policy === null) return void steps.miss('witness', 'unreachable');
  if (!policy) return void steps.leave('witness', 'noPolicy');
  const own = await checkCosignatures(note, policy);
  if (own.forged.length > 0) return void steps.fail('witness', 'forgedWitness', { names: own.forged.join(', ') });
  if (own.needed === 0) return void steps.leave('witness', 'noPolicy');
  const later =
    !own.isReached && today?.isPrefix && log ? await findSeenLater(old, today, { policy, log, keys }).catch(() => undefined) : undefined;
  const { seenBy, newest } = later ?? own;
  const last = newest === undefined ? '' : `, last on ${formatUtcInstant(new Date(newest))}`;
  const values = { names: seenBy.join(', ') + last, needed: String(own.needed), size: formatCount(later?.size ?? old.size) };
  if (own.isReached || later) steps.pass('witness', later ? 'seenLater' : 'seen', values);
  else steps.miss('witness', seenBy.length === 0 ? 'notSeen' : 'seenByFew', values);
}

/** Finds a checkpoint that continues the old one and that a quorum has cosigned: the newest, or the one that the log names. */
async function findSeenLater(
  old: Checkpoint,
  { newest, log: signed }: Today,
  { policy, log, keys }: { policy: Policy; log: Fetch; keys: readonly LogKey[] },
): Promise<(Witnessed & { size: number }) | undefined> {
  const seen = await checkCosignatures(newest.note, policy);
  if (seen.isReached) return { ...seen, size: newest.checkpoint.size };
  const { witnessed } = await readHints(log);
  if (witnessed === undefined) return undefined;
  const note = fromUtf8(await log(`checkpoints/${witnessed}`));
  const verified = await verifyCheckpoint(note, [...keys.map(({ key }) => key), newest.key]);
  const cosigned = await checkCosignatures(note, policy);
  if (!verified || verified.checkpoint.size < old.size || !cosigned.isReached) return undefined;
  await signed.assertContinues(verified.checkpoint);
  return { ...cosigned, size: verified.checkpoint.size };
}

/** Formats the sizes of an older and a newer checkpoint, for the words about them. */
export const formatSizes = (old: Checkpoint, newest: Checkpoint) => ({ old: formatCount(old.size), size: formatCount(newest.size) });

/** Asks the site whether texts were erased, or are not on file, as a file says: anybody can write that into a file. */
function checkErased(steps: Steps, { texts }: CheckedFact, own: OwnFile): void {
  const fields = Object.keys(texts).filter((field) => texts[field] && !('text' in texts[field]));
  if (fields.length === 0) return;
  const names = fields.map(nameField).join(', ');
  if (own === null) return void steps.leave('erased', 'noSite');
  if (own === undefined) return void steps.miss('erased', 'unreachable');
  const onSite = own.texts;
  const shown = fields.find((field) => onSite[field] && 'text' in onSite[field]);
  if (shown) steps.fail('erased', 'notErased', { field: nameField(shown) });
  else if (fields.some((field) => onSite[field] && 'notOnFile' in onSite[field])) steps.miss('erased', 'notOnFile', { names });
  else steps.pass('erased', 'erased', { names });
}

async function checkSerials(steps: Steps, { lines, certificate = '' }: RecordEntry, site: ReadSite): Promise<void> {
  try {
    for (const line of lines) {
      const { first, last } = line;
      const serial = printSerial(line);
      // Asked by serial and not by batch, so that the answer also has the same units in another batch, with another certificate.
      const bytes = await site(`/api/v1/record/batches?serial=${encodeURIComponent(serial)}`);
      const { places } = JSON.parse(fromUtf8(bytes ?? new Uint8Array())) as {
        places: { first: number; last: number; status: string; certificate: string | null }[];
      };
      const within = places.map((place) => ({ first: Math.max(place.first, first), last: Math.min(place.last, last) }));
      const isElsewhere = places.some((place) => place.status !== 'Retired' || place.certificate !== certificate);
      if (isElsewhere || quantityIn(within) !== quantityOf(line))
        return void steps.fail('live', 'notLive', { serial, number: certificate });
    }
    steps.pass('live', 'live', { number: certificate });
  } catch {
    steps.miss('live', 'unreachable');
  }
}
