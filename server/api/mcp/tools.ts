import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { tidy } from '#server/api/openapi/document.ts';
import { parseBody } from '#server/api/protocol/body.ts';
import { assertAcceptable, sendMethodNotAllowed, sendProblem } from '#server/api/protocol/problem.ts';
import type { Route } from '#server/api/rest/route.ts';
import { listProjectsRoute, portfolioMixes, projectAnswers } from '#server/api/rest/v1/projects.ts';
import { computeBasket } from '#server/api/rest/v1/quotes.ts';
import { findUnitsRoute } from '#server/api/rest/v1/record.ts';
import { certificateCheck } from '#server/api/rest/verify.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { type AppEnv, isAcceptable } from '#server/platform/web/app-env.ts';
import { clientAddress, countFurtherCalls } from '#server/platform/web/clients.ts';
import { instructions } from '#shared/content/developers/agents.ts';
import { maxBatchSize } from '#shared/schemas/limits.ts';
import type { Problem } from '#shared/schemas/problem.ts';
import type { ReadSite } from '#verify/check-entry.ts';

/** A tool of the MCP endpoint: a call of the API that only reads, under a name and in words for agents. */
type Tool = {
  name: string;
  title: string;
  description: string;
  /** Its arguments are the call's query or the fields of its body, never parts of its path; its result is the call's answer. */
  route: Route;
  /** What the call is asked for where the agent says nothing. */
  defaults?: Record<string, string | number>;
};

/** The tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  {
    name: 'search_projects',
    title: 'Search projects',
    description:
      'Lists carbon projects with price, credits left and evidence, by words and filters. Without a filter for status it includes projects that cannot be bought. Prices are whole pence (GBP) excl. VAT for one credit, which is one tonne of CO2 equivalent; null is not stated.',
    route: listProjectsRoute,
    defaults: { limit: 10, facets: 'false' },
  },
  {
    name: 'get_project',
    title: 'One project, with an auditor’s eight questions',
    description: 'Everything that the catalogue says about one project, and what it answers of the eight questions that an auditor asks.',
    route: projectAnswers,
  },
  {
    name: 'price_basket',
    title: 'Price a basket',
    description:
      'Works out what credits of one or several projects cost, with VAT, and why a line cannot be bought as asked. Nothing is stored, reserved or bought. Money is in pence (GBP).',
    route: computeBasket,
  },
  {
    name: 'find_portfolios',
    title: 'Portfolios for a need',
    description:
      'Makes up to three mixes of projects that can be bought for a need (tonnes, a budget or both, and limits): of what is listed, the cheapest, the longest stored and the best evidenced. If there is no mix, says which one limit has to change. Money is in pence (GBP), with VAT. Not a recommendation.',
    route: portfolioMixes,
  },
  {
    name: 'look_up_serial',
    title: 'Look up a serial number',
    description:
      'Says where the units with a serial number are now on the public record: held, reserved, sold, retired or cancelled, in which entry, and with which certificate. None: no such unit is on the record.',
    route: findUnitsRoute,
  },
  {
    name: 'check_certificate',
    title: 'Check a certificate of retirement',
    description:
      'Checks a certificate by its number: the signature, its place in the log, names, corrections, witnesses, and that its serial numbers are retired once. The site checks its own record here; carma-verify.mjs checks the file that the answer names without trusting the site.',
    route: certificateCheck,
  },
];

/**
 * Serves the Model Context Protocol at /mcp: streamable HTTP without sessions, by POST only. It serves clients of the protocol's version
 * 2026-07-28, and those of 2025, whose batches may have as many messages as RPC's. The SDK answers what it refuses in the protocol's form,
 * as `sendProblem` does here.
 */
export function mcp(readSite: ReadSite): Hono<AppEnv> {
  let loading: ReturnType<typeof makeHandler> | undefined;
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const { body: json } = await parseBody(c);
      const body = Array.isArray(json) ? json.map(readMessage) : readMessage(json);
      if (Array.isArray(body) && body.length > maxBatchSize)
        return sendProblem(c, 'validation_failed', { detail: `At most ${maxBatchSize} messages.` });
      // The first was counted when the request arrived.
      const seconds = Array.isArray(body) ? countFurtherCalls(clientAddress(c), body.length - 1) : 0;
      if (seconds > 0) return sendProblem(c, 'too_many_requests', { headers: { 'retry-after': String(seconds) } });
      assertAcceptable(c, 'application/json');
      loading ??= makeHandler(readSite);
      const response = await answerAccepted(await loading, c, body);
      response.headers.set('cache-control', 'no-store');
      return response;
    })
    .all('/', sendMethodNotAllowed);
}

/**
 * The SDK answers only clients that accept both of its media types, and older ones with a stream of events. Whoever does not ask for such a
 * stream by name gets its messages as JSON.
 */
async function answerAccepted(handler: Awaited<ReturnType<typeof makeHandler>>, c: Context<AppEnv>, body: unknown): Promise<Response> {
  const { url, headers: given, signal } = c.req.raw;
  const headers = new Headers(given);
  headers.set('accept', 'application/json, text/event-stream');
  const response = await handler.fetch(new Request(url, { method: 'POST', headers, signal }), { parsedBody: body });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const accept = given.get('accept') ?? '';
  const asksForStream = /text\/event-stream/i.test(accept) && isAcceptable(accept, 'text/event-stream');
  if (!isStream || asksForStream) return response;
  const messages = [...(await response.text()).matchAll(/^data: (.+)$/gm)].map(([, message]) => message);
  const json = Array.isArray(body) ? `[${messages.join()}]` : messages[0];
  return new Response(json, { status: response.status, headers: { 'content-type': 'application/json' } });
}

/** Makes the SDK's handler of messages. It is loaded when it is first needed, so that a start does not wait for it. */
async function makeHandler(readSite: ReadSite) {
  const sdk = await import('@modelcontextprotocol/server');
  const { PUBLIC_URL } = env();
  // In reverse DNS: `example.carma/carma`.
  const name = `${new URL(PUBLIC_URL).hostname.split('.').toReversed().join('.')}/carma`;
  const description = 'Carbon projects with prices and evidence, and the public record of credits. Read-only.';
  const identity = { name, title: 'Carma', version: '1.0.0', description, websiteUrl: `${PUBLIC_URL}/developers/agents` };
  // The tools never change while the site runs, so nobody can subscribe to changes, and no answer stays open.
  const options = { instructions, capabilities: { tools: { listChanged: false } } };
  const registered = registrationsOf(readSite);
  return sdk.createMcpHandler(
    () => {
      const server = new sdk.McpServer(identity, options);
      for (const tool of registered) server.registerTool(...tool);
      return server;
    },
    {
      maxSubscriptions: 0,
      onerror: (error) => log().debug({ event: 'mcp.refused', err: error }, 'A message over MCP was refused'),
    },
  );
}

/** Returns the name of each tool, what is said of it, and how it is called. */
function registrationsOf(readSite: ReadSite) {
  const calls = new Hono<AppEnv>();
  const renderForm = () => Promise.reject(new Error('A tool posts no form'));
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return tools.map((tool) => {
    const { name, title, description, route } = tool;
    calls.on(route.method, route.path, (c) => route.handle(c, { renderForm, readSite }));
    const about = { title, description, inputSchema: schemaOf(tool, 'input'), outputSchema: schemaOf(tool, 'output'), annotations };
    return [name, about, async (given: unknown) => resultOf(await calls.request(requestFor(tool, given as object)))] as const;
  });
}

/** Returns the call that a tool's arguments mean. */
function requestFor({ route: { method, path }, defaults }: Tool, given: object): Request {
  const address = new URL(path, env().PUBLIC_URL);
  const asked = { ...defaults, ...given };
  if (method !== 'GET')
    return new Request(address, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) });
  for (const [name, value] of Object.entries(asked))
    for (const one of [value].flat()) address.searchParams.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  return new Request(address);
}

/** Returns the answer of a call as the protocol has it; of a refusal, what the caller can mend. */
async function resultOf(response: Response): Promise<CallToolResult> {
  const text = await response.text();
  if (response.ok) return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
  const { status: _, ...problem } = JSON.parse(text) as Problem;
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] };
}

/**
 * Returns the schema of what a tool is called with, or answers with. It refuses nothing: `readArguments` reads the arguments as agents mean
 * them, and the call itself says what is wrong with them.
 */
function schemaOf(tool: Tool, io: 'input' | 'output'): StandardSchemaWithJSON {
  const schema = jsonSchemaOf(tool, io);
  const json = () => schema as Record<string, unknown>;
  const validate = (value: unknown) => ({ value: io === 'input' ? readArguments(value ?? {}, schema) : value });
  return { '~standard': { version: 1, vendor: 'carma', validate, jsonSchema: { input: json, output: json } } };
}

/** What the API's document says of a schema, but no ids, which would make references that many clients do not follow, and no examples. */
const described = {
  // `toJSONSchema` asks a registry nothing else.
  get: (schema: z.core.$ZodType) => {
    const { id: _id, param: _param, examples: _examples, override, ...meta } = z.globalRegistry.get(schema) ?? {};
    return { ...meta, ...(override as object) };
  },
} as typeof z.globalRegistry;

/** Returns a tool's JSON Schema, as in the API's document, without what only fills an agent's context. */
function jsonSchemaOf({ name: toolName, route: { call }, defaults = {} }: Tool, io: 'input' | 'output'): JsonSchema {
  const schema = io === 'output' ? call?.response.schema : (call?.body?.schema ?? call?.query);
  if (!schema || call?.parts) throw new Error(`The call of ${toolName} has no schema, or arguments in its path`);
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    ...{ io, reused: 'inline', metadata: described },
    override: ({ zodSchema, jsonSchema }) => {
      tidy({ zodSchema, jsonSchema, io });
      if (io === 'output' || jsonSchema.format !== undefined) delete jsonSchema.pattern;
      for (const bound of ['minimum', 'maximum'] as const)
        if (Math.abs(Number(jsonSchema[bound])) === Number.MAX_SAFE_INTEGER) delete jsonSchema[bound];
    },
  });
  for (const [name, own] of Object.entries(io === 'input' ? defaults : {})) {
    // A description in `shared/schemas` ends with the API's own default.
    const property = json.properties?.[name] as JsonSchema;
    Object.assign(property, { default: own, description: `${property.description?.replace(/ Default: .*/, '')} Default: ${own}.` });
  }
  return json;
}

/** Returns a message without the parameters that are null, and with a call's arguments as an object if they are written as text. */
function readMessage(message: unknown): unknown {
  if (!isObject(message) || message.params === undefined) return message;
  const { params, ...others } = message;
  if (!isObject(params)) return params === null ? others : message;
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  if (typeof given.arguments === 'string') given.arguments = parsedIfJson(given.arguments);
  return { ...others, params: given };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a tool's arguments as agents mean them, by the tool's JSON Schema: null and '' are left out unless they are required; numbers,
 * booleans, lists and objects may be written as text, one text stands for a list of it, and a number for its text. Everything else stays
 * as it is, for the schema to refuse.
 */
function readArguments(value: unknown, schema: JsonSchema): unknown {
  const forms = formsOf(schema);
  // A schema of fixed values may state no type: the first value has it.
  const formOf = (...types: string[]) =>
    forms.find(({ type, const: only, enum: all }) => types.includes(String(type ?? typeof (only ?? all?.[0]))));
  const [list, object] = [formOf('array'), formOf('object')];
  if (typeof value === 'string' && !formOf('string')) {
    if (formOf('number', 'integer') && /^-?\d+(?:\.\d+)?$/.test(value.trim())) return Number(value);
    if (formOf('boolean') && /^(?:true|false)$/.test(value)) return value === 'true';
    if (list && !/^\s*\[/.test(value)) return formsOf(list.items as JsonSchema).some(({ type }) => type === 'object') ? value : [value];
    const parsed = list || object ? parsedIfJson(value) : value;
    return typeof parsed === 'string' ? value : readArguments(parsed, schema);
  }
  if (typeof value === 'number' && formOf('string') && !formOf('number', 'integer')) return String(value);
  if (list && Array.isArray(value)) return value.map((item) => readArguments(item, list.items as JsonSchema));
  if (!object || !isObject(value)) return value;
  const { properties = {}, required = [] } = object;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const known = Object.hasOwn(properties, name) ? (properties[name] as JsonSchema) : undefined;
      if (!known) return [[name, one]];
      return (one === null || one === '') && !required.includes(name) ? [] : [[name, readArguments(one, known)]];
    }),
  );
}

function formsOf(schema: JsonSchema): JsonSchema[] {
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
  return forms.length > 0 ? forms.flatMap(formsOf) : [schema];
}

/** Returns the value of JSON; any other text as it is. */
function parsedIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
