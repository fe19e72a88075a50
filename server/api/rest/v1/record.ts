import type { Context } from 'hono';
import { z } from 'zod';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { receiptHeaders } from '#server/api/protocol/submissions.ts';
import { linkToNext, route } from '#server/api/rest/route.ts';
import { operate } from '#server/domain/record/book/operate.ts';
import { bookProblems } from '#server/domain/record/book/operation.ts';
import { filesRead } from '#server/domain/record/import/unit-columns.ts';
import { findNamedUnits, listBatches, sizeAt, withHoldings } from '#server/domain/record/read/book.ts';
import { findEntry, listEntries, provedFileOf, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate } from '#server/platform/web/cache-headers.ts';
import { jsonItems, sendSpool, spooled } from '#server/platform/web/spool.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import { type Operation, operations, summaries } from '#shared/schemas/record.ts';
import {
  batchesParameters,
  batchesResponse,
  batchParameters,
  batchWithHoldings,
  entriesParameters,
  entriesResponse,
  operationReceipt,
  placesResponse,
  provedEntry,
  recordPage,
  retirementsParameters,
  serialMessage,
} from '#shared/schemas/record-api.ts';
import { confirmationsOf, confirmedUnits, operationKinds, periodOf, type RecordEntry, retiredParts, retirementIn } from '#verify/entry.ts';
import { readCertificateNumber } from '#verify/file.ts';
import { knownRegistries, knownSerials } from '#verify/registries.ts';
import { canonicalNumber, entryPath } from '#verify/text.ts';

/** What names a certificate. */
export const certificateParts = z.object({
  number: z
    .string()
    .max(40)
    .meta({ description: 'The number of the certificate, in any common writing, such as cr-3.', examples: ['CR-000003'] }),
});

const common = { tag: 'Record', failure: 'The record could not be read. Please try again later.' } as const;
const oneEntry = {
  query: z.strictObject({}),
  response: { schema: provedEntry },
  problems: ['record_unknown'],
} as const;

/** Reads of the book and the log, open to everyone. */
const reads = [
  route({
    at: 'GET /api/v1/record/entries',
    ...common,
    id: 'listEntries',
    summary: 'Entries in the log, newest first',
    description:
      'Every entry that the log has had, with the texts that are stored beside it. Send `next` as `before` for the following ones.',
    query: entriesParameters,
    response: { headers: ['Link'], schema: entriesResponse },
    answer: (c, { query }) => entriesPage(c, query),
  }),
  route({
    at: 'GET /api/v1/record/entries/:index',
    ...common,
    ...oneEntry,
    id: 'getEntry',
    summary: 'An entry, with its proof',
    description: 'With the bytes that the log has, the proof that they are in it, and later entries about it, each with its own proof.',
    parts: z.object({
      index: z
        .int()
        .nonnegative()
        .meta({ description: 'Its place in the log.', examples: [0] }),
    }),
    answer: async (c) => {
      const index = canonicalNumber(c.req.param('index') ?? '');
      return sendEntry(c, index === undefined ? undefined : await findEntry(index));
    },
  }),
  route({
    at: 'GET /api/v1/record/retirements',
    ...common,
    id: 'listRetirements',
    summary: 'Retirements, newest first',
    description: 'Entries with a certificate: retirements, and deliveries that retire units at once. `beneficiary` finds them by name.',
    query: retirementsParameters,
    response: { headers: ['Link'], schema: entriesResponse },
    answer: (c, { query }) => entriesPage(c, { ...query, certified: true }),
  }),
  route({
    at: 'GET /api/v1/record/certificates/:number',
    ...common,
    ...oneEntry,
    id: 'getCertificate',
    summary: 'The retirement behind a certificate, with its proof',
    description: 'As an entry. Save the answer of /certificates/CR-….json to check it with carma-verify.mjs.',
    parts: certificateParts,
    answer: async (c) => {
      const number = readCertificateNumber(c.req.param('number') ?? '');
      const [entry] = number === undefined ? [] : await listEntries({ certificates: [number], limit: 1 });
      return sendEntry(c, entry);
    },
  }),
  route({
    at: 'GET /api/v1/record/batches',
    ...common,
    id: 'listBatches',
    summary: 'Batches on the record, or where a serial number is now',
    description: 'Units received together. With `serial`, it says instead where the units with that number are.',
    query: batchesParameters,
    response: { headers: ['Link'], schema: batchesResponse },
    answer: (c, { query }) => batchesPage(c, query),
  }),
  route({
    at: 'GET /api/v1/record/batches/:id',
    ...common,
    id: 'getBatch',
    summary: 'A batch, and the status of each of its serial numbers',
    description: 'Each range of its serial numbers with its status, since when, and the certificate if it is retired.',
    parts: z.object({
      id: z
        .int()
        .positive()
        .meta({ description: 'Its number.', examples: [1] }),
    }),
    query: batchParameters,
    response: { schema: batchWithHoldings },
    problems: ['record_unknown'],
    answer: async (c, { query }) => {
      const id = canonicalNumber(c.req.param('id') ?? '', maxInteger);
      if (id === undefined) return sendProblem(c, 'record_unknown');
      const size = await sizeOf(query.asOf);
      const { body, result } = await spooled(c, (spool) =>
        withHoldings(id, size, async (batch, holdings) => {
          // The batch without its closing brace, and its holdings as they are read.
          spool.write(`${JSON.stringify(batch).slice(0, -1)},"holdings":[`);
          await spool.writeRows(holdings, jsonItems());
          spool.write(']}');
          return true;
        }),
      );
      if (!result) return sendProblem(c, 'record_unknown');
      return sendSpool(c, body, { 'content-type': 'application/json' });
    },
  }),
];

/** Where units are, as one call for agents; not published, because it is `listBatches` with a serial number. */
export const findUnitsRoute = route({
  at: 'GET /api/v1/record/units',
  ...common,
  id: 'findUnits',
  summary: 'Where the units with a serial number are',
  query: z.strictObject({ serial: batchesParameters.shape.serial.unwrap() }),
  response: { schema: placesResponse },
  answer: (c, { query }) => batchesPage(c, query),
});

/** What is published about each operation, besides its schema. `more`: sentences that are added to its description. */
const published: Record<Operation['kind'], { more?: string; example: unknown }> = {
  receive: {
    more: ` Registries: ${knownRegistries}. Serials as they write them: ${knownSerials}. ${filesRead('batches')}`,
    example: {
      project: 'moray-brash-biochar',
      registry: 'Sample registry',
      serial: 'SAMPLE-0010-2026-1 to 500',
      vintageStart: '2026-01-01',
      vintageEnd: '2026-12-31',
      unitType: 'Removal - technical',
      issuance: 'issued',
    },
  },
  reserve: { example: { project: 'moray-brash-biochar', quantity: 20, until: '2027-01-31' } },
  release: { example: { reservation: 11, quantity: 20 } },
  assign: { example: { project: 'galloway-march-dyke-planting', quantity: 40, buyer: 'Example plc' } },
  transfer: { example: { reservation: 11, quantity: 20, reference: 'PO 4711' } },
  retire: {
    more: ` ${filesRead('retirements')}`,
    example: { project: 'moray-brash-biochar', quantity: 20, beneficiary: 'Example plc', purpose: 'Emissions of 2026' },
  },
  cancel: { example: { project: 'moray-brash-biochar', quantity: 5, reason: 'Reversal, reported by the registry' } },
  deliver: {
    example: {
      project: 'galloway-march-dyke-planting',
      vintage: '2041',
      verified: 435,
      issued: [{ series: 'WCU-EXAMPLE-104', first: 1, last: 435 }],
      reason: 'The verifier confirmed fewer tonnes than expected',
    },
  },
  confirm: {
    example: {
      certificate: 'CR-000106',
      registryRetirementId: 'EXAMPLE-7781',
      registryRetiredOn: '2026-11-20',
      checkedByRole: 'our registry desk',
      checkedOn: '2026-11-24',
    },
  },
  correct: { example: { entry: 3, correction: 'The vintage is 2025.' } },
};

/** Operations, for clients with a key. */
const operationRoutes = operationKinds.map((kind) => {
  const { more = '', example } = published[kind];
  const scope = kind === 'release' ? 'reserve' : kind;
  return route({
    at: `POST /api/v1/record/${kind}`,
    tag: 'Record',
    id: `${kind}Units`,
    summary: summaries[kind],
    description: `Needs a key with the scope ${scope}, and an Idempotency-Key. Answers once the entry is stored, with a signed checkpoint that covers it.${more}`,
    body: { schema: operations[kind] as z.ZodType<Operation['request']>, example },
    scope,
    takesTurns: true,
    idempotencyKey: 'required',
    response: { status: 201, schema: operationReceipt },
    problems: bookProblems,
    failure: 'The operation could not be stored. Please try again.',
    answer: async (c, { body, key: { id, name, scopes }, idempotencyKey }) => {
      // With the name of the bearer key and not its id: a key that replaces a lost one has the same name, and so finds its receipts.
      const key = `api:${name}:${idempotencyKey}`;
      const actor = { keyId: id, isForAnyOwner: scopes.includes('any-owner') };
      const receipt = await operate({ kind, request: body } as Operation, { key, actor });
      return c.json(receipt, 201, { 'cache-control': 'no-store', ...receiptHeaders(receipt) });
    },
  });
});

export const record = [...reads, ...operationRoutes];

async function entriesPage(
  c: Context<AppEnv>,
  values: z.output<typeof entriesParameters> & { certified?: boolean; beneficiary?: string | undefined },
): Promise<Response> {
  const limit = values.limit ?? recordPage.default;
  const size = await sizeOf(values.asOf);
  const before = Math.min(values.before ?? Number.MAX_SAFE_INTEGER, size ?? Number.MAX_SAFE_INTEGER);
  const entries = await listEntries({ ...values, limit: limit + 1, before, size });
  const shown = entries.slice(0, limit);
  const next = entries.length > limit ? (shown.at(-1)?.index ?? null) : null;
  return c.json({ entries: shown.map(entryJson), next }, 200, { ...alwaysRevalidate, ...linkToNext(c, 'before', next) });
}

async function sendEntry(c: Context<AppEnv>, found: ReadEntry | undefined): Promise<Response> {
  if (!found) return sendProblem(c, 'record_unknown');
  const { proof = null, knownUpTo = null, related: proved = [] } = (await provedFileOf(found)) ?? {};
  const related = proved.map((one) => ({ ...one, entry: JSON.parse(one.canonical) as RecordEntry }));
  const answer = {
    ...entryJson({ ...found, related }),
    ...{ canonical: found.canonical, proof, knownUpTo },
    related: related.map(({ index, entry, ...file }) => ({ ...identified(index, entry), ...file })),
  };
  return c.json(answer, 200, alwaysRevalidate);
}

async function batchesPage(c: Context<AppEnv>, values: z.output<typeof batchesParameters>): Promise<Response> {
  const size = await sizeOf(values.asOf);
  if (values.serial !== undefined) {
    const { namesUnits, places } = await findNamedUnits(values.serial, { limit: recordPage.max, size });
    if (!namesUnits) return sendProblem(c, 'parameter_invalid', { errors: [{ field: 'serial', message: serialMessage }] });
    return c.json({ places }, 200, alwaysRevalidate);
  }
  const limit = values.limit ?? recordPage.default;
  const batches = await listBatches({ project: values.project, before: values.before, limit: limit + 1, size });
  const shown = batches.slice(0, limit);
  const next = batches.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return c.json({ batches: shown, next }, 200, { ...alwaysRevalidate, ...linkToNext(c, 'before', next) });
}

/** Returns the size of the log at `asOf` (a time, or the size itself); undefined for the current one. */
const sizeOf = async (asOf: Date | number | undefined) => (asOf instanceof Date ? sizeAt(asOf) : asOf);

/** Returns an entry as the API serves it: the logged entry, and the texts that are stored beside it. */
function entryJson({ index, entry, texts, projects, related }: ReadEntry) {
  return {
    ...identified(index, entry),
    related: related.map((later) => identified(later.index, later.entry)),
    retired: entry.certificate === undefined ? null : periodOf(retiredParts({ index, related, entry: retirementIn(entry) })),
    confirmedUnits: entry.certificate === undefined ? null : confirmedUnits(confirmationsOf(index, related)),
    projects: projects.map(({ title, registryId, quantity, today }) => ({
      id: today?.id ?? null,
      title,
      registryId,
      quantity,
      url: today ? `${env().PUBLIC_URL}/projects/${today.slug}` : null,
    })),
    texts,
  };
}

const identified = (index: number, entry: RecordEntry) => ({ index, url: `${env().PUBLIC_URL}${entryPath(index)}`, entry });
