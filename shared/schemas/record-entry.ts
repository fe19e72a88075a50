import { z } from 'zod';
import { issuances, operationKinds, type RecordEntry, unitStatuses, unitTypes } from '#verify/entry.ts';
import { type Fact, type FactName, facts } from './record.ts';

const namedProject = z
  .object({
    id: z.int().positive().meta({ description: 'Its identity, which no renaming changes.' }),
    slug: z.string(),
    title: z.string(),
    registryId: z.string().nullable(),
  })
  .meta({ description: 'A project, with the names that it had at the entry.' });
const line = z.object({
  project: namedProject.optional().meta({ description: 'The project of these units, where the entry is about several.' }),
  batch: z.int().meta({ description: 'The batch, by its number.' }),
  registry: z.string().meta({ description: 'The key of the registry.', examples: ['verra'] }),
  series: z.string(),
  first: z.int(),
  last: z.int(),
  quantity: z.int(),
  vintageStart: z.string(),
  vintageEnd: z.string(),
  unitType: z.enum(unitTypes),
  issuance: z.enum(issuances),
  status: z.enum(unitStatuses).optional().meta({ description: 'Of a delivery: the state that the units are in from now on.' }),
  owner: z
    .int()
    .nonnegative()
    .optional()
    .meta({ description: 'Of a delivery: the entry of the reservation, assignment or transfer that they belong to.' }),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const commitment = hash.meta({ description: 'SHA-256 of a 32-byte salt and the text (UTF-8).' });

/** Who gets how many units of a delivery. */
const servedOwner = z.object({
  owner: z.int().nonnegative().nullable().meta({ description: 'The entry of a reservation, assignment or transfer. Null: Held units.' }),
  status: z.enum(unitStatuses),
  expected: z.int().nonnegative(),
  delivered: z.int().nonnegative(),
});

/** The facts of an entry. */
const entryFacts = Object.fromEntries(
  Object.entries<Fact>(facts).map(([name, { is, reads }]) => [
    name,
    is === 'salted' ? commitment.optional() : z.string().optional().meta({ description: reads.meta()?.description }),
  ]),
) as Record<FactName, z.ZodOptional<z.ZodString>>;

/** An entry of the log, which stores it as canonical JSON (RFC 8785). */
export const recordEntry = z.object({
  version: z.literal(1),
  kind: z.enum(operationKinds),
  time: z.iso.datetime().meta({ description: 'In UTC, by the database. Never before that of the entry before.' }),
  sample: z.literal(true).optional().meta({ description: 'Invented, with the sample projects.' }),
  project: namedProject.nullable().meta({ description: 'The project. Null where the units are of several: then each line names its own.' }),
  quantity: z.int().nonnegative(),
  lines: z.array(line).meta({ description: 'The units, in ranges of serials.' }),
  received: z.array(line).optional().meta({ description: 'Of a delivery: the batches of issued units that it brings.' }),
  verified: z.int().nonnegative().optional().meta({ description: 'Of a delivery: how many units were verified and issued.' }),
  expected: z.int().positive().optional().meta({ description: 'Of a delivery: how many expected units ended.' }),
  owners: z.array(servedOwner).optional().meta({ description: 'Of a delivery: who gets how many units, in the order of service.' }),
  refersTo: z
    .int()
    .nonnegative()
    .nullable()
    .meta({ description: 'The entry whose units these were, or that this one corrects or confirms.' }),
  operation: hash.meta({ description: 'A keyed hash of the idempotency key, by which only its writer can find the entry again.' }),
  request: hash
    .optional()
    .meta({ description: 'A keyed hash of the request without the salted texts; none of the entry that begins a next log.' }),
  confirmed: z.array(line).optional().meta({ description: 'Of a confirmation: the units that the registry shows as retired.' }),
  certificate: z.string().optional(),
  continues: z
    .object({ log: z.string(), size: z.int().nonnegative(), kept: z.int().nonnegative() })
    .optional()
    .meta({ description: 'The log before this one, which ended at `size` entries, of which this one begins with `kept`.' }),
  serialText: z.string().optional(),
  ...entryFacts,
}) satisfies z.ZodType<RecordEntry>;
