import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Call, Route } from '#server/api/rest/route.ts';
import { wellFormedKey } from '#shared/schemas/api.ts';
import { type ProblemCode, problem, problems } from '#shared/schemas/problem.ts';
import { webhookEvents } from '#shared/schemas/webhook.ts';

const optionalHeader = (description: string) => ({ description, schema: { type: 'string' } as const });
const header = (description: string) => ({ ...optionalHeader(description), required: true });

/** Headers of every response. */
const always = {
  'X-Request-Id': header(
    'Identifies this call in our log. Your own, if you send 8 to 64 hexadecimal digits and hyphens, such as a UUID, or a ULID; otherwise the trace ID of your `traceparent`, or a new one.',
  ),
  'RateLimit-Policy': header('The limits that apply to this call: `q` calls in `w` seconds. draft-ietf-httpapi-ratelimit-headers.'),
  RateLimit: header(
    'What remains of each limit: `r` more calls now, and all of them again in `t` seconds. A burst may be refused before, with 429.',
  ),
};
const readable = { 'Access-Control-Allow-Origin': header('`*`: any site may read.') };
const cached = {
  ETag: header('Changes whenever the body changes. Send it back in `If-None-Match`.'),
  'Last-Modified': optionalHeader('When the catalogue, or the one project, last changed.'),
  'Cache-Control': header('`public, no-cache`: you may keep it, but have to ask each time whether it is still current.'),
};
/** The headers that a call may name in its declaration. */
const nameableHeaders = {
  Link: optionalHeader('`rel="next"`: the address of the next page. Absent on the last one.'),
  'Content-Disposition': header('A name for the file.'),
  'Content-Location': header('The address of the project by its slug, whatever reference was asked for.'),
};
const replayed = {
  'Idempotency-Replayed': optionalHeader('`true`: this key and body had been stored before, and this is the same answer again.'),
};

const conditions = z.object({
  'If-None-Match': z.string().optional().describe('ETags that you have. 304 if one of them is still current.'),
  'If-Modified-Since': z
    .string()
    .optional()
    .describe('The Last-Modified that you have. 304 if it has not changed. Ignored if If-None-Match is sent.'),
});
/**
 * Returns the header of an Idempotency-Key. Each call has an example of its own: a key belongs to one body. None is a UUID, which would be
 * the same message for all who copy it.
 */
function idempotencyHeader({ id, idempotencyKey }: Call): z.ZodObject {
  const key = z.string().regex(wellFormedKey);
  const description =
    'Your own key for this message. The same key with the same body is stored once: an operation on the record for good, all else within a day. Without a bearer key, only a UUID also holds from another network address.';
  return z.object({
    'Idempotency-Key': (idempotencyKey === 'required' ? key : key.optional()).meta({ description, examples: [`${id}-4711`] }),
  });
}

/** Returns one error response for each status, with the codes that it may carry for this call. */
function problemAnswers(...codes: ProblemCode[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `\`${code}\`: ${problems[code].meaning}`).join(' '),
        headers: { ...always, ...(status === 429 || status === 503 ? { 'Retry-After': header('Seconds to wait.') } : {}) },
        content: { 'application/problem+json': { schema: problem } },
      },
    ]),
  );
}

const serverProblems = ['too_many_requests', 'internal_error', 'unavailable', 'overloaded', 'timed_out'] as const;

/** Problems of every write. */
const writeProblems = ['origin_not_allowed', 'not_acceptable', 'body_late', 'body_too_large'] as const;
/** Further problems of a write with a body in JSON: with one, an Idempotency-Key is checked even where none is asked for. */
const bodyProblems = [
  'json_malformed',
  'validation_failed',
  'field_repeated',
  'idempotency_key_invalid',
  'media_type_unsupported',
] as const;
/** Further problems of a call that takes an Idempotency-Key: who needs one has a bearer key, and so no limit of messages. */
const idempotencyProblems = {
  optional: ['idempotency_key_invalid', 'idempotency_key_reused', 'too_many_messages'],
  required: ['idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_key_missing'],
} as const;

/** Returns a call as it is published: an open read, with its 304; a read that needs a key, which nobody may keep; or a write. */
function operationOf(method: Route['method'], call: Call): ZodOpenApiOperationObject {
  const { id, tag, summary, description, parts, query, body, scope, isRead, idempotencyKey, response, problems: own = [] } = call;
  const { status = 200, type = 'application/json', headers = [], schema } = response;
  const isGet = method === 'GET';
  const isOpen = isGet && !scope;
  const codes: readonly ProblemCode[] = [
    ...(parts ? (['address_malformed'] as const) : []),
    ...(query ? (['parameter_invalid'] as const) : []),
    ...(body ? bodyProblems : []),
    ...(isGet ? (['not_acceptable'] as const) : writeProblems.filter((code) => !(isRead && code === 'origin_not_allowed'))),
    ...(idempotencyKey ? idempotencyProblems[idempotencyKey] : []),
    ...(scope ? (['key_missing', 'scope_missing'] as const) : []),
    ...own,
  ];
  const stated = Object.fromEntries(headers.map((name) => [name, nameableHeaders[name]]));
  return {
    ...{ operationId: id, tags: [tag], summary, ...(description ? { description } : {}) },
    requestParams: {
      ...(isOpen ? { header: conditions } : idempotencyKey ? { header: idempotencyHeader(call) } : {}),
      ...(parts ? { path: parts } : {}),
      ...(query ? { query } : {}),
    },
    ...(body ? { requestBody: { required: true, content: { 'application/json': body } } } : {}),
    responses: {
      [String(status)]: {
        description: response.description ?? (isGet ? 'The data.' : 'Stored.'),
        headers: { ...always, ...(isGet ? readable : {}), ...(isOpen ? cached : idempotencyKey ? replayed : {}), ...stated },
        content: { [type]: { schema } },
      },
      ...(isOpen ? { '304': { description: 'Your copy is still current.', headers: { ...always, ...readable, ETag: cached.ETag } } } : {}),
      ...problemAnswers(...codes, ...serverProblems),
    },
    ...(scope ? { security: [{ bearer: [] }] } : {}),
  };
}

const tags: Record<Call['tag'], string> = {
  Catalogue: 'Read the carbon projects.',
  Messages: 'Send us a message.',
  Record: 'The book of credits and its public log.',
  Webhooks: 'Subscribe to events that are pushed to you.',
  Compatible: 'The two original calls, unchanged.',
  Description: 'This document.',
};

/** Returns the OpenAPI 3.1 document of the routes that are published, with the schemas by which requests are checked. */
export function describeApi(routes: readonly Route[], publicUrl: string): ReturnType<typeof createDocument> {
  const contents: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Carma API',
      version: '1.0.0',
      description:
        'The catalogue of carbon projects as data, the public record, and calls to send us messages. No key, cookie or sign-up is needed, except for operations on the record and webhooks.',
      contact: { name: 'Documentation', url: `${publicUrl}/developers` },
      license: { name: 'Prices and volumes may be shown if the source is named', url: `${publicUrl}/terms` },
    },
    servers: [{ url: publicUrl }],
    security: [],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A key of `npm run record -- keys create`.' } },
    },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: pathsOf(routes),
    webhooks: Object.fromEntries(Object.entries(webhookEvents).map(([type, schema]) => [type, { post: eventOf(type, schema) }])),
  };
  return createDocument(contents, { override: tidy });
}

const webhookHeaders = z.object({
  'webhook-id': z.string().describe('The same whenever this event is sent again: take it once.'),
  'webhook-timestamp': z.string().describe('When this was sent, in seconds since 1970.'),
  'webhook-signature': z
    .string()
    .describe('`v1,` and HMAC-SHA-256 of `id.timestamp.body` in base64; after a rotation two of them with a blank between.'),
});

const sentAgain = 'Sent ten times in three days, after Retry-After (of which a day counts at most) at the earliest.';

/** Returns what is posted to a receiver for a type of event, and what its answers mean (Standard Webhooks 1.0.0). */
function eventOf(type: string, schema: z.ZodType): ZodOpenApiOperationObject {
  return {
    operationId: `webhook:${type}`,
    tags: ['Webhooks'],
    summary: type,
    requestParams: { header: webhookHeaders },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken.' },
      '410': { description: 'Nothing more is wanted: the subscription is disabled.' },
      default: {
        description: `Not taken, redirects among them. ${type === 'webhook.test' ? 'A test is sent once.' : sentAgain}`,
      },
    },
    security: [],
  };
}

/** Returns the operations by path and method. A path may have several methods. */
function pathsOf(routes: readonly Route[]): NonNullable<ZodOpenApiObject['paths']> {
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  for (const { method, path, call } of routes) {
    if (!call) continue;
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(method, call) };
  }
  return paths;
}

/** A schema, its description so far, and whether that is of a request or of a response. */
type DescribedSchema = { jsonSchema: z.core.JSONSchema.BaseSchema; zodSchema: z.core.$ZodType; io: 'input' | 'output' };

/**
 * Leaves responses open to new fields, and drops the 400-character pattern of dates in favour of their format. In bodies of requests a
 * field has no `default`, which its description names: openapi-typescript takes such a field for one that is always there, and the
 * clients that it makes would have to send it.
 */
export function tidy({ jsonSchema, zodSchema, io }: DescribedSchema): void {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  else if (zodSchema._zod.def.type === 'default') delete jsonSchema.default;
  if (jsonSchema.format === 'date' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}
