import { z } from 'zod';
import {
  issuances,
  longestBeneficiary,
  type OperationKind,
  operationKinds,
  type RecordEntry,
  type RetirementPeriod,
  type UnitStatus,
  unitStatuses,
  unitTypes,
} from '#verify/entry.ts';
import { limitOf, moment, projectReference } from './api.ts';
import { type FactName, factNames, facts } from './record.ts';
import { isStorable } from './storable-text.ts';

/** From the first to the last day on which units were retired, which decides the period of a report. */
const retirementPeriod = z.object({
  first: z.iso.date(),
  last: z.iso.date(),
  recordedOn: z.iso.date().describe('The day on which it was recorded here, in UTC.'),
  isRegistrys: z.boolean().describe('Whether the day in the registry is known of all units, from the entry or a confirmation.'),
  isOurs: z.boolean().describe('Whether it is known of none: then the days are those of the entry.'),
}) satisfies z.ZodType<RetirementPeriod>;

/** How many entries or batches a page of the record's API has. */
export const recordPage = { default: 50, max: 200 } as const;

/** A whole number in an address. A JavaScript number holds fifteen digits exactly. */
const digits = z
  .string()
  .regex(/^\d{1,15}$/, 'A whole number')
  .transform(Number);
const beforeParameter = (description: string) =>
  digits.meta({ description, param: { example: 10 }, override: { type: 'integer', minimum: 0, pattern: undefined } });
const limit = limitOf(recordPage);
const project = projectReference.meta({
  description: 'Only of this project, by its slug, a former one, its `id`, or its ID in its registry.',
  examples: ['moray-brash-biochar'],
});

const asOf = z.union([moment, digits], { error: 'A moment such as 2026-11-23T12:00:00Z, or how many entries the log had' }).meta({
  description:
    'The record as it was at a moment (ISO 8601, with time zone), with the entries of that moment, or when the log had so many entries.',
  param: { example: '2026-11-23T12:00:00Z' },
  override: { type: 'string', anyOf: undefined },
});

/** The parameters of `/api/v1/record/entries`. */
export const entriesParameters = z.strictObject({
  before: beforeParameter('Only entries before this index: `next` from the previous page.').optional(),
  limit: limit.optional(),
  kind: z.enum(operationKinds).optional().describe('Only of this kind.'),
  project: project.optional(),
  asOf: asOf.optional(),
});

/** The parameters of `/api/v1/record/retirements`. */
export const retirementsParameters = entriesParameters.omit({ kind: true }).extend({
  beneficiary: z
    .string()
    .max(longestBeneficiary)
    .refine((text) => isStorable(text) && /[\p{L}\p{N}]/u.test(text), 'A name, or a part of one')
    .optional()
    .meta({
      description: 'Only for beneficiaries whose names have these words, whole or in part, in any case. Erased names are not found.',
      examples: ['example brewery'],
    }),
});

/** The parameters of `/api/v1/record/batches/{id}`. */
export const batchParameters = z.strictObject({ asOf: asOf.optional() });

/** The parameters of `/api/v1/record/batches`. */
export const batchesParameters = z
  .strictObject({
    before: beforeParameter('Only batches with a smaller number: `next` from the previous page.').optional(),
    limit: limit.optional(),
    project: project.optional(),
    serial: z
      .string()
      .max(1_000)
      .optional()
      .describe(
        `A serial number as its registry writes it, or one number from it: shows where these units are now, in at most ${recordPage.max} ranges. Only \`asOf\` may stand beside it.`,
      ),
    asOf: asOf.optional(),
  })
  .superRefine(({ serial, asOf: _, ...others }, context) => {
    for (const [name, value] of Object.entries(serial === undefined ? {} : others))
      if (value !== undefined) context.addIssue({ code: 'custom', path: [name], message: 'Has no effect beside serial: leave it out' });
  });

const namedProject = z
  .object({
    id: z.int().positive().describe('Its identity, which no renaming changes.'),
    slug: z.string(),
    title: z.string(),
    registryId: z.string().nullable(),
  })
  .describe('A project, with the names that it had at the entry.');
/** A range of serials. */
const range = {
  registry: z.string().meta({ description: 'The key of the registry.', examples: ['verra'] }),
  ...{ series: z.string(), first: z.int(), last: z.int() },
};
const vintageAndType = { vintageStart: z.string(), vintageEnd: z.string(), unitType: z.enum(unitTypes) };
/** Another entry, by its place in the log. */
const otherEntry = z.int().nonnegative();
const line = z.object({
  project: namedProject.optional().describe('The project of these units, where the entry is about several.'),
  batch: z.int().describe('The batch, by its number.'),
  ...range,
  quantity: z.int(),
  ...vintageAndType,
  issuance: z.enum(issuances),
  status: z.enum(unitStatuses).optional().describe('Of a delivery: the state that the units are in from now on.'),
  owner: otherEntry.optional().describe('Of a delivery: the entry of the reservation, assignment or transfer that they belong to.'),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const commitment = hash.describe('SHA-256 of a 32-byte salt and the text (UTF-8).');

/** Who gets how many units of a delivery. */
const servedOwner = z.object({
  owner: otherEntry.nullable().describe('The entry of a reservation, assignment or transfer. Null: Held units.'),
  status: z.enum(unitStatuses),
  expected: z.int().nonnegative(),
  delivered: z.int().nonnegative(),
});

/** The facts of an entry. */
const entryFacts = Object.fromEntries(
  factNames.map((name) => [
    name,
    facts[name].is === 'salted' ? commitment.optional() : z.string().optional().meta({ description: facts[name].reads.description }),
  ]),
) as Record<FactName, z.ZodOptional<z.ZodString>>;

/** An entry of the log, which stores it as canonical JSON (RFC 8785). */
export const recordEntry = z.object({
  version: z.literal(1),
  kind: z.enum(operationKinds),
  time: z.iso.datetime().describe('In UTC, by the database. Never before that of the entry before.'),
  sample: z.literal(true).optional().describe('Invented, with the sample projects.'),
  project: namedProject.nullable().describe('The project. Null where the units are of several: then each line names its own.'),
  quantity: z.int().nonnegative(),
  lines: z.array(line).describe('The units, in ranges of serials.'),
  received: z.array(line).optional().describe('Of a delivery: the batches of issued units that it brings.'),
  verified: z.int().nonnegative().optional().describe('Of a delivery: how many units were verified and issued.'),
  expected: z.int().positive().optional().describe('Of a delivery: how many expected units ended.'),
  owners: z.array(servedOwner).optional().describe('Of a delivery: who gets how many units, in the order of service.'),
  refersTo: otherEntry.nullable().describe('The entry whose units these were, or that this one corrects or confirms.'),
  operation: hash.describe('A keyed hash of the idempotency key, by which only its writer can find the entry again.'),
  request: hash.optional().describe('A keyed hash of the request without the salted texts; none of the entry that begins a next log.'),
  confirmed: z.array(line).optional().describe('Of a confirmation: the units that the registry shows as retired.'),
  certificate: z.string().optional(),
  continues: z
    .object({ log: z.string(), size: z.int().nonnegative(), kept: z.int().nonnegative() })
    .optional()
    .describe('The log before this one, which ended at `size` entries, of which this one begins with `kept`.'),
  serialText: z.string().optional(),
  ...entryFacts,
}) satisfies z.ZodType<RecordEntry>;

const text = z.union([
  z.object({ text: z.string(), salt: z.string() }),
  z.object({ erased: z.literal(true) }),
  z.object({ notOnFile: z.literal(true) }),
]);

const entryIndex = z.int().describe('Its place in the log, from 0.');
const canonical = z.string().describe('The bytes of the entry in the log, as UTF-8 text. The proof covers these.');
const proof = z.string().describe('A file in the format c2sp.org/tlog-proof@v1.');
const relatedEntry = z.object({ index: entryIndex, url: z.string(), entry: recordEntry.describe('What the log says.') });

/** An entry as returned by the API. */
const entryResponse = z
  .object({
    ...relatedEntry.shape,
    related: z.array(relatedEntry).describe('Later entries about this one: its corrections and confirmations, and those of these.'),
    retired: retirementPeriod
      .nullable()
      .describe(
        'Of a retirement: when its units were retired, by the registry’s days or, where nobody states them, ours. Null: no certificate.',
      ),
    confirmedUnits: z
      .int()
      .nullable()
      .describe(
        'Of a retirement: how many of its units were seen as retired in their registry. Confirmations that were corrected do not count. Null: no retirement.',
      ),
    projects: z
      .array(
        z.object({
          id: z.int().nullable(),
          title: z.string(),
          registryId: z.string().nullable(),
          quantity: z.int(),
          url: z.string().nullable().describe('The page of the project today. Null: the catalogue does not have it.'),
        }),
      )
      .describe('The projects concerned, by the names that they had at the entry.'),
    texts: z
      .record(z.string(), text)
      .describe('The texts whose salted SHA-256 is in the entry, or a note that they were erased, or are not on file since a restore.'),
  })
  .meta({ id: 'RecordEntry' });
export const entriesResponse = z
  .object({
    entries: z.array(entryResponse),
    next: z.int().nullable().describe('For the next page, as `before`. Null on the last one.'),
  })
  .meta({ id: 'RecordEntries' });
/** An entry with its proof. */
export const provedEntry = entryResponse
  .extend({
    canonical,
    proof: proof.nullable(),
    related: z
      .array(relatedEntry.extend({ canonical, proof: proof.nullable() }))
      .describe('Later entries about this one: its corrections and confirmations, and those of these, each with its own proof.'),
    knownUpTo: z.int().nullable().describe('The size of the log up to which such entries are known: that of the checkpoint in the proof.'),
  })
  .meta({ id: 'ProvedRecordEntry' });

const units = z.object(Object.fromEntries(unitStatuses.map((status) => [status, z.int()])) as Record<UnitStatus, z.ZodInt>);
const batchResponse = z
  .object({
    id: z.int(),
    project: z.string(),
    projectTitle: z.string(),
    ...range,
    serial: z.string().describe('The range as its registry writes it.'),
    serialText: z.string().nullable().describe('The serial as it was received, if it was one text. Null for the units of a delivery.'),
    ...vintageAndType,
    issuance: z.enum(issuances).describe('Expected, as long as any of its units may still be issued, or if none was.'),
    registryUrl: z.string().nullable(),
    entry: z.int(),
    units,
    forSale: z.object({ issued: z.int(), expected: z.int() }).describe('The units that are Held, by whether the registry has issued them.'),
  })
  .meta({ id: 'Batch', description: 'Units received together: one range of serial numbers of one vintage.' });
export type Batch = z.infer<typeof batchResponse>;
const holding = z.object({
  first: z.int(),
  last: z.int(),
  status: z.enum(unitStatuses),
  issuance: z.enum(issuances),
  owner: z.int().nullable().describe('The entry of the reservation, assignment or transfer that they belong to.'),
  since: z.iso.datetime().describe('The time of the entry.'),
  entry: z.int(),
  reservedUntil: z.string().nullable().describe('The last day of the reservation, in London.'),
  certificate: z.string().nullable(),
});
/** A range of serials of a batch that have been in one state since an entry, as it is read from the database. */
export type Holding = Omit<z.output<typeof holding>, 'since'> & { since: Date };
export const batchWithHoldings = batchResponse.extend({ holdings: z.array(holding) }).meta({ id: 'BatchWithHoldings' });
const place = holding.extend({
  batch: z.int(),
  series: z.string(),
  registry: z.string(),
  serial: z.string().describe('The range as its registry writes it.'),
  project: z.string(),
  projectTitle: z.string(),
});
/** Where units are: a holding, with what names its batch. */
export type Place = Omit<z.output<typeof place>, 'since'> & { since: Date };
/** What is wrong with a text that is no serial number. */
export const serialMessage = 'A serial number as the registry writes it, or one number from it';
/** Where the units with a serial number are now. */
export const placesResponse = z.object({ places: z.array(place).max(recordPage.max) });
export const batchesResponse = z
  .union([z.object({ batches: z.array(batchResponse), next: z.int().nullable() }), placesResponse])
  .meta({ id: 'Batches' });

/** The response to an operation. */
export const operationReceipt = z
  .object({
    entry: z.int().describe('The index of its entry in the log.'),
    kind: z.enum(operationKinds),
    quantity: z.int(),
    project: recordEntry.shape.project,
    refersTo: recordEntry.shape.refersTo,
    certificate: z.string().nullable().describe('The number of the certificate, of a retirement.'),
    batch: z.int().nullable().describe('The number of the batch that was received.'),
    lines: recordEntry.shape.lines.describe('The units that were taken, in ranges of serials, as in the entry.'),
    owners: recordEntry.shape.owners,
    confirmed: recordEntry.shape.confirmed,
    checkpoint: z
      .string()
      .nullable()
      .describe('A signed checkpoint that covers the entry. Null: the entry stands, and is signed later; then /log/checkpoint covers it.'),
    replayed: z.boolean(),
  })
  .meta({ id: 'RecordReceipt' });
export type OperationReceipt = z.infer<typeof operationReceipt>;

/** A retirement in a list: `quantity` in tCO2e; `beneficiary` null: erased. Projects by their slugs today, and the titles that they had. */
export const listedRetirement = z.object({
  number: z.string(),
  beneficiary: z.string().nullable(),
  quantity: z.int(),
  open: z.int().describe('How much of it no registry was seen to have retired, in tCO2e.'),
  period: retirementPeriod,
  projects: z.array(z.object({ slug: z.string(), title: z.string() })),
});
export type ListedRetirement = z.output<typeof listedRetirement>;

/** What was retired for a beneficiary, in tCO2e: `open` is what of it no registry was seen to have retired. */
export type BeneficiaryTotal = { beneficiary: string; certificates: number; quantity: number; open: number };

/** What a search of the record finds. */
export type FoundOnRecord =
  | { kind: 'certificate'; number: string }
  | { kind: 'entry'; index: number; operation: OperationKind }
  | { kind: 'serials'; places: Place[]; isWhole: boolean }
  | {
      kind: 'names';
      /** What was retired for the beneficiaries who have the name, the newest first. */
      beneficiaries: BeneficiaryTotal[];
      /** Whether no beneficiary was left out. */
      areAllBeneficiaries: boolean;
      /** The newest retirements for these beneficiaries. */
      retirements: ListedRetirement[];
      /** Whether no older retirement was left out. */
      isWhole: boolean;
      projects: { slug: string; title: string }[];
      /** Whether no project was left out. */
      areAllProjects: boolean;
    }
  | { kind: 'nothing' };

/** How units came to be where they are: the entries that last moved them, the oldest first, each with the state that it put them into. */
export type UnitWay = {
  serial: string;
  /** Whether no earlier steps were left out. */
  isWhole: boolean;
  steps: { index: number; kind: OperationKind; status: UnitStatus; since: Date; certificate: string | null }[];
};
