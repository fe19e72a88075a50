import { type CertificateFact, describeRetired, describeUnconfirmed, factsOf, factWords, nameCorrection } from './certificate.ts';
import type { CheckedFact, CheckResult, Found } from './check-entry.ts';
import { confirmationsOf, periodOf, projectsOf, type RecordEntry, retiredParts, retirementIn, type TextField, unitsOf } from './entry.ts';
import { entryNumber, fill, formatCount, formatUtcDate, isolate, joinWords } from './text.ts';

/** The words for the result of a check: a headline, then sentences about it. */
export type Said = {
  headline: string;
  /** Before `fact`, below the headline: why the headline says so, or what leads to the fact, where that is not the headline itself. */
  before?: string | undefined;
  /** What the file or the record says. */
  fact?: string | undefined;
  /** What a certificate says, line by line; empty unless it may be said. */
  facts: CertificateFact[];
  /** Corrections and other later entries. */
  later: string[];
  after?: string | undefined;
};

/** Puts the result of a check into words. Nothing that failed is said to be a fact. */
export function sayResult(result: CheckResult): Said {
  const isShown = result.verdict !== 'failed' && result.verdict !== 'missing';
  return { ...sayHeadline(result), facts: isShown && result.fact ? listFacts(result.fact) : [] };
}

function sayHeadline({ verdict, fact, steps, pdf, number = '' }: CheckResult): Omit<Said, 'facts'> {
  const said = fact ? sayFact(fact, !isNotReached(steps, 'related')) : undefined;
  // What confirms a certificate is one of its facts.
  const besides = fact?.later.filter(({ entry }) => entry.kind !== 'confirm') ?? [];
  const later = besides.map((one) => sayLater(one, fact?.index ?? 0));
  if (verdict === 'missing') return { headline: number ? fill(checkWords.noCertificate, { number }) : checkWords.noEntry, later: [] };
  if (verdict === 'failed') {
    const wrong = steps.find(({ outcome }) => outcome === 'failed');
    const headline = wrong && unreadable.includes(wrong.found.text) ? checkWords.unreadable : checkWords.failed;
    return { headline, before: wrong && sayFound(wrong.found), later };
  }
  if (pdf) {
    const { differs, nothing, attached, compare, headline: notChecked } = checkWords.pdf;
    const before = fill(pdf === 'nothing' ? nothing : attached, { number });
    return { headline: pdf === 'differs' ? differs : notChecked, before, fact: said, after: said && compare, later };
  }
  if (verdict === 'passed') {
    const isCut = steps.some(({ found }) => found.text === 'continuesCut');
    const unchecked = [
      ...(isNotReached(steps, 'related') ? [checkWords.withoutLog] : []),
      ...(isNotReached(steps, 'erased') ? [checkWords.withoutSite] : []),
      ...(isCut ? [checkWords.withoutLost] : []),
    ].join(' ');
    return unchecked && said ? { headline: unchecked, before: checkWords.says, fact: said, later } : { headline: said ?? '', later };
  }
  if (steps.length === 0) return { headline: checkWords.unreachable, later };
  return {
    headline: checkWords.unfinished,
    before: said ? `${checkWords.unfinishedBecause} ${checkWords.says}` : checkWords.unfinishedBecause,
    fact: said,
    later,
  };
}

const isNotReached = (steps: CheckResult['steps'], wanted: CheckResult['steps'][number]['step']) =>
  steps.some(({ step, outcome }) => step === wanted && outcome === 'notReached');

/** What the first step says of what is no file of a record at all, so that nothing in it can be wrong. */
const unreadable: readonly FoundText[] = ['notRecord', 'notText', 'tooLarge'];

/** Puts what a step found into words. */
export function sayFound({ text, values }: Found): string {
  return fill(checkWords.found[text] as string, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inLine(value)])));
}

/**
 * Says what a certificate records: how many tonnes of which projects were retired for whom and when or, until registries confirm all of
 * it, only that Carma recorded the retirement. Of any other entry, its kind. `isLogRead`: whether the log was read for confirmations.
 */
function sayFact({ index, entry: logged, texts: { beneficiary }, later: related }: CheckedFact, isLogRead: boolean): string {
  if (!logged.certificate) return describeEntry({ index, entry: logged });
  const entry = retirementIn(logged);
  const name = beneficiary && 'text' in beneficiary ? inLine(beneficiary.text) : factWords.later[beneficiary ? 'erased' : 'unnamed'];
  const parts = retiredParts({ index, entry, related });
  const isRetired = parts.length > 0 && parts.every(({ isConfirmed }) => isConfirmed);
  const open = isLogRead && describeUnconfirmed(entry.quantity, confirmationsOf(index, related));
  const { certificate, recorded } = checkWords.entries;
  return fill(isRetired ? certificate : open ? `${recorded} ${open}.` : recorded, {
    quantity: formatCount(entry.quantity),
    projects: nameProjects(entry),
    beneficiary: name,
    date: isRetired ? describeRetired(periodOf(parts)) : formatUtcDate(new Date(entry.time)),
  });
}

/** Says in a line what an entry is: its number, kind, units and date. */
export function describeEntry({ index, entry }: Pick<CheckedFact, 'index' | 'entry'>): string {
  const shown = entry.certificate ? retirementIn(entry) : entry;
  const projects = nameProjects(shown);
  return fill(projects === '' || entry.kind === 'correct' ? checkWords.entries.other : checkWords.entries.entry, {
    entry: entryNumber(index),
    kind: nameKind(entry),
    quantity: formatCount(unitsOf(shown)),
    projects,
    date: formatUtcDate(new Date(entry.time)),
  });
}

/** Lists what a certificate says, line by line, as its page and PDF do; of other entries nothing. */
function listFacts({ index, entry, texts, later }: CheckedFact): CertificateFact[] {
  const retired = retirementIn(entry);
  if (!entry.certificate || retired.lines.length === 0) return [];
  // Whatever else an entry has of a project is not what the catalogue says of it, and may be no text.
  const projects = projectsOf(retired).map(({ id, slug, title, registryId, quantity }) => ({ id, slug, title, registryId, quantity }));
  const facts = factsOf({ index, entry: retired, texts, related: later, projects }, {});
  return facts.map((fact) => ({ ...fact, values: fact.values.map(inLine) }));
}

export const nameKind = ({ kind }: RecordEntry) => (Object.hasOwn(checkWords.kinds, kind) ? checkWords.kinds[kind] : kind);

function nameProjects(entry: RecordEntry): string {
  const projects = projectsOf(entry);
  const names = projects.map(({ title, quantity }) =>
    projects.length === 1 ? inLine(title) : fill(checkWords.entries.shares, { project: inLine(title), quantity: formatCount(quantity) }),
  );
  return joinWords(names);
}

/** Names a text of an entry as pages do. */
export const nameField = (field: string) => (Object.hasOwn(checkWords.fields, field) ? checkWords.fields[field as TextField] : field);

/** Returns a text from a file to put into a sentence: the text can neither reorder the sentence nor begin another line. */
const inLine = (text: string) => isolate(text.replace(/\s+/g, ' '));

function sayLater(later: CheckedFact['later'][number], about: number): string {
  return fill(checkWords.entries.corrected, { correction: inLine(later.entry.correction ?? ''), entry: nameCorrection(later, about) });
}

/** What a check says, and what later entries say about an entry; what a certificate says are `factWords`. */
export const checkWords = {
  /** What an entry, or a later one about it, is said to record. */
  entries: {
    certificate: '{quantity} tCO₂e of {projects} retired for {beneficiary} on {date}',
    recorded: 'Carma recorded the retirement of {quantity} tCO₂e of {projects} for {beneficiary} on {date}.',
    entry: 'Entry {entry}: {kind}, {quantity} tCO₂e of {projects}, {date}',
    /** Of an entry without units, such as a correction. */
    other: 'Entry {entry}: {kind}, {date}',
    shares: '{project} ({quantity})',
    corrected: 'Corrected: “{correction}” ({entry})',
  },
  failed: 'This file failed the check. Don’t rely on it.',
  unreadable: 'This cannot be read as a certificate or an entry.',
  // The headline of a check that left something out has one or more of the next three.
  /** Of a file alone. */
  withoutLog:
    'The file holds by itself. Not checked, because only the log can say: whether a later entry corrects it, calls it void or confirms it, and whether the log still has it.',
  /** Of a file that calls texts erased, where the site was not asked. */
  withoutSite: 'Not checked, because only the site can say: whether the texts that the file calls erased, or not on file, are.',
  /** Of a file from a log that ended when some of its entries were lost. */
  withoutLost:
    'It holds. Not checked, because entries of its log were lost: whether one of them corrects it, calls it void or confirms it.',
  unfinished: 'The check could not be finished.',
  unfinishedBecause: 'Nothing was found to be wrong, but not everything could be checked: see the steps marked with a dash.',
  unreachable: 'The check could not be finished, because the record didn’t answer. Try again.',
  says: 'The file says:',
  noCertificate: 'There is no certificate {number} on this record. Check the number.',
  noEntry: 'There is no such entry on this record. Check the number.',
  pdf: {
    headline: 'The PDF itself was not checked.',
    differs: 'This is not the PDF that the site makes today.',
    attached: 'The certificate that is attached to it, {number}, was checked, and says:',
    nothing: 'No certificate that can be checked is attached to it. Type its number instead, and compare what the record says.',
    compare: 'Anybody can edit a PDF: compare each line of yours with this, and with the certificate’s page.',
    page: 'Certificate {number} on the record',
  },
  sample: 'It is sample data: invented, and without value.',
  proven:
    'This proves that Carma recorded it and hasn’t changed it since. It doesn’t prove that the units exist on the registry: compare the serial numbers there.',
  kinds: {
    receive: 'Received',
    reserve: 'Reserved',
    release: 'Released',
    assign: 'Assigned',
    transfer: 'Sold',
    retire: 'Retired',
    cancel: 'Cancelled',
    deliver: 'Delivered',
    confirm: 'Confirmed at the registry',
    correct: 'Correction',
  },

  /** The texts that stand beside an entry. */
  fields: {
    beneficiary: factWords.texts.labels.beneficiary,
    buyer: 'Buyer',
    purpose: factWords.texts.labels.purpose,
    reference: factWords.texts.labels.reference,
    note: 'Note',
    checkedBy: 'Checked by (name)',
  } satisfies Record<TextField, string>,

  /** What a step found; in a step that failed or was not reached, why. */
  found: {
    skipped: 'Not reached.',
    unreachable: 'Not checked: the record did not answer.',
    offline: 'Not checked: this needs the log, and the check was made without it.',

    pdfSame: 'It is the PDF of certificate {number}.',
    pdfDiffers:
      'It is not the PDF this site makes of certificate {number} today. It may have been edited, or something printed on it may have changed since.',
    pdfNotCompared: 'Not compared: this needs the site’s own PDF of certificate {number}.',

    isCertificate: 'It is certificate {number}.',
    isEntry: 'It is entry {entry}.',
    notRecord: 'It is not the JSON or PDF of a certificate or of an entry.',
    notText: 'It is neither a PDF nor text in UTF-8 or UTF-16.',
    tooLarge: 'It is larger than any certificate: at most {limit} bytes are read.',
    repeated: 'The name “{name}” occurs twice in it, so it can be read in two ways.',
    malformed: 'It calls itself {format}, but doesn’t have the fields of that format.',
    newerFile: 'It was made by a newer program, in the format {format}. Check it with a newer version of this one.',

    signed: 'The key {key} signed it. The log {origin} had {size} entries then.',
    signedBefore: 'The key {key}, used until {until}, signed it. The log {origin} had {size} entries then.',
    noKey: 'Not checked: the keys of the log are not at hand, because the record did not answer or its log has not begun.',
    notSigned:
      'None of the keys at hand (of {names}) signed the checkpoint of this file (of {origin}). A log lists every key it has had at /log/keys.',
    notProof: 'The proof in the file cannot be read.',

    included: 'It is entry {entry} of {size}.',
    notIncluded: 'The entry is not in the log the checkpoint covers.',

    matches: '{summary}.',
    differs: 'The file does not match the entry.',
    malformedEntry: 'Entry {entry} was signed, but doesn’t have the fields of an entry.',
    newerEntry: 'Entry {entry} was made by a newer program: this one does not know its {part}. Check it with a newer version of this one.',
    afterKey: 'The entry is dated {time}, but the key that signed it was used only until {until}.',

    compared: 'Compared: {names}.',
    noNames: 'It has no names.',
    nameMissing: 'The file lacks “{field}”.',
    nameUnknown: 'The entry has no “{field}”.',
    saltWrong: 'The salt of “{field}” is not 32 bytes.',
    nameDiffers: '“{field}” does not match the hash in the entry.',

    noneLater: 'There are none in the first {size} entries.',
    /** Where the site was asked, and the log only after the entries of its answer. */
    noneNamed: 'The site names none in the first {size} entries. carma-verify reads the log itself.',
    later: 'In the first {size} entries: {list}.',
    onlyLog: 'Not checked: the file names none, and only the log can say whether there are any.',
    onlyLogMore: 'Not checked: the file proves {list}, and only the log can say whether there are others.',
    laterWrong: 'What the file says about entry {entry} is not in the log, not about this entry, or not in its order.',
    knownUpToWrong: 'The file says that it knows this up to entry {said}, but its checkpoint covers {size}.',
    correctedSince: 'It has been corrected since the file was made: {list}. Get the file anew, which then has that too.',
    laterLeftOut: 'The file leaves out what the log says about this entry: {list}.',
    logWrong: 'The log is not what was signed: {reason}.',

    noPolicy: 'No witnesses are named, so this check would not notice a log that showed different entries to different people.',
    notSeen: 'Not yet seen by a witness: it takes {needed}.',
    seenByFew: 'Seen by {names}; it takes {needed}.',
    seen: 'Seen by {names}.',
    seenLater: 'Seen by {names}, when the log had {size} entries, the first of which are those the file’s checkpoint covers.',
    forgedWitness: 'A signature under the name of {names} is not theirs.',

    continues: 'It has {size} entries now, and its first {old} are those the file’s checkpoint covers.',
    continuesEnded:
      'The log {log} ended with {ended} entries. Today’s log, {origin}, says in its entry {saidIn} that it continues it, and its first {old} are those the file’s checkpoint covers.',
    continuesCut:
      'The log {log} ended with {ended} entries, of which entries {lost} were lost. Today’s log, {origin}, says in its entry {saidIn} that it continues the others, and has this entry as the file has it.',
    lostEntry:
      'Not checked: the log {log} ended with {ended} entries, and entries {lost} were lost, entry {entry} among them. Today’s log, {origin}, says so in its entry {saidIn}, and no longer has it.',
    forked: 'The file is from a log of {old} entries, and today’s has {size}. {reason}.',
    logUnread: 'Not checked: the log could not be read ({reason}).',
    logUnknown: 'Not checked: the newest checkpoint of the log is not signed by any key at hand.',

    erased: 'Missing from both: {names}.',
    noSite: 'Not checked: only the site says this, not the log.',
    notOnFile: 'Not known: since our database was restored, {names} is not on file here. The holder’s own file still has it.',
    notErased: 'The site shows “{field}”, which the file leaves out. Get the file anew, which then has it.',

    live: 'They are retired with certificate {number} and with no other.',
    notLive: '{serial} is not shown as retired with certificate {number} and no other.',

    continuesMemory: 'It had {old} entries then and has {size} now; no earlier entry has changed.',
    firstSeen: 'This browser remembers nothing of the log, which has {size} entries now. If it can keep that, later checks will compare.',
    memoryForked: 'It had {old} entries then and has {size} now. {reason}.',
    memoryUnknown: 'What this browser saw before was not signed by any key this site names.',
  },
} as const;

/** What a check found, as a key of the words for it. */
export type FoundText = keyof typeof checkWords.found;
