import { z } from 'zod';
import { itemText, webAddress } from './field-types.ts';
import { unitTypes } from './project.ts';

/** The operations on units, as named in the log. */
export const operationKinds = ['receive', 'reserve', 'release', 'transfer', 'retire', 'cancel', 'convert', 'correct'] as const;
export type OperationKind = (typeof operationKinds)[number];

/** The states of a unit: those of the Climate Action Data Trust, plus our own "Reserved" and "Transferred". */
export const unitStatuses = ['Held', 'Reserved', 'Transferred', 'Retired', 'Cancelled', 'Buffer'] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** The scopes of a bearer key. `reserve` includes `release`. */
export const recordScopes = ['receive', 'reserve', 'transfer', 'retire', 'cancel', 'convert', 'correct'] as const;
export type RecordScope = (typeof recordScopes)[number];

/** Most units in one operation. */
export const quantityLimit = 1_000_000_000;
const maxNumber = 999_999_999_999_999;

const slug = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not the slug of a project')
  .meta({ description: 'The project, by its slug.', examples: ['fenland-straw-biochar'] });
const serialNumber = z.int().min(0).max(maxNumber);
const quantity = z.int().min(1).max(quantityLimit).meta({ description: 'Units, each one tCO2e. The lowest serials are taken first.' });
const personal = (description: string) =>
  itemText(1_000)
    .optional()
    .meta({ description: `${description} Only its salted hash is in the log, and the text can be erased.` });
const range = z
  .strictObject({ batch: z.int32().positive(), first: serialNumber, last: serialNumber })
  .refine(({ first, last }) => first <= last, 'first is greater than last');

const projectQuantities = z
  .array(z.strictObject({ project: slug, quantity }))
  .min(1)
  .max(50)
  .refine((list) => new Set(list.map((one) => one.project)).size === list.length, 'names a project twice')
  .meta({ description: 'So many units of each of several projects, in place of `project` and `quantity`.' });

/** Which units: a quantity of a project, of several projects or of a batch; or specific serials. */
const units = {
  project: slug.optional(),
  batch: z.int32().positive().optional().meta({ description: 'A batch, by its number.' }),
  quantity: quantity.optional(),
  projects: projectQuantities.optional(),
  serials: z
    .array(range)
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Named serials, in place of a quantity. They may be of several projects.' }),
};
type UnitsField = keyof typeof units;
const unitsFields = Object.keys(units) as UnitsField[];
/** The ways to name units, by the fields that each needs and those that it may have besides. */
const waysToNameUnits: { needs: UnitsField[]; allows: UnitsField[] }[] = [
  { needs: ['project', 'quantity'], allows: ['batch'] },
  { needs: ['batch', 'quantity'], allows: ['project'] },
  { needs: ['projects'], allows: [] },
  { needs: ['serials'], allows: ['project', 'batch'] },
];
const forbiddenBy = ({ needs, allows }: (typeof waysToNameUnits)[number]) =>
  unitsFields.filter((field) => !needs.includes(field) && !allows.includes(field));

/** Accepts only the ways to name units, in code and in the published schema. */
const withUnits = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape, z.core.$strict>) =>
  schema
    .refine((values: Partial<Record<UnitsField, unknown>>) => {
      const isGiven = (field: UnitsField) => values[field] !== undefined;
      return waysToNameUnits.some((way) => way.needs.every(isGiven) && !forbiddenBy(way).some(isGiven));
    }, 'Name a project or a batch with a quantity, projects with theirs, or serials')
    .meta({
      override: {
        anyOf: waysToNameUnits.map((way) => ({
          required: way.needs,
          not: { anyOf: forbiddenBy(way).map((field) => ({ required: [field] })) },
        })),
      },
    });

export const receiveUnits = z
  .strictObject({
    project: slug,
    registry: itemText(100).meta({ description: 'The registry that issued them.', examples: ['Verra'] }),
    serial: itemText(1_000).optional().meta({ description: 'The serial as the registry writes it. Without it: series, first and last.' }),
    series: itemText(300).optional().meta({ description: 'What all their serials share.' }),
    first: serialNumber.optional(),
    last: serialNumber.optional(),
    vintageStart: z.iso.date().meta({ description: 'First day of the vintage.', examples: ['2023-01-01'] }),
    vintageEnd: z.iso.date().meta({ description: 'Last day of the vintage.', examples: ['2023-12-31'] }),
    unitType: z.enum(unitTypes),
    issuance: z.enum(['issued', 'expected']).meta({ description: 'Issued, or pending (`expected`): pending units cannot be retired.' }),
    registryUrl: webAddress().schema.optional(),
    note: personal('A note.'),
  })
  .refine(({ vintageStart, vintageEnd }) => vintageStart <= vintageEnd, { path: ['vintageEnd'], message: 'is before vintageStart' });

export const reserveUnits = withUnits(
  z.strictObject({
    ...units,
    until: z.iso.date().meta({ description: 'The last day of the reservation.' }),
    reference: personal("The buyer's reference."),
  }),
);
export const releaseUnits = withUnits(z.strictObject({ ...units, note: personal('A note.') }));
const from = (states: [UnitStatus, ...UnitStatus[]]) =>
  z
    .enum(states)
    .optional()
    .meta({ description: `The state that they are in now. Without it: ${states[0]}.` });
export const transferUnits = withUnits(
  z.strictObject({ ...units, from: from(['Held', 'Reserved']), reference: personal("The buyer's reference.") }),
);
export const retireUnits = withUnits(
  z.strictObject({
    ...units,
    from: from(['Held', 'Reserved', 'Transferred']),
    beneficiary: itemText(300).meta({ description: 'On whose behalf. Only its salted hash is in the log, and the text can be erased.' }),
    purpose: itemText(300)
      .optional()
      .meta({ description: 'What the retirement is claimed for, such as a reporting year. Public, in the log itself.' }),
    reference: personal("The buyer's reference."),
  }),
);
export const cancelUnits = withUnits(
  z.strictObject({
    ...units,
    from: from(['Held', 'Reserved', 'Transferred']),
    reason: itemText(300).meta({ description: "The registry's reason, such as a reversal. Public, in the log itself." }),
  }),
);
export const convertBatch = z.strictObject({
  batch: z.int32().positive().meta({ description: 'A batch of expected units that the registry has issued.' }),
  registryUrl: webAddress().schema.optional(),
});
export const correctEntry = z.strictObject({
  entry: z.int().nonnegative().meta({ description: 'The entry that is wrong.' }),
  correction: itemText(1_000).meta({ description: 'What is right. Public, in the log itself; nothing is edited.' }),
});

/** The request of each operation. */
export const operations = {
  receive: receiveUnits,
  reserve: reserveUnits,
  release: releaseUnits,
  transfer: transferUnits,
  retire: retireUnits,
  cancel: cancelUnits,
  convert: convertBatch,
  correct: correctEntry,
} as const satisfies Record<OperationKind, z.ZodType>;
export type OperationRequest<Kind extends OperationKind> = z.output<(typeof operations)[Kind]>;
/** An operation: its kind and its request, as parsed by the schema. */
export type Operation = { [Kind in OperationKind]: { kind: Kind; request: OperationRequest<Kind> } }[OperationKind];

const project = z.object({ slug: z.string(), registryId: z.string().nullable() });
const line = z.object({
  project: project.optional().meta({ description: 'The project of these units, where the entry is about several.' }),
  batch: z.int().meta({ description: 'The batch, by its number.' }),
  registry: z.string(),
  series: z.string(),
  first: z.int(),
  last: z.int(),
  quantity: z.int(),
  vintageStart: z.string(),
  vintageEnd: z.string(),
  unitType: z.enum(unitTypes),
  issuance: z.enum(['issued', 'expected']),
});
/** A range of serials of one batch, with the batch's facts. */
export type RecordLine = z.infer<typeof line>;

const commitment = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of a 32-byte salt and the text (UTF-8).' });

/** An entry of the log, which stores it as canonical JSON (RFC 8785). */
export const recordEntry = z.object({
  version: z.literal(1),
  kind: z.enum(operationKinds),
  time: z.iso.datetime(),
  sample: z.literal(true).optional().meta({ description: 'Invented, with the sample projects.' }),
  project: project.nullable().meta({ description: 'The project. Null where the units are of several: then each line names its own.' }),
  quantity: z.int().nonnegative(),
  lines: z.array(line),
  refersTo: z.int().nonnegative().nullable().meta({ description: 'The entry that this one is about.' }),
  until: z.string().optional(),
  certificate: z.string().optional(),
  purpose: z.string().optional(),
  reason: z.string().optional(),
  correction: z.string().optional(),
  registryUrl: z.string().optional(),
  serialText: z.string().optional(),
  beneficiary: commitment.optional(),
  reference: commitment.optional(),
  note: commitment.optional(),
});
export type RecordEntry = z.infer<typeof recordEntry>;
