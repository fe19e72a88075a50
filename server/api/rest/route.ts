import type { Context } from 'hono';
import type { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';
import { readJson } from '#server/api/protocol/body.ts';
import { assertAcceptable, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { assertIdempotencyKey, readIdempotencyKey } from '#server/api/protocol/submissions.ts';
import { authenticateKey } from '#server/domain/api-keys.ts';
import { RecordProblem } from '#server/domain/record/book/operation.ts';
import { log } from '#server/platform/log.ts';
import { Refused } from '#server/platform/refused.ts';
import { bearerToken } from '#server/platform/secret.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientShare } from '#server/platform/web/clients.ts';
import { Gate, Overloaded } from '#server/platform/web/gate.ts';
import type { groups } from '#shared/content/developers.ts';
import { readParameters } from '#shared/schemas/api.ts';
import type { ProblemCode } from '#shared/schemas/problem.ts';
import type { KeyScope } from '#shared/schemas/record.ts';
import type { ReadSite } from '#verify/check-entry.ts';
import type { RenderForm } from './html-form.ts';

/** One method of one address under /api. Router, `Allow`, names in metrics and OpenAPI follow from the list in ../routes.ts. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  /** The whole path, with `:name` for each part that varies. Also the route's name in metrics. */
  path: `/api/${string}`;
  /** Absent: not part of the published API, such as a form posted without scripts. */
  call?: Call;
  /** Whether `handle` reads the body, within limits of its own. Otherwise `receiveBody` has read it before. */
  readsBodyItself?: boolean;
  /** The page of the form that posts here: where a browser is sent that asks for this address, after a reload of the answer, say. */
  page?: `/${string}`;
  /** Whether a token in the address authorises it, so that it may come from anywhere. */
  hasToken?: true;
  handle: (c: Context<AppEnv>, site: Site) => Response | Promise<Response>;
};

/** What the rest of the site does for a route. */
export type Site = { renderForm: RenderForm; readSite: ReadSite };

/** What is published about a call, in /api/openapi.json and on /developers, and checked before `answer` is called. */
export type Call<Query extends z.ZodObject = z.ZodObject, Body extends BodySchema = BodySchema> = {
  /** `operationId` in the document. */
  id: string;
  tag: (typeof groups)[number]['tags'][number];
  summary: string;
  description?: string;
  /** The parts of the path that vary. Not checked: the answer to one that does not exist is that nothing is found. */
  parts?: z.ZodObject;
  /** Every other parameter is refused. Absent: parameters are ignored. */
  query?: Query;
  /** The JSON body of a POST. */
  body?: { schema: Body; example: unknown };
  /** Needs a bearer key with this scope. */
  scope?: KeyScope;
  /** Whether a POST only reads: it works something out, and stores nothing. */
  isRead?: true;
  /** Whether it waits for its turn with others that say so, two of which run at a time. */
  takesTurns?: true;
  /** Whether a POST takes an Idempotency-Key, or needs one. */
  idempotencyKey?: 'optional' | 'required';
  /** The response. By default: 200, JSON. */
  response: {
    status?: 201;
    type?: 'text/csv';
    description?: string;
    headers?: ('Link' | 'Content-Disposition' | 'Content-Location')[];
    schema: z.core.$ZodType;
  };
  /** The problems of this call, besides those of every GET or POST and of what it declares. */
  problems?: readonly ProblemCode[];
  /** What clients are told if the database fails. */
  failure?: string;
};

type BodySchema = ZodMiniType | z.ZodType;

/** What a call is answered from: what it declares, as it was sent. */
type Input<Query extends z.ZodObject, Body extends BodySchema, Scope, KeyNeed> = {
  query: z.output<Query>;
  body: z.output<Body>;
  /** The body before it was parsed. */
  rawBody: unknown;
  /** The bearer key, of a call with a scope. */
  key: Scope extends KeyScope ? { id: number; name: string; scopes: readonly KeyScope[] } : undefined;
  /** Of a call that needs one; others may be sent without. */
  idempotencyKey: KeyNeed extends 'required' ? string : string | undefined;
};

/** Declares a call of the published API, and how to answer it once it has been checked. What `answer` throws becomes a problem. */
export function route<
  Query extends z.ZodObject,
  Body extends BodySchema,
  Scope extends Call['scope'] = undefined,
  KeyNeed extends Call['idempotencyKey'] = undefined,
>({
  at,
  answer,
  ...call
}: Call<Query, Body> & {
  at: `${Route['method']} ${Route['path']}`;
  scope?: Scope;
  idempotencyKey?: KeyNeed;
  answer: (c: Context<AppEnv>, input: Input<Query, Body, Scope, KeyNeed>, site: Site) => Response | Promise<Response>;
}): Route {
  const [method, path] = at.split(' ') as [Route['method'], Route['path']];
  const work = async (c: Context<AppEnv>, site: Site): Promise<Response> => {
    const input = await check(c, call as unknown as Call<Query, Body>);
    // It has what the call declares, as its type says.
    return answer(c, input as Input<Query, Body, Scope, KeyNeed>, site);
  };
  const handle = async (c: Context<AppEnv>, site: Site): Promise<Response> => {
    // Without the key that its scope needs, a request is refused before it reads anything, and so need not wait.
    const waits = call.takesTurns && (!call.scope || c.req.header('authorization') !== undefined);
    try {
      return await (waits ? gate.run(clientShare(c), () => work(c, site)) : work(c, site));
    } catch (error) {
      if (error instanceof RecordProblem) return sendRecordProblem(c, error);
      if (waits && error instanceof Overloaded) return sendProblem(c, 'record_busy');
      return sendErrorProblem(c, error, call.failure);
    }
  };
  return { method, path, call: call as unknown as Call, handle };
}

/**
 * Returns what was sent. @throws Refused for the first that is wrong, in this order: Accept (without a body), bearer key, Idempotency-Key,
 * body, parameters.
 */
async function check<Query extends z.ZodObject, Body extends BodySchema>(
  c: Context<AppEnv>,
  { response, scope, idempotencyKey: need, body, query }: Call<Query, Body>,
): Promise<Partial<Input<Query, Body, KeyScope, 'required'>>> {
  const input: Partial<Input<Query, Body, KeyScope, 'required'>> = {};
  if (!body) assertAcceptable(c, response.type ?? 'application/json');
  if (scope) {
    const sent = bearerToken(c.req.header('authorization'));
    const key = sent === undefined ? undefined : await authenticateKey(sent);
    if (!key) throw new Refused('key_missing');
    if (!key.scopes.includes(scope)) throw new Refused('scope_missing');
    input.key = key;
  }
  const idempotency = readIdempotencyKey(c.req.raw.headers);
  if (need === 'required' && idempotency === undefined) throw new Refused('idempotency_key_missing');
  if (need || body) assertIdempotencyKey(c);
  // Null: a call without a body that takes none does not look at an invalid one.
  input.idempotencyKey = idempotency ?? undefined;
  if (body) {
    const read = await readJson(c, body.schema);
    input.body = read.values;
    input.rawBody = read.body;
  }
  if (query) {
    const { values, errors } = readParameters(query, new URL(c.req.url).searchParams);
    if (errors) throw new Refused('parameter_invalid', { errors });
    input.query = values as z.output<Query>;
  }
  return input;
}

/** Returns the header that leads on from a page: its own address with another value of a parameter; none on the last page. */
export function linkToNext(c: Context<AppEnv>, parameter: string, value: string | number | null): { link?: string } {
  const address = new URL(c.req.url);
  if (value === null) return {};
  address.searchParams.set(parameter, String(value));
  return { link: `<${address.pathname}${address.search}>; rel="next"` };
}

function sendRecordProblem(c: Context<AppEnv>, error: RecordProblem): Response {
  // Why, and which command helps, is for the operator.
  const isOurs = error.code === 'record_not_appendable';
  if (isOurs) log().error({ event: 'record.closed', err: error }, 'An operation was refused, because nothing can be added to the record');
  return sendProblem(c, error.code, {
    ...(isOurs ? { headers: { 'retry-after': '60' } } : { detail: error.forPrograms }),
    ...(error.field ? { errors: [{ field: error.field, message: error.forPrograms }] } : {}),
  });
}

/**
 * Operations on the record wait for each other at the log anyway. Two at once keep it busy; more would only hold connections that
 * pages and other reads need. Whoever finds no place is told so without the database having been asked.
 */
const gate = new Gate({ maxConcurrent: 2, maxQueued: 16, waitMs: 2_000 });
