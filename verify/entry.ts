import { entryNumber } from './text.ts';

/** The operations on units, which are the kinds of entries: all but the last two move units; these two are about an earlier entry. */
export const operationKinds = [
  ...(['receive', 'reserve', 'release', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'confirm', 'correct'] as const),
] as const;
export type OperationKind = (typeof operationKinds)[number];

/**
 * The states of a unit: those of the Climate Action Data Trust, plus our own: "Reserved", "Assigned" (promised to a buyer) and
 * "Transferred", which belong to the entry that made them so, and for expected units "Delivered" (replaced by issued units with serials
 * of their own) and "Not delivered". The last four are final.
 */
export const unitStatuses = ['Held', 'Reserved', 'Assigned', 'Transferred', 'Retired', 'Cancelled', 'Delivered', 'Not delivered'] as const;
export type UnitStatus = (typeof unitStatuses)[number];
export const finalStatuses: readonly UnitStatus[] = ['Retired', 'Cancelled', 'Delivered', 'Not delivered'];
export const issuances = ['issued', 'expected'] as const;
export type Issuance = (typeof issuances)[number];
/** Unit types, as named by the Climate Action Data Trust. `is_unit_type` (db/migrations) has the same, and a test stores each. */
export const unitTypes = ['Avoidance', 'Reduction - nature', 'Reduction - technical', 'Removal - nature', 'Removal - technical'] as const;

/** A project as an entry names it: its identity, and the names that it had when the entry was made. */
export type NamedProject = { id: number; slug: string; title: string; registryId: string | null };

/** A range of serials of one batch, both numbers included, with the batch's facts. */
export type RecordLine = {
  /** The project of these units, where the entry is about several. */
  project?: NamedProject | undefined;
  batch: number;
  /** The key of the registry, as in registries.ts. */
  registry: string;
  series: string;
  first: number;
  last: number;
  quantity: number;
  /** ISO 8601, as all days here. */
  vintageStart: string;
  vintageEnd: string;
  unitType: (typeof unitTypes)[number];
  issuance: Issuance;
  /** Of a delivery: the state of the units after it, and the entry that they then belong to. */
  status?: UnitStatus | undefined;
  owner?: number | undefined;
};

/** Of a delivery: how many expected units of an owner (the entry that moved them; null for Held ones) end, and how many are replaced. */
export type ServedOwner = { owner: number | null; status: UnitStatus; expected: number; delivered: number };

/** The fields of an entry that hold the salted hash of a text: SHA-256 of a 32-byte salt and the text, in hexadecimal digits. */
export const textFields = ['beneficiary', 'buyer', 'purpose', 'reference', 'note', 'checkedBy'] as const;
export type TextField = (typeof textFields)[number];
/** Most characters of the name of a beneficiary. */
export const longestBeneficiary = 300;
/** The fields that hold a hash of something else, keyed: whoever has no key cannot tell of what. */
export const keyedHashes: readonly string[] = ['operation', 'request'];

/** The facts that are stated with an operation and stand in its entry as they are. */
export const publicFacts = [
  ...(['until', 'reason', 'held', 'registryRetiredOn', 'registryRetirementId', 'registryUrl', 'source'] as const),
  ...(['checkedByRole', 'checkedOn', 'correction'] as const),
] as const;
export type PublicFact = (typeof publicFacts)[number];

/** An entry of the log, which has it as canonical JSON (RFC 8785). */
export type RecordEntry = {
  version: 1;
  kind: OperationKind;
  /** In UTC, never earlier than the time of the previous entry. */
  time: string;
  /** Whether the entry is of invented units, as of the sample projects. */
  sample?: true | undefined;
  /** Null where the units are of several projects: then each line names its own. */
  project: NamedProject | null;
  quantity: number;
  lines: RecordLine[];
  /** Of a delivery: the batches of issued units that it brings, how many were verified, how many expected ended, and who gets them. */
  received?: RecordLine[] | undefined;
  verified?: number | undefined;
  expected?: number | undefined;
  owners?: ServedOwner[] | undefined;
  /** The entry whose units these were, or that this one corrects or confirms. */
  refersTo: number | null;
  /** Of the idempotency key and of the request (`keyedHashes`). */
  operation: string;
  request?: string | undefined;
  /** Of a confirmation: the units that the registry shows as retired. */
  confirmed?: RecordLine[] | undefined;
  /** Of an entry that retires units: the number of their certificate. */
  certificate?: string | undefined;
  /** The log before this one, which ended at `size` entries, of which this one begins with `kept`. */
  continues?: { log: string; size: number; kept: number } | undefined;
  /** Of an entry that receives a batch: its serial as the registry writes it, if it was given as one text. */
  serialText?: string | undefined;
} & { [Fact in PublicFact | TextField]?: string | undefined };

/** An entry was made by a newer program than this one, which cannot say whether the entry is right. */
export class NewerEntryError extends Error {}

/** Names the part of an entry by which a newer program must have made it: its version, or its kind. Undefined of any other entry. */
export function newerPart({ version, kind }: { version?: unknown; kind?: unknown }): string | undefined {
  if (typeof version === 'number' && version > 1) return `version ${version}`;
  return isText(kind) && !operationKinds.some((known) => known === kind) ? 'kind' : undefined;
}

/** Parses the bytes of an entry; undefined if they are not canonical JSON of the right shape. @throws NewerEntryError */
export function readEntry(index: number, bytes: Uint8Array): RecordEntry | undefined {
  let json: unknown;
  try {
    const text = strictUtf8.decode(bytes);
    json = JSON.parse(text);
    // Else programs could read different things in it: where a name occurs twice, some take the first value and others the last.
    // (JavaScript puts names that are numbers first, but an entry has no such names.)
    if (JSON.stringify(json) !== text || !isInOrder(json)) return undefined;
  } catch {
    return undefined;
  }
  const newer = newerPart(json ?? {});
  if (newer) throw new NewerEntryError(`Entry ${entryNumber(index)} was made by a newer program: this one does not know its ${newer}`);
  return isRecordEntry(json) ? json : undefined;
}

/** Whether what was parsed has the fields of an entry as this program knows them. */
export const isRecordEntry = (json: unknown): json is RecordEntry => hasShape(json, entryShape);

/** A project named by an entry, and how many of its units (tCO2e) the entry moves or, of a confirmation, is about. */
export type EntryProject = NamedProject & { quantity: number };

/** Returns the lines of an entry that move units of the project with an id. */
export function linesOfProject({ project, lines }: Pick<RecordEntry, 'project' | 'lines'>, { id }: Pick<NamedProject, 'id'>): RecordLine[] {
  return lines.filter((line) => (line.project ?? project)?.id === id);
}

/** Lists the projects of an entry, in the order in which its units name them. A correction has no units, and may have no project. */
export function projectsOf(entry: Pick<RecordEntry, 'project' | 'quantity' | 'lines' | 'confirmed'>): EntryProject[] {
  if (entry.project) return [{ ...entry.project, quantity: unitsOf(entry) }];
  // Not Map.groupBy: the verifier also runs on Node 20.
  const projects = new Map<number, EntryProject>();
  for (const line of entry.confirmed ?? entry.lines) {
    if (!line.project) continue;
    const before = projects.get(line.project.id)?.quantity ?? 0;
    projects.set(line.project.id, { ...line.project, quantity: before + line.quantity });
  }
  return [...projects.values()];
}

/** Returns the batches that an entry brings into the book: those of a receipt, or the issued ones of a delivery. */
export function broughtBy({ kind, lines, received }: RecordEntry): RecordLine[] {
  return kind === 'receive' ? lines : (received ?? []);
}

/** Returns an entry with only the units that its certificate is about: all of a retirement, and the Retired ones of a delivery. */
export function retirementIn(entry: RecordEntry): RecordEntry {
  if (entry.kind !== 'deliver') return entry;
  const lines = entry.lines.filter(({ status }) => status === 'Retired');
  return { ...entry, lines, quantity: quantityIn(lines) };
}

/** Returns the number of a certificate, by that of its entry (from 1), in the one way in which it is written: `CR-000005`. */
export function certificateNumber(number: number | string): string {
  return `CR-${String(number).padStart(6, '0')}`;
}

/** Whether `refersTo` is the entry that this one is about. In entries of other kinds it is the entry whose units they move. */
export const isAboutEntry = ({ kind }: Pick<RecordEntry, 'kind'>) => kind === 'correct' || kind === 'confirm';

/** A correction or a confirmation: an entry about an earlier one, which `entry.refersTo` names. */
export type RelatedEntry = {
  index: number;
  entry: RecordEntry;
  /** Of a confirmation: who looked at the registry, of whom the entry has a hash. Null: erased, or not on file. Absent: unknown here. */
  checkerName?: string | null;
};

/** A confirmation, with the corrections of it. */
export type Confirmation = RelatedEntry & { corrections: RelatedEntry[] };

/** Returns the corrections of an entry, and the corrections of these, from later entries in the order of the log, in which they stay. */
export function correctionsOf(index: number, related: readonly RelatedEntry[]): RelatedEntry[] {
  const corrected = new Set([index]);
  // An entry is only ever about an earlier one.
  return related.filter((later) => {
    const { kind, refersTo } = later.entry;
    const isCorrection = kind === 'correct' && refersTo !== null && corrected.has(refersTo);
    if (isCorrection) corrected.add(later.index);
    return isCorrection;
  });
}

/** Returns the confirmations of a retirement, from later entries in the order of the log, in which they stay. */
export function confirmationsOf(index: number, related: readonly RelatedEntry[]): Confirmation[] {
  return related
    .filter(({ entry }) => entry.kind === 'confirm' && entry.refersTo === index)
    .map((confirmation) => ({ ...confirmation, corrections: correctionsOf(confirmation.index, related) }));
}

/** Counts the units (tCO2e) of confirmations, without those that were corrected: what is right instead is in words only. */
export function confirmedUnits(confirmations: readonly Confirmation[]): number {
  return confirmations.filter(({ corrections }) => corrections.length === 0).reduce((sum, { entry }) => sum + unitsOf(entry), 0);
}

/** Counts the units (tCO2e) of an entry: those that it moves or, of a confirmation, those that it is about. */
export function unitsOf({ confirmed, quantity }: Pick<RecordEntry, 'confirmed' | 'quantity'>): number {
  return confirmed === undefined ? quantity : quantityIn(confirmed);
}

type UnitRange = Pick<RecordLine, 'first' | 'last'>;

/** Counts the units (tCO2e) in a range, whose numbers are both included. */
export function quantityOf({ first, last }: UnitRange): number {
  return last - first + 1;
}

/** Counts the units (tCO2e) that ranges have together. */
export function quantityIn(ranges: readonly UnitRange[]): number {
  return ranges.reduce((sum, range) => sum + quantityOf(range), 0);
}

type BatchRange = UnitRange & Pick<RecordLine, 'batch'>;

/** Counts the units (tCO2e) that two ranges have in common. */
export function unitsInBoth(one: BatchRange, other: BatchRange): number {
  const first = Math.max(one.first, other.first);
  const last = Math.min(one.last, other.last);
  return one.batch === other.batch ? Math.max(0, quantityOf({ first, last })) : 0;
}

/** A retirement, with only the units that its certificate is about, and what later entries say of it. */
export type RetirementEntry = { index: number; entry: RecordEntry; related: readonly RelatedEntry[] };

/** When units were retired, as days (ISO 8601). */
export type RetirementDay = {
  /** Decides the period: the registry's day or, where nobody states it, that on which it was recorded here. */
  retiredOn: string;
  registryRetiredOn: string | null;
  /** In UTC. */
  recordedOn: string;
  /** Whether a confirmation that was not corrected says that the registry has retired them. */
  isConfirmed: boolean;
};

/** Returns the day on which units may be said to be retired; null while neither the registry's day nor a confirmation is known. */
export function statedDayOf({ retiredOn, registryRetiredOn, isConfirmed }: RetirementDay): string | null {
  return registryRetiredOn !== null || isConfirmed ? retiredOn : null;
}

/**
 * Returns when the units of a retirement were retired: its lines, split into parts that have one day and are confirmed or not. The
 * registry retires a unit, so the registry's day counts. The retirement states it, or else a confirmation; where the retirement was
 * corrected, the confirmation goes first. A confirmation that was corrected does not count. The site's chart of months has the same rule
 * in SQL (`readRetirementsByMonth`), and a test compares the two.
 */
export function retiredParts({ index, entry, related }: RetirementEntry): (RecordLine & RetirementDay)[] {
  const recordedOn = entry.time.slice(0, 10);
  const stated = entry.registryRetiredOn ?? null;
  const isCorrected = correctionsOf(index, related).length > 0;
  const confirmations = confirmationsOf(index, related).filter(({ corrections }) => corrections.length === 0);
  const confirmed = confirmations.flatMap(({ entry: { confirmed: lines = [], registryRetiredOn: day = null } }) =>
    lines.map((line) => ({ ...line, day })),
  );
  return entry.lines.flatMap((line) => {
    const shown = confirmed.filter((one) => unitsInBoth(one, line) > 0);
    // A part ends where another begins: where units are confirmed, and behind them.
    const starts = new Set([line.first, ...shown.flatMap(({ first, last }) => [first, last + 1])]);
    const firsts = [...starts].filter((first) => line.first <= first && first <= line.last).sort((a, b) => a - b);
    const parts: (RecordLine & RetirementDay)[] = [];
    for (const [at, first] of firsts.entries()) {
      const last = (firsts[at + 1] ?? line.last + 1) - 1;
      const confirmation = shown.find((one) => one.first <= first && first <= one.last);
      const isConfirmed = confirmation !== undefined;
      const day = confirmation?.day ?? null;
      const registryRetiredOn = isCorrected ? (day ?? stated) : (stated ?? day);
      const before = parts.at(-1);
      const joins = before?.registryRetiredOn === registryRetiredOn && before.isConfirmed === isConfirmed;
      const range = { first: joins ? before.first : first, last };
      const part = { ...line, ...range, quantity: quantityOf(range), recordedOn, registryRetiredOn, isConfirmed };
      if (joins) parts.pop();
      parts.push({ ...part, retiredOn: registryRetiredOn ?? recordedOn });
    }
    return parts;
  });
}

/**
 * The first and the last day on which units were retired, and the day on which that was recorded. `isRegistrys`: the registry's day is
 * known of all units; `isOurs`: it is known of none, so all days are those of the record.
 */
export type RetirementPeriod = { first: string; last: string; recordedOn: string; isRegistrys: boolean; isOurs: boolean };

/** Returns the period of retired units. @throws RangeError if there are none. */
export function periodOf(days: readonly RetirementDay[]): RetirementPeriod {
  const sorted = days.map(({ retiredOn }) => retiredOn).sort();
  const [first, last, recordedOn] = [sorted[0], sorted.at(-1), days[0]?.recordedOn];
  if (first === undefined || last === undefined || recordedOn === undefined) throw new RangeError('No units were retired');
  return {
    first,
    last,
    recordedOn,
    isRegistrys: days.every(({ registryRetiredOn }) => registryRetiredOn !== null),
    isOurs: days.every(({ registryRetiredOn }) => registryRetiredOn === null),
  };
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether a value of JSON has its names in the order of RFC 8785, and no half of a character. */
function isInOrder(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return (
    names.every((name, at) => name.isWellFormed() && (at === 0 || (names[at - 1] as string) < name)) &&
    Object.values(value).every(isInOrder)
  );
}

type Test = (value: unknown) => boolean;
type Shape = Record<string, Test>;
/** Tests of the fields of a type, so that none is misspelt or, but for `Other`, forgotten. */
type ShapeOf<Of, Other extends keyof Of = never> = Record<Exclude<keyof Of, Other>, Test> & { [Field in Other]?: Test };
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isOneOf =
  (values: readonly unknown[]): Test =>
  (value) =>
    values.includes(value);
const isStatus = isOneOf(unitStatuses);
const isList = (value: unknown, shape: Shape) => Array.isArray(value) && value.every((one) => hasShape(one, shape));
const optional = (test: Test) => ((value) => value === undefined || test(value)) satisfies Test;
const orNull = (test: Test) => ((value) => value === null || test(value)) satisfies Test;
const isLines: Test = (value) => isList(value, lineShape);
/** An instant in UTC with milliseconds. */
const isTime: Test = (value) => isText(value) && new Date(value).toJSON() === value;
const isDay: Test = (value) => isText(value) && new Date(value).toJSON()?.slice(0, 10) === value;
/** Whether a value is a hash as entries have it. */
export const isHash = (value: unknown) => isText(value) && /^[0-9a-f]{64}$/.test(value);

const projectShape = { id: isCount, slug: isText, title: isText, registryId: orNull(isText) } satisfies ShapeOf<NamedProject>;
const isProject: Test = (value) => hasShape(value, projectShape);

/**
 * The fields of a line and of an entry that are read here. The site has a schema of entries, but a library of schemas is longer than this
 * whole program, which an auditor is to read.
 */
const lineShape = {
  project: optional(isProject),
  batch: isCount,
  registry: isText,
  series: isText,
  first: isCount,
  last: isCount,
  quantity: isCount,
  vintageStart: isText,
  vintageEnd: isText,
  unitType: isText,
  issuance: isOneOf(issuances),
  status: optional(isStatus),
  owner: optional(isCount),
} satisfies ShapeOf<RecordLine>;
const entryShape = {
  version: (value) => value === 1,
  kind: isText,
  time: isTime,
  sample: optional((value) => value === true),
  project: orNull(isProject),
  quantity: isCount,
  lines: isLines,
  received: optional(isLines),
  verified: optional(isCount),
  expected: optional(isCount),
  owners: optional((value) => isList(value, { owner: orNull(isCount), status: isStatus, expected: isCount, delivered: isCount })),
  refersTo: orNull(isCount),
  confirmed: optional(isLines),
  certificate: optional(isText),
  continues: optional((value) => hasShape(value, { log: isText, size: isCount, kept: isCount })),
  ...Object.fromEntries(textFields.map((field) => [field, optional(isHash)])),
  ...Object.fromEntries(publicFacts.map((fact) => [fact, optional(isText)])),
  until: optional(isDay),
  registryRetiredOn: optional(isDay),
  checkedOn: optional(isDay),
} satisfies ShapeOf<RecordEntry, 'operation' | 'request' | 'serialText' | PublicFact | TextField>;

function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const name in shape) if (!shape[name]?.((value as Record<string, unknown>)[name])) return false;
  return true;
}
