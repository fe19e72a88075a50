/** The kinds of entries: the first eight move units, the last two are about an earlier entry. */
export type EntryKind = 'receive' | 'reserve' | 'release' | 'assign' | 'transfer' | 'retire' | 'cancel' | 'deliver' | 'confirm' | 'correct';
export type UnitStatus = 'Held' | 'Reserved' | 'Assigned' | 'Transferred' | 'Retired' | 'Cancelled' | 'Delivered' | 'Not delivered';
export type Issuance = 'issued' | 'expected';
/** In the words of the Climate Action Data Trust. */
type UnitType = 'Avoidance' | 'Reduction - nature' | 'Reduction - technical' | 'Removal - nature' | 'Removal - technical';

/** A project as an entry names it: its identity, and the names that it had then. */
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
  unitType: UnitType;
  issuance: Issuance;
  /** Of a delivery: the state that the units are in from now on, and the entry that they belong to. */
  status?: UnitStatus | undefined;
  owner?: number | undefined;
};

/** Who gets how many units of a delivery. `owner`: the entry of a reservation, assignment or transfer; null for Held units. */
export type ServedOwner = { owner: number | null; status: UnitStatus; expected: number; delivered: number };

/** The fields of an entry that hold the salted hash of a text: SHA-256 of a 32-byte salt and the text, in hexadecimal digits. */
export const textFields = ['beneficiary', 'buyer', 'purpose', 'reference', 'note', 'checkedBy'] as const;
export type TextField = (typeof textFields)[number];

/** An entry of the log, which has it as canonical JSON (RFC 8785). */
export type RecordEntry = {
  version: 1;
  kind: EntryKind;
  /** In UTC, never before that of the entry before. */
  time: string;
  /** Invented, with the sample projects. */
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
  /** Keyed hashes of the idempotency key and of the request, which tell nobody else anything. */
  operation: string;
  request?: string | undefined;
  /** Of a confirmation: the units that the registry shows as retired. */
  confirmed?: RecordLine[] | undefined;
  /** Of a reservation: its last day, in London. */
  until?: string | undefined;
  certificate?: string | undefined;
  /** The log before this one, which ended at `size` entries, of which this one begins with `kept`. */
  continues?: { log: string; size: number; kept: number } | undefined;
  reason?: string | undefined;
  correction?: string | undefined;
  registryUrl?: string | undefined;
  serialText?: string | undefined;
  held?: string | undefined;
  registryRetiredOn?: string | undefined;
  registryRetirementId?: string | undefined;
  source?: string | undefined;
  checkedOn?: string | undefined;
  checkedByRole?: string | undefined;
} & { [Field in TextField]?: string | undefined };
