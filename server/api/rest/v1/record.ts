import { type Context, Hono } from 'hono';
import { acceptable } from '#server/api/protocol/acceptable.ts';
import { authorise } from '#server/api/protocol/bearer-key.ts';
import { readJson } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { idempotencyKey } from '#server/api/protocol/submissions.ts';
import { sendParameterProblem } from '#server/api/rest/v1/projects.ts';
import { authenticateKey } from '#server/domain/record/book/keys.ts';
import { operate } from '#server/domain/record/book/operate.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { sizeAt } from '#server/domain/record/read/as-of.ts';
import { findBatch, findSerial, listBatches } from '#server/domain/record/read/book.ts';
import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { findEntry, listEntries, proveEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate } from '#server/platform/web/conditional-requests.ts';
import { canonicalNumber, maxId } from '#src/lib/canonical-number.ts';
import { readSerial } from '#src/lib/serials.ts';
import { readParameters } from '#src/schemas/api.ts';
import { type Operation, type OperationKind, operationKinds, operations } from '#src/schemas/record.ts';
import { batchesParameters, batchParameters, entriesParameters, recordPage } from '#src/schemas/record-api.ts';

const json = acceptable('application/json');

/** `/api/v1/record/...`: reads of the book and the log, open to everyone; and operations, for clients with a key. */
export const record = new Hono<AppEnv>()
  .get('/entries', json, (c) => entriesPage(c))
  .get('/entries/:index', json, (c) => oneEntry(c, () => findByNumber(c.req.param('index'), findEntry)))
  .get('/retirements', json, (c) => entriesPage(c, 'retire'))
  .get('/certificates/:number', json, (c) => oneEntry(c, () => certificateOf(c.req.param('number'))))
  .get('/batches', json, batchesPage)
  .get('/batches/:id', json, oneBatch)
  .onError((error, c) => sendErrorProblem(c, error, 'v1/record', 'The record could not be read. Please try again later.'));
for (const path of ['/entries', '/entries/:index', '/retirements', '/certificates/:number', '/batches', '/batches/:id'])
  record.all(path, methodNotAllowed);
for (const kind of operationKinds) record.post(`/${kind}`, (c) => write(c, kind)).all(`/${kind}`, methodNotAllowed);

async function entriesPage(c: Context<AppEnv>, kind?: OperationKind): Promise<Response> {
  const address = new URL(c.req.url);
  const { values, errors } = readParameters(entriesParameters, address.searchParams);
  if (errors) return sendParameterProblem(c, errors);
  const limit = values.limit ?? recordPage.default;
  const size = await sizeOf(values.asOf);
  const before = Math.min(values.before ?? Number.MAX_SAFE_INTEGER, size ?? Number.MAX_SAFE_INTEGER);
  const entries = await listEntries({ limit: limit + 1, before, kind: kind ?? values.kind, project: values.project });
  const hasMore = entries.length > limit;
  const shown = entries.slice(0, limit);
  const next = hasMore ? (shown.at(-1)?.index ?? null) : null;
  if (next !== null) address.searchParams.set('before', String(next));
  return c.json({ entries: shown.map(entryJson), next }, 200, {
    ...alwaysRevalidate,
    ...(next === null ? {} : { link: `<${address.pathname}${address.search}>; rel="next"` }),
  });
}

async function oneEntry(c: Context<AppEnv>, find: () => Promise<ReadEntry | undefined>): Promise<Response> {
  const [unknown] = new URL(c.req.url).searchParams.keys();
  if (unknown !== undefined) return sendParameterProblem(c, [{ field: unknown, message: 'No such parameter', allowed: [] }]);
  const found = await find();
  if (!found) return sendProblem(c, 'record_unknown');
  const proved = await proveEntry(found.index);
  return c.json({ ...entryJson(found), canonical: found.canonical, proof: proved?.proof ?? null }, 200, alwaysRevalidate);
}

async function certificateOf(number = ''): Promise<ReadEntry | undefined> {
  return /^CR-\d{6,15}$/i.test(number) ? findCertificate(number) : undefined;
}

/** Calls `find` if `text` is the canonical form of a number of at most `max`; otherwise returns undefined. */
async function findByNumber<Found>(
  text = '',
  find: (number: number) => Promise<Found | undefined>,
  max?: number,
): Promise<Found | undefined> {
  const number = canonicalNumber(text, max);
  return number === undefined ? undefined : find(number);
}

async function batchesPage(c: Context<AppEnv>): Promise<Response> {
  const { values, errors } = readParameters(batchesParameters, new URL(c.req.url).searchParams);
  if (errors) return sendParameterProblem(c, errors);
  const size = await sizeOf(values.asOf);
  if (values.serial !== undefined) {
    const serial = readSerial(values.serial);
    const number = /^\d{1,15}$/.test(values.serial) ? Number(values.serial) : undefined;
    if (!serial && number === undefined)
      return sendParameterProblem(c, [{ field: 'serial', message: 'A serial number as the registry writes it, or one number from it' }]);
    const places = await findSerial(
      serial ? { ...serial, limit: recordPage.max, size } : { first: number ?? 0, last: number ?? 0, limit: recordPage.max, size },
    );
    return c.json({ places }, 200, alwaysRevalidate);
  }
  const limit = values.limit ?? recordPage.default;
  const batches = await listBatches({ project: values.project, after: values.before, limit: limit + 1, size });
  const shown = batches.slice(0, limit);
  return c.json({ batches: shown, next: batches.length > limit ? (shown.at(-1)?.id ?? null) : null }, 200, alwaysRevalidate);
}

async function oneBatch(c: Context<AppEnv>): Promise<Response> {
  const { values, errors } = readParameters(batchParameters, new URL(c.req.url).searchParams);
  if (errors) return sendParameterProblem(c, errors);
  const size = await sizeOf(values.asOf);
  const found = await findByNumber(c.req.param('id'), (id) => findBatch(id, size), maxId);
  return found ? c.json({ ...found.batch, holdings: found.holdings }, 200, alwaysRevalidate) : sendProblem(c, 'record_unknown');
}

/** Returns the size of the log at `asOf` (a time, or the size itself); undefined for the current one. */
async function sizeOf(asOf: Date | number | undefined): Promise<number | undefined> {
  return asOf instanceof Date ? sizeAt(asOf) : asOf;
}

/** Returns an entry as the API serves it: the logged entry, and the texts that are stored beside it. */
function entryJson({ index, entry, texts }: ReadEntry) {
  const { PUBLIC_URL } = env();
  return {
    index,
    url: `${PUBLIC_URL}/record/entries/${index}`,
    entry,
    texts: Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text ?? { erased: true }])),
  };
}

async function write(c: Context<AppEnv>, kind: OperationKind): Promise<Response> {
  try {
    const authorised = await authorise(c, kind === 'release' ? 'reserve' : kind, authenticateKey);
    if (authorised.problem) return authorised.problem;
    const operationKey = idempotencyKey(c.req.raw.headers);
    if (operationKey === undefined) return sendProblem(c, 'idempotency_key_missing');
    const read = await readJson(c, operations[kind]);
    if (read.problem) return read.problem;
    const receipt = await operate({ kind, request: read.values } as Operation, { key: `${authorised.key.id}:${operationKey}` });
    return c.json(receipt, 201, { 'cache-control': 'no-store', ...(receipt.replayed ? { 'idempotency-replayed': 'true' } : {}) });
  } catch (error) {
    if (!(error instanceof RecordProblem))
      return sendErrorProblem(c, error, 'v1/record', 'The operation could not be stored. Please try again.');
    return sendProblem(c, error.code, {
      detail: error.message,
      ...(error.field ? { errors: [{ field: error.field, message: error.message }] } : {}),
      ...(error.code === 'record_not_appendable' ? { headers: { 'retry-after': '60' } } : {}),
    });
  }
}
