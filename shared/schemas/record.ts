import { z } from 'zod';
import {
  issuances,
  longestBeneficiary,
  type OperationKind,
  operationKinds,
  type PublicFact,
  type TextField,
  unitTypes,
} from '#verify/entry.ts';
import { itemText, webAddress } from './field-types.ts';
import { logName, vintageYears } from './limits.ts';
import { isNobody } from './readable-text.ts';

/**
 * The scopes of a bearer key. `reserve` includes `release`. `any-owner` lets a key carry out its operations also on units that were
 * reserved, assigned or sold with another key, or by command. `webhooks` lets it subscribe to events; `webhooks-personal` also to names
 * and addresses.
 */
export const keyScopes = [
  ...operationKinds.filter((kind) => kind !== 'release'),
  ...(['any-owner', 'webhooks', 'webhooks-personal'] as const),
];
export type KeyScope = (typeof keyScopes)[number];

/** Most units in one operation, and so in a batch (the check of `credit_batches.serials`). */
export const quantityLimit = 1_000_000_000;
/** Most ranges of serials that one operation names. */
export const rangesLimit = 100;
/** The highest serial number: fifteen digits, which a number holds exactly. */
export const maxSerial = 999_999_999_999_999;

const project = itemText(200).meta({
  description: 'The project: its slug, `id`, or ID in its registry (`VCS1764`), as in /api/v1/projects/{reference}.',
  examples: ['fenland-straw-biochar'],
});
const batchNumber = z.int32().positive();
const serialNumber = z.int().min(0).max(maxSerial);
const quantity = z
  .int()
  .min(1)
  .max(quantityLimit)
  .describe('Units, each one tCO2e: of the oldest vintages, the lowest serials first. The answer names them.');
const dayOfUnits = z.iso
  .date()
  .refine((day) => Number(day.slice(0, 4)) >= vintageYears.min, `is before ${vintageYears.min}, when no registry issued units`);
/** The first or the last day of a vintage. */
export const vintageDay = dayOfUnits.refine((day) => Number(day.slice(0, 4)) <= vintageYears.max, `is after ${vintageYears.max}`);
const pastDay = dayOfUnits.refine((day) => day <= new Date().toISOString().slice(0, 10), 'is in the future');
type Kinds = Partial<Record<OperationKind, 'needed' | 'allowed'>>;
/** A fact of an operation. `of`: with which kinds it is stated; `reads`: what it may be; `is`: how the log and pages have it. */
export type Fact<Of extends Kinds = Kinds> = { of: Of; reads: z.ZodType<string>; is: 'text' | 'salted' | 'day' | 'address' };
const inLog = (text: string) => `${text} Public, in the log itself: no names.`;
/** A text that is in the log itself. */
const text = <const Of extends Kinds>(of: Of, length: number, description: string): Fact<Of> => ({
  of,
  reads: itemText(length).meta({ description }),
  is: 'text',
});
/** A text that may be about a person: the log has its salted hash, and the text stands beside it. */
const salted = <const Of extends Kinds>(of: Of, length: number, description: string): Fact<Of> => ({
  ...text(of, length, `${description} Only its salted hash is in the log, and the text can be erased.`),
  is: 'salted',
});
/** A text that names somebody, and not nobody ("N/A", "Confidential"). */
const naming = <Of extends Fact>(fact: Of): Of => ({ ...fact, reads: fact.reads.refine((text) => !isNobody(text), 'names nobody') });
const day = <const Of extends Kinds>(of: Of, reads: z.ZodType<string>, description: string): Fact<Of> => ({
  of,
  reads: reads.meta({ description, examples: ['2026-03-04'] }),
  is: 'day',
});

/** Most characters of the texts that an import shortens instead of refusing them. */
export const longest = { purpose: 300, note: 1_000 } as const;

/**
 * The facts that are stated with operations, each under one name everywhere: in the request of a kind, in its entry, in commands and
 * columns, on pages. Public ones are in the entry as they are, and of salted ones their hashes (`textFields` in verify/entry.ts).
 * Whoever may carry out an operation may state its facts. Pages and requests have them in this order, on which keyed hashes depend.
 */
export const facts = {
  until: day({ reserve: 'needed' }, z.iso.date(), 'The last day of the reservation, in London: from today to two years from now.'),
  beneficiary: naming(salted({ retire: 'needed' }, longestBeneficiary, 'On whose behalf.')),
  buyer: naming(salted({ assign: 'needed' }, 300, 'To whom the expected units are promised.')),
  reason: text(
    { receive: 'allowed', cancel: 'needed', deliver: 'allowed' },
    300,
    inLog("Why, such as a reversal, what the registry's verifier found, or why units of a project are of another type than its others."),
  ),
  purpose: salted(
    { retire: 'allowed', deliver: 'allowed' },
    longest.purpose,
    'What the retirement is claimed for, such as a reporting year.',
  ),
  reference: salted({ reserve: 'allowed', assign: 'allowed', transfer: 'allowed', retire: 'allowed' }, 1_000, "The buyer's reference."),
  held: text({ receive: 'allowed' }, 300, inLog('Where it is stated that Carma holds them, such as an account statement of a day.')),
  note: salted({ receive: 'allowed', release: 'allowed', retire: 'allowed', deliver: 'allowed' }, longest.note, 'A note.'),
  registryRetiredOn: day({ retire: 'allowed', confirm: 'needed' }, pastDay, 'The day of the retirement in the registry.'),
  registryRetirementId: text({ retire: 'allowed', confirm: 'allowed' }, 100, 'The number that the registry gave the retirement. Public.'),
  registryUrl: {
    of: { receive: 'allowed', deliver: 'allowed', confirm: 'allowed' },
    reads: webAddress().schema.describe('The address at which the registry shows the units, or their retirement. Public.'),
    is: 'address',
  },
  source: text({ confirm: 'allowed' }, 300, inLog('Where else the registry shows it, such as its list of retirements.')),
  checkedByRole: naming(text({ confirm: 'allowed' }, 100, inLog('Who looked, as a role, such as our registry desk.'))),
  checkedBy: naming(salted({ confirm: 'allowed' }, 300, 'Who looked, by name.')),
  checkedOn: day({ confirm: 'allowed' }, pastDay, 'The day on which they looked. Without it: the day of the entry.'),
  correction: text({ correct: 'needed' }, 1_000, inLog('What is right. Nothing is edited.')),
} as const satisfies Record<PublicFact | TextField, Fact>;
export type FactName = keyof typeof facts;
/** The names of all facts, in their order. */
export const factNames = Object.keys(facts) as FactName[];

type Facts = typeof facts;
type FactsOf<Kind extends OperationKind> = {
  [Name in FactName as Kind extends keyof Facts[Name]['of'] ? Name : never]: Facts[Name]['of'] extends { [Key in Kind]: 'needed' }
    ? z.ZodType<string>
    : z.ZodOptional<z.ZodType<string>>;
};

/** Returns the fields of a request for the facts of a kind of operation. */
function factsOf<Kind extends OperationKind>(kind: Kind): FactsOf<Kind> {
  const stated = Object.entries<Fact>(facts).filter(([, { of }]) => of[kind]);
  return Object.fromEntries(
    stated.map(([name, { of, reads }]) => [name, of[kind] === 'needed' ? reads : reads.optional()]),
  ) as FactsOf<Kind>;
}

const range = z
  .strictObject({ batch: batchNumber, first: serialNumber, last: serialNumber })
  .refine(({ first, last }) => first <= last, 'first is greater than last');

const entryIndex = z.int().nonnegative();
const ranges = z.array(range).min(1).max(rangesLimit);
const issuance = z.enum(issuances);

/** The fields that say which units an operation applies to. */
const unitFields = {
  project: project.optional(),
  batch: batchNumber.optional().describe('A batch, by its number.'),
  quantity: quantity.optional(),
  projects: z
    .array(z.strictObject({ project, quantity }))
    .min(1)
    .max(50)
    .describe('So many units of each of several projects, in place of `project` and `quantity`.')
    .optional(),
  issuance: issuance.optional().describe('Needed where the project holds both issued and expected units.'),
  serials: ranges.describe('Named serials, in place of a quantity. They may be of several projects.').optional(),
  reservation: entryIndex.optional().describe('Units of a reservation, by the index of its entry: all of them, a quantity, or serials.'),
  assignment: entryIndex.optional().describe('Units of an assignment, by the index of its entry.'),
  transfer: entryIndex.optional().describe('Units that were sold, by the index of the entry of the transfer.'),
};
type UnitField = keyof typeof unitFields;
/** The units that an operation applies to. */
export type ChosenUnits = z.output<z.ZodObject<typeof unitFields>>;
/** The states in which units have an owner, by the field that names the owner's entry. */
export const ownedStatuses = { reservation: 'Reserved', assignment: 'Assigned', transfer: 'Transferred' } as const;
export type OwnerField = keyof typeof ownedStatuses;
export const ownerFields = Object.keys(ownedStatuses) as OwnerField[];
/** The fields of requests that name one entry by its index. `ownersFirst` names several. */
export const entryFields = ['entry', ...ownerFields, 'retire'] as const;

/** A way to name units: the fields that it needs and those that it may have besides. */
type Way = { needs: UnitField[]; allows: UnitField[] };
/** Units that are Held: so many of a project, of several or of a batch; or named ones. */
const held: Way[] = [
  { needs: ['project', 'quantity'], allows: ['batch', 'issuance'] },
  { needs: ['batch', 'quantity'], allows: ['project', 'issuance'] },
  { needs: ['projects'], allows: ['issuance'] },
  { needs: ['serials'], allows: ['project', 'batch'] },
];
/** Units with an owner: all of them, so many, or named ones. */
const owned = (...owners: OwnerField[]): Way[] =>
  owners.flatMap((owner) => [
    { needs: [owner], allows: ['project', 'batch', 'quantity'] },
    { needs: [owner, 'serials'], allows: ['project', 'batch'] },
  ]);

/**
 * Returns the request of an operation on units, with its facts. The units are named with some of the fields `names`, in one of the `ways`
 * above: code and published schema refuse any other combination.
 */
function onUnits<Kind extends OperationKind, Field extends UnitField>(kind: Kind, ...names: Field[]) {
  const own = Object.fromEntries(names.map((field) => [field, unitFields[field]])) as Pick<typeof unitFields, Field>;
  const fields = (Object.keys(unitFields) as UnitField[]).filter((field) => field in own);
  const ways = [
    ...('projects' in own ? held : []),
    ...owned(...fields.filter((field): field is OwnerField => Object.hasOwn(ownedStatuses, field))),
  ].map(({ needs, allows }) => ({ needs, forbids: fields.filter((field) => ![...needs, ...allows].includes(field)) }));
  return z
    .strictObject({ ...own, ...factsOf(kind) })
    .superRefine((values: Partial<Record<UnitField, unknown>>, { addIssue }) => {
      const isGiven = (field: UnitField) => values[field] !== undefined;
      const used = ways.filter(({ needs }) => needs.every(isGiven)).map((way) => ({ ...way, surplus: way.forbids.find(isGiven) }));
      const last = used.at(-1);
      const message = `Name the units in one of these ways: ${ways.map(({ needs }) => needs.join(' and ')).join('; ')}`;
      if (!last) addIssue({ code: 'custom', message });
      else if (used.every(({ surplus }) => surplus))
        addIssue({ code: 'custom', path: [last.surplus ?? ''], message: `does not go with ${last.needs.join(' and ')}` });
    })
    .meta({
      override: {
        anyOf: ways.map(({ needs, forbids }) => ({
          ...having(...needs),
          ...(forbids.length > 0 ? { not: { anyOf: forbids.map((field) => having(field)) } } : {}),
        })),
      },
    });
}

/** Returns the JSON Schema that asks for these fields. It names them as properties, too, because linters of the document ask for that. */
const having = (...fields: string[]) => ({ properties: Object.fromEntries(fields.map((field) => [field, {}])), required: fields });

const heldFields = ['project', 'batch', 'quantity', 'projects', 'serials'] as const;

/** Serials that a registry issued. */
const serialFields = {
  serial: itemText(1_000).optional().describe('The serial as the registry writes it. Without it: series, first and last.'),
  series: itemText(300).optional().describe('What all their serials share, as the registry writes it: the serial without its numbers.'),
  first: serialNumber.optional(),
  last: serialNumber.optional(),
};
const receiveUnits = z
  .strictObject({
    project,
    registry: itemText(100).meta({
      description: 'The registry that issued them, by key, name or a usual other name. The description of `receiveUnits` lists them.',
      examples: ['Verra'],
    }),
    ...serialFields,
    vintageStart: vintageDay.meta({ description: 'First day of the vintage.', examples: ['2023-01-01'] }),
    vintageEnd: vintageDay.meta({ description: 'Last day of the vintage.', examples: ['2023-12-31'] }),
    unitType: z.enum(unitTypes),
    issuance: issuance.describe('Issued, or pending (`expected`): pending units cannot be retired.'),
    ...factsOf('receive'),
  })
  .refine(({ vintageStart, vintageEnd }) => vintageStart <= vintageEnd, { path: ['vintageEnd'], message: 'is before vintageStart' });

/** The longest reservation: days from today, in London. */
export const longestReservationDays = 731;

const interval = z
  .string()
  .regex(/^\d{4}(?:-\d{2}-\d{2}\/\d{4}-\d{2}-\d{2})?$/, 'is neither a year nor two days such as 2020-01-01/2029-12-31')
  .refine(
    (text) => daysOf(text).every((day) => vintageDay.safeParse(day).success),
    `has a day that does not exist, or is not of the years ${vintageYears.min} to ${vintageYears.max}`,
  )
  .refine((text) => daysOf(text)[0] <= daysOf(text)[1], 'ends before it begins');

/** Returns the first and the last day of a vintage: of `2030`, or of `2020-01-01/2029-12-31`. */
export function daysOf(vintage: string): [start: string, end: string] {
  const [start = '', end] = vintage.split('/');
  return end === undefined ? [`${start}-01-01`, `${start}-12-31`] : [start, end];
}
const ofIssued = { description: "Of the units in `issued`. Without it: the expected units'." };
const deliverUnits = z
  .strictObject({
    project,
    batch: batchNumber.optional().describe('Only expected units of this batch.'),
    vintage: interval.optional().describe('Only expected units of this vintage: a year, or its first and last day.'),
    quantity: quantity.optional().describe('How many expected units end. Without it: all of them.'),
    verified: z.int().min(0).max(quantityLimit).describe('How many units were verified and issued.'),
    issued: z.array(z.strictObject(serialFields)).min(1).max(50).optional().meta({
      description: 'The issued units, as serials that the registry writes, or as series, first and last. Their sum is `verified`.',
    }),
    sameSerials: z.literal(true).optional().describe('The registry issued the units under the serials of the expected ones.'),
    registry: itemText(100).optional().meta(ofIssued),
    vintageStart: vintageDay.optional().meta(ofIssued),
    vintageEnd: vintageDay.optional().meta(ofIssued),
    ownersFirst: z
      .array(entryIndex)
      .min(1)
      .max(50)
      .optional()
      .describe('Reservations, assignments and transfers that are served first, by the indexes of their entries.'),
    retire: entryIndex.optional().describe('An assignment, by the index of its entry, whose units are retired for its buyer at once.'),
    ...factsOf('deliver'),
  })
  .refine(({ verified, issued, sameSerials }) => (verified === 0 ? !issued && !sameSerials : Boolean(issued) !== Boolean(sameSerials)), {
    path: ['issued'],
    message: 'Give the serials in issued, or sameSerials; neither if nothing was verified',
  })
  .refine(({ issued, registry, vintageStart, vintageEnd }) => issued || !(registry ?? vintageStart ?? vintageEnd), {
    path: ['issued'],
    message: 'is missing: registry, vintageStart and vintageEnd are of the units in it',
  })
  .refine(({ purpose, retire }) => purpose === undefined || retire !== undefined, { path: ['purpose'], message: 'needs retire' })
  .refine(({ vintageStart, vintageEnd }) => !vintageStart || !vintageEnd || vintageStart <= vintageEnd, {
    path: ['vintageEnd'],
    message: 'is before vintageStart',
  });
/** The facts of which a confirmation has at least one each: where the registry shows it, and who looked. */
const confirmedBy = [
  { oneOf: ['registryRetirementId', 'registryUrl', 'source'], message: 'is missing: give it, registryUrl or source' },
  { oneOf: ['checkedByRole', 'checkedBy'], message: 'is missing: give it or checkedBy' },
] as const;
const confirmRetirement = z
  .strictObject({
    certificate: z
      .string()
      .regex(/^CR-\d{6,15}$/, 'is no number of a certificate, such as CR-000005')
      .meta({ description: 'The retirement, by the number of its certificate.', examples: ['CR-000005'] }),
    serials: ranges
      .optional()
      .describe('The units that the registry shows as retired. Without it: all of the retirement, if one registry issued them.'),
    ...factsOf('confirm'),
  })
  .superRefine((request, context) => {
    for (const { oneOf, message } of confirmedBy)
      if (oneOf.every((name) => request[name] === undefined)) context.addIssue({ code: 'custom', path: [oneOf[0]], message });
  })
  .refine(({ checkedOn, registryRetiredOn }) => checkedOn === undefined || checkedOn >= registryRetiredOn, {
    path: ['checkedOn'],
    message: 'is before registryRetiredOn',
  })
  .meta({ override: { allOf: confirmedBy.map(({ oneOf }) => ({ anyOf: oneOf.map((name) => having(name)) })) } });
/** What ends a log: why, and the name of the next one. */
export const endedLog = z.strictObject({
  origin: z.string().max(logName.maxLength).regex(logName.form, 'must be a name without blanks or a plus, such as www.example.com/log-2'),
  reason: itemText(300).describe('Public, in the log itself: no names.'),
});

/** The request of each operation. The keyed hash of a request is of its fields in their order here: never reorder. */
export const operations = {
  receive: receiveUnits,
  reserve: onUnits('reserve', ...heldFields, 'issuance'),
  release: onUnits('release', 'project', 'batch', 'quantity', 'serials', 'reservation', 'assignment'),
  assign: onUnits('assign', ...heldFields, 'reservation'),
  transfer: onUnits('transfer', ...heldFields, 'issuance', 'reservation', 'assignment'),
  retire: onUnits('retire', ...heldFields, 'reservation', 'assignment', 'transfer'),
  cancel: onUnits('cancel', ...heldFields, 'issuance', 'reservation', 'assignment', 'transfer'),
  deliver: deliverUnits,
  confirm: confirmRetirement,
  correct: z.strictObject({
    entry: entryIndex.describe('The entry that is wrong, by its index: one less than its page’s number.'),
    ...factsOf('correct'),
  }),
} as const satisfies Record<OperationKind, z.ZodType>;
/** What each operation does. */
export const summaries: Record<OperationKind, string> = {
  receive: 'Receive a batch of units',
  reserve: 'Reserve units until a date',
  release: 'Release reserved or assigned units',
  assign: 'Promise pending (expected) units to a buyer',
  transfer: 'Record that units were sold',
  retire: 'Retire issued units for a beneficiary',
  cancel: 'Cancel units',
  deliver: 'Record that pending (expected) units were verified and issued',
  confirm: 'Add to a retirement what its registry shows',
  correct: 'Add a correction to an entry',
};
export type OperationRequest<Kind extends OperationKind> = z.output<(typeof operations)[Kind]>;
/** A field that some requests have. */
export type RequestField = { [Kind in OperationKind]: keyof OperationRequest<Kind> }[OperationKind];
/** An operation: its kind and its request, as parsed by the schema. */
export type Operation = { [Kind in OperationKind]: { kind: Kind; request: OperationRequest<Kind> } }[OperationKind];
