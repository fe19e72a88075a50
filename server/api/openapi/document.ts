import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import {
  apiProject,
  basket,
  carbonProjectList,
  changesPage,
  changesParameters,
  contactReceiptJson,
  filterParameters,
  projectsPage,
  projectsParameters,
  quoteReceiptJson,
} from '#src/schemas/api.ts';
import { contactMessage, messageMaxLength, nameLength, subjectMaxLength } from '#src/schemas/contact.ts';
import { newsletterReceipt, newsletterSubscription } from '#src/schemas/newsletter.ts';
import { type ProblemCode, problem, problems } from '#src/schemas/problem.ts';
import { basketRequest, quoteRequest } from '#src/schemas/quote-request.ts';
import { type OperationKind, operations } from '#src/schemas/record.ts';
import {
  batchesParameters,
  batchesResponse,
  batchParameters,
  batchWithHoldings,
  entriesParameters,
  entriesResponse,
  operationReceipt,
  provedEntry,
} from '#src/schemas/record-api.ts';

const text = { type: 'string' } as const;
const header = (description: string, required = false) => ({ description, schema: text, ...(required ? { required } : {}) });

/** Headers of every response. */
const always = {
  'X-Request-Id': header(
    'Identifies this call in our log. Your own, if you send 8 to 64 hexadecimal digits and hyphens, such as a UUID, or a ULID; otherwise the trace ID of your `traceparent`, or a new one.',
    true,
  ),
  'RateLimit-Policy': header('The limits that apply to this call: `q` calls in `w` seconds. draft-ietf-httpapi-ratelimit-headers.', true),
  RateLimit: header('What remains of each limit: `r` more calls in the next `t` seconds.', true),
};
const readable = { 'Access-Control-Allow-Origin': header('`*`: any site may read.', true) };
const cached = {
  ETag: header('Changes whenever the body changes. Send it back in `If-None-Match`.', true),
  'Last-Modified': header('When the catalogue, or the one project, last changed.'),
  'Cache-Control': header('`public, no-cache`: you may keep it, but have to ask each time whether it is still current.', true),
};
const retryAfter = { 'Retry-After': header('Seconds to wait.', true) };
const link = { Link: header('`rel="next"`: the address of the next page. Absent on the last one.') };

/** Returns one error response for each status, with the codes that it may carry for this call. */
function problemAnswers(...codes: ProblemCode[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `\`${code}\`: ${problems[code].meaning}`).join(' '),
        headers: { ...always, ...(status === 429 || status === 503 ? retryAfter : {}) },
        content: { 'application/problem+json': { schema: problem } },
      },
    ]),
  );
}

const serverProblems = ['too_many_requests', 'internal_error', 'unavailable', 'overloaded', 'timed_out'] as const;

type Read = Pick<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'description' | 'tags'> & {
  path?: z.ZodObject;
  query?: z.ZodObject;
  type?: string;
  schema?: z.core.$ZodType;
  headers?: object;
  example?: unknown;
  codes?: readonly ProblemCode[];
};

/** Returns a read: its response, its 304, and the problems that any read may have. */
function read({
  path,
  query,
  type = 'application/json',
  schema,
  headers = {},
  example,
  codes = [],
  ...facts
}: Read): ZodOpenApiOperationObject {
  const header = z.object({
    'If-None-Match': z.string().optional().meta({ description: 'ETags that you have. 304 if one of them is still current.' }),
    'If-Modified-Since': z
      .string()
      .optional()
      .meta({ description: 'The Last-Modified that you have. 304 if it has not changed. Ignored if If-None-Match is sent.' }),
  });
  return {
    ...facts,
    requestParams: { header, ...(path ? { path } : {}), ...(query ? { query } : {}) },
    responses: {
      '200': {
        description: 'The data.',
        headers: { ...always, ...readable, ...cached, ...headers },
        content: { [type]: { schema: schema ?? { type: 'string' }, ...(example === undefined ? {} : { example }) } },
      },
      '304': { description: 'Your copy is still current.', headers: { ...always, ...readable, ETag: cached.ETag } },
      ...problemAnswers(...codes, 'not_acceptable', ...serverProblems),
    },
  };
}

type Write = Pick<ZodOpenApiOperationObject, 'operationId' | 'summary' | 'description' | 'tags'> & {
  body: z.core.$ZodType;
  example: unknown;
  status: '200' | '201';
  schema: z.core.$ZodType;
  /** Problems specific to this call. */
  codes?: ProblemCode[];
};

/** Returns a call that computes its response from its body and stores nothing. */
function compute({ body, example, schema, ...facts }: Omit<Write, 'status' | 'codes'>): ZodOpenApiOperationObject {
  const { requestParams: _, responses, ...rest } = write({ body, example, status: '200', schema, ...facts });
  const { '200': stored, ...otherResponses } = responses;
  return {
    ...rest,
    responses: {
      '200': { ...stored, description: 'The totals.', headers: always },
      ...otherResponses,
      ...problemAnswers('projects_gone'),
    },
  };
}

/** Returns a write: its body and receipt, and the problems that any write may have. */
function write({ body, example, status, schema, codes = [], ...facts }: Write): ZodOpenApiOperationObject {
  const headers = {
    ...always,
    'Idempotency-Replayed': header('`true`: this key and body had been stored before, and this is the same answer again.'),
  };
  return {
    ...facts,
    requestParams: {
      header: z.object({
        'Idempotency-Key': z
          .string()
          .regex(/^[\x21-\x7e]{1,128}$/)
          .optional()
          .meta({
            description: 'Your own key for this message. The same key with the same body is stored once.',
            examples: ['order-4711'],
          }),
      }),
    },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: body, example } },
    },
    responses: {
      [status]: { description: 'Stored.', headers, content: { 'application/json': { schema } } },
      ...problemAnswers(...writeProblems, ...codes, ...serverProblems),
    },
  };
}

const writeProblems = [
  'json_malformed',
  'validation_failed',
  'field_repeated',
  'idempotency_key_invalid',
  'origin_not_allowed',
  'not_acceptable',
  'body_late',
  'body_too_large',
  'media_type_unsupported',
  'idempotency_key_reused',
  'too_many_messages',
] as const;

const reference = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(120)
  .meta({ description: 'The slug or the ID of a project. Digits alone are read as an ID first.', examples: ['7'] });

// The forms' schemas use zod/mini, because the browser downloads them. Their descriptions are therefore added here.
const messageBody = contactMessage.register(z.globalRegistry, { id: 'Message' });
const fields = contactMessage.shape;
fields.name.register(z.globalRegistry, {
  description: "The sender's name, on one line.",
  examples: ['Ada Lovelace'],
  minLength: nameLength.min,
});
fields.email.register(z.globalRegistry, { description: 'The address to which we reply.', examples: ['ada@example.com'], format: 'email' });
fields.message.register(z.globalRegistry, {
  description: `At most ${messageMaxLength} characters; a line break counts as one and is stored as \\n. Empty counts as absent.`,
  examples: ['500 tonnes of biochar for 2026?'],
});
fields.subject.register(z.globalRegistry, { description: `At most ${subjectMaxLength} characters.` });
const quoteBody = quoteRequest.register(z.globalRegistry, { id: 'QuoteRequest' });
const basketBody = basketRequest.register(z.globalRegistry, { id: 'BasketRequest' });
fields.project.register(z.globalRegistry, { description: 'The slug of the project that a purchase is about.' });
fields.tonnes.register(z.globalRegistry, { description: 'The number of credits wanted: a whole number from 1 to 1,000,000.' });
const subscriptionBody = newsletterSubscription.register(z.globalRegistry, { id: 'Subscription' });
const subscriptionReceipt = newsletterReceipt.register(z.globalRegistry, { id: 'SubscriptionReceipt' });
const message = { name: 'Ada Lovelace', email: 'ada@example.com', message: '500 tonnes of biochar for 2026?' };

/** The summary of each operation, and an example. */
const recordWrites: Record<OperationKind, { summary: string; example: unknown }> = {
  receive: {
    summary: 'Receive a batch of units',
    example: {
      project: 'moray-brash-biochar',
      registry: 'Puro.earth',
      series: 'PURO-EXAMPLE-2025',
      first: 1,
      last: 500,
      vintageStart: '2025-01-01',
      vintageEnd: '2025-12-31',
      unitType: 'Removal - technical',
      issuance: 'issued',
    },
  },
  reserve: { summary: 'Reserve units until a date', example: { project: 'moray-brash-biochar', quantity: 20, until: '2027-01-31' } },
  release: { summary: 'Release reserved units', example: { project: 'moray-brash-biochar', quantity: 20 } },
  transfer: { summary: 'Record that units were sold', example: { project: 'moray-brash-biochar', quantity: 20, reference: 'PO 4711' } },
  retire: {
    summary: 'Retire units for a beneficiary',
    example: { project: 'moray-brash-biochar', quantity: 20, beneficiary: 'Example plc', purpose: 'Emissions of 2026' },
  },
  cancel: {
    summary: 'Cancel units',
    example: { project: 'moray-brash-biochar', quantity: 5, reason: 'Reversal, reported by the registry' },
  },
  convert: { summary: 'Record that the expected units of a batch have been issued', example: { batch: 4 } },
  correct: { summary: 'Add a correction to an entry', example: { entry: 3, correction: 'The vintage is 2025.' } },
};

/** Returns an operation on the record: a write that needs a key. */
function keyed({
  body,
  example,
  ...facts
}: Pick<Write, 'operationId' | 'tags' | 'summary' | 'description' | 'body' | 'example'>): ZodOpenApiOperationObject {
  const operation = write({ ...facts, body, example, status: '201', schema: operationReceipt, codes: recordCodes });
  return { ...operation, security: [{ bearer: [] }] };
}

const recordCodes = [
  'key_missing',
  'scope_missing',
  'idempotency_key_missing',
  'units_not_available',
  'units_not_claimable',
  'units_overlap',
  'record_unknown',
  'record_not_appendable',
] as const satisfies ProblemCode[];

function contents(publicUrl: string): ZodOpenApiObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carma API',
      version: '1.0.0',
      description:
        'The catalogue of carbon projects as data, the public record, and calls to send us messages. No key, cookie or sign-up is needed, except for operations on the record.',
      contact: { name: 'Documentation', url: `${publicUrl}/developers` },
      license: { name: 'Prices and volumes may be shown if the source is named', url: `${publicUrl}/terms` },
    },
    servers: [{ url: publicUrl }],
    security: [],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A key of `npm run record -- keys create`.' } },
    },
    tags: [
      { name: 'Catalogue', description: 'Read the carbon projects.' },
      { name: 'Messages', description: 'Send us a message.' },
      { name: 'Record', description: 'The book of credits and its public log.' },
      { name: 'Compatible', description: 'The two original calls, unchanged.' },
      { name: 'Description', description: 'This document.' },
    ],
    paths: {
      '/api/v1/projects': {
        get: read({
          operationId: 'listProjects',
          tags: ['Catalogue'],
          summary: 'A page of projects',
          description:
            'The same filters, search and sort orders as the page /projects, with the same parameters. Repeat a filter to give several values (`category=A&category=B`). An empty value counts as absent; anything unknown is refused with a list of what is allowed.',
          query: projectsParameters,
          schema: projectsPage,
          headers: link,
          codes: ['parameter_invalid', 'cursor_invalid'],
        }),
      },
      '/api/v1/projects/{reference}': {
        get: read({
          operationId: 'getProject',
          tags: ['Catalogue'],
          summary: 'One project, by slug or id',
          path: z.object({ reference }),
          schema: apiProject,
          codes: ['parameter_invalid', 'project_not_found'],
        }),
      },
      '/api/v1/projects.csv': {
        get: read({
          operationId: 'downloadProjects',
          tags: ['Catalogue'],
          summary: 'All matching projects as CSV',
          description: 'RFC 4180, UTF-8, with a header row. A text that a spreadsheet would read as a formula begins with an apostrophe.',
          query: filterParameters,
          type: 'text/csv',
          schema: z.string(),
          headers: { 'Content-Disposition': header('A name for the file.', true) },
          codes: ['parameter_invalid'],
        }),
      },
      '/api/v1/changes': {
        get: read({
          operationId: 'listChanges',
          tags: ['Catalogue'],
          summary: 'What changed since a cursor',
          description:
            'For anyone keeping a copy. Begin without `since`, apply each change by `id`, keep `cursor`, and go on while `hasMore`. Each project comes once, as it is now.',
          query: changesParameters,
          schema: changesPage,
          headers: link,
          codes: ['parameter_invalid', 'cursor_invalid', 'cursor_expired'],
        }),
      },
      '/api/v1/contact': {
        post: write({
          operationId: 'sendMessage',
          tags: ['Messages'],
          summary: 'Send a message',
          description: 'Answers once the message is stored.',
          body: messageBody,
          example: message,
          status: '201',
          schema: contactReceiptJson,
        }),
      },
      '/api/v1/baskets': {
        post: compute({
          operationId: 'computeBasket',
          tags: ['Catalogue'],
          summary: 'Calculate the cost of a basket, with VAT',
          description: 'Nothing is stored or reserved. Prices and volumes are those in the catalogue at the time of the call.',
          body: basketBody,
          example: { lines: [{ slug: 'fenland-straw-biochar', tonnes: 200 }] },
          schema: basket,
        }),
      },
      '/api/v1/quotes': {
        post: write({
          operationId: 'requestQuote',
          tags: ['Messages'],
          summary: 'Request a quote',
          description: 'Answers once the request is stored with its lines, at the catalogue prices.',
          body: quoteBody,
          example: {
            ...message,
            organisation: 'Example plc',
            deliverBy: '2027-03-31',
            lines: [{ slug: 'fenland-straw-biochar', tonnes: 200 }],
          },
          status: '201',
          schema: quoteReceiptJson,
          codes: ['projects_gone'],
        }),
      },
      '/api/v1/record/entries': {
        get: read({
          operationId: 'listEntries',
          tags: ['Record'],
          summary: 'Entries in the log, newest first',
          query: entriesParameters,
          schema: entriesResponse,
          headers: link,
          codes: ['parameter_invalid'],
        }),
      },
      '/api/v1/record/entries/{index}': {
        get: read({
          operationId: 'getEntry',
          tags: ['Record'],
          summary: 'An entry, with its proof',
          path: z.object({
            index: z
              .int()
              .nonnegative()
              .meta({ description: 'Its place in the log.', examples: [0] }),
          }),
          schema: provedEntry,
          codes: ['parameter_invalid', 'record_unknown'],
        }),
      },
      '/api/v1/record/retirements': {
        get: read({
          operationId: 'listRetirements',
          tags: ['Record'],
          summary: 'Retirements, newest first',
          query: entriesParameters.omit({ kind: true }),
          schema: entriesResponse,
          headers: link,
          codes: ['parameter_invalid'],
        }),
      },
      '/api/v1/record/certificates/{number}': {
        get: read({
          operationId: 'getCertificate',
          tags: ['Record'],
          summary: 'The retirement behind a certificate, with its proof',
          path: z.object({
            number: z
              .string()
              .max(40)
              .meta({ description: 'The number of the certificate.', examples: ['CR-000001'] }),
          }),
          schema: provedEntry,
          codes: ['parameter_invalid', 'record_unknown'],
        }),
      },
      '/api/v1/record/batches': {
        get: read({
          operationId: 'listBatches',
          tags: ['Record'],
          summary: 'Batches on the record, or where a serial number is now',
          query: batchesParameters,
          schema: batchesResponse,
          codes: ['parameter_invalid'],
        }),
      },
      '/api/v1/record/batches/{id}': {
        get: read({
          operationId: 'getBatch',
          tags: ['Record'],
          summary: 'A batch, and the status of each of its serial numbers',
          path: z.object({
            id: z
              .int()
              .positive()
              .meta({ description: 'Its number.', examples: [1] }),
          }),
          query: batchParameters,
          schema: batchWithHoldings,
          codes: ['parameter_invalid', 'record_unknown'],
        }),
      },
      ...Object.fromEntries(
        Object.entries(recordWrites).map(([kind, { summary, example }]) => [
          `/api/v1/record/${kind}`,
          {
            post: keyed({
              operationId: `${kind}Units`,
              tags: ['Record'],
              summary,
              description: 'Needs a key with this scope, and an Idempotency-Key. Answers once a signed checkpoint covers the entry.',
              body: operations[kind as OperationKind],
              example,
            }),
          },
        ]),
      ),
      '/api/v1/newsletter': {
        post: write({
          operationId: 'subscribe',
          tags: ['Messages'],
          summary: 'Subscribe to the newsletter',
          description: 'Subscribing twice succeeds. The answer does not reveal whether the address was already subscribed.',
          body: subscriptionBody,
          example: { email: 'ada@example.com' },
          status: '200',
          schema: subscriptionReceipt,
        }),
      },
      '/api/carbon-projects': {
        get: read({
          operationId: 'listCarbonProjects',
          tags: ['Compatible'],
          summary: 'Every project, as a plain array',
          schema: carbonProjectList,
        }),
      },
      '/api/contact': {
        post: write({
          operationId: 'sendContactMessage',
          tags: ['Compatible'],
          summary: 'Send a message',
          description: 'As `/api/v1/contact`. It also accepts a plain HTML form, which it answers with pages.',
          body: messageBody,
          example: message,
          status: '201',
          schema: contactReceiptJson,
        }),
      },
      '/api/openapi.json': {
        get: read({
          operationId: 'getOpenApi',
          tags: ['Description'],
          summary: 'This document',
          schema: z.looseObject({ openapi: z.string() }),
        }),
      },
    },
  };
}

/** Leaves responses open to new fields, and drops the 400-character pattern of dates in favour of their format. */
const tidy: NonNullable<Parameters<typeof createDocument>[1]>['override'] = ({ jsonSchema, io }) => {
  if (io === 'output') delete jsonSchema.additionalProperties;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
};

const documents = new Map<string, ReturnType<typeof createDocument>>();

/** Returns the OpenAPI 3.1 document, generated from the same schemas that validate requests, and cached by public address. */
export function openApiDocument(publicUrl: string): ReturnType<typeof createDocument> {
  const document = documents.get(publicUrl) ?? createDocument(contents(publicUrl), { override: tidy });
  documents.set(publicUrl, document);
  return document;
}
