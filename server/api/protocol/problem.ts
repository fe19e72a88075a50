import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Context } from 'hono';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import superjson from 'superjson';
import { isUnavailable } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { type Quota, Refused } from '#server/platform/refused.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { type AppEnv, isAcceptable } from '#server/platform/web/app-env.ts';
import { Overloaded, retryLater } from '#server/platform/web/gate.ts';
import { boundedErrors, type FieldError, type Problem, type ProblemCode, problems } from '#shared/schemas/problem.ts';

/** The details of one request, beside the facts of the problem's code. */
type ProblemParts = { detail?: string; errors?: FieldError[]; headers?: Record<string, string> };

/** Returns the body of a problem: the facts of its code from the table, and the details of this request. */
export function describeProblem(code: ProblemCode, requestId: string, { detail, errors }: ProblemParts = {}): Problem {
  const { status, title, meaning, retryable } = problems[code];
  const bounded = errors && boundedErrors(errors);
  return {
    type: `${env().PUBLIC_URL}/developers#error-${code}`,
    code,
    title,
    status,
    detail: `${detail ?? meaning}${bounded?.more ?? ''}`,
    ...(bounded ? { errors: bounded.errors } : {}),
    requestId,
    retryable,
  };
}

/**
 * Answers with `application/problem+json` (RFC 9457); under /api/trpc and at /mcp an error of tRPC or JSON-RPC with the same facts. A 503
 * says when to come back, and a 401 what to send.
 */
export function sendProblem(c: Context<AppEnv>, code: ProblemCode, parts: ProblemParts = {}): Response {
  const problem = describeProblem(code, requestContext()?.requestId ?? '', parts);
  const body = bodyOf(c.var.address?.api, problem);
  return c.body(body ?? JSON.stringify(problem), problem.status as ContentfulStatusCode, {
    'content-type': body ? 'application/json' : 'application/problem+json; charset=utf-8',
    ...(problem.status === 503 ? retryLater : { 'cache-control': 'no-store' }),
    ...(problem.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...parts.headers,
  });
}

/** Answers what was refused. */
function sendRefused(c: Context<AppEnv>, error: Refused): Response {
  const { code, message, errors } = error;
  // Where the errors name the fields, the meaning of the code, which is the default, says enough.
  const keyErrors = code === 'idempotency_key_reused' ? { errors: [{ field: 'Idempotency-Key', message }] } : {};
  const parts = errors.length > 0 ? { errors: [...errors] } : { detail: message, ...keyErrors };
  return sendProblem(c, code, { ...parts, headers: rejectionHeaders(error) });
}

/** Returns the headers for a rejected message: over the limit of messages, when the next one may be sent. */
export function rejectionHeaders(error: Refused): Record<string, string> {
  const { quota } = error;
  return quota ? { 'retry-after': String(quota.secondsLeft), ...quotaHeaders(quota) } : {};
}

/** Returns the limit of messages in the terms of draft-ietf-httpapi-ratelimit-headers (10). Middleware appends the limit of requests. */
export function quotaHeaders({ limit, left, secondsLeft }: Quota): Record<string, string> {
  return { 'ratelimit-policy': `"messages";q=${limit};w=3600`, ratelimit: `"messages";r=${left};t=${secondsLeft}` };
}

/** Answers 405, and names the methods that the address takes. */
export function sendMethodNotAllowed(c: Context<AppEnv>): Response {
  const { allows: allow = '' } = c.var.address ?? {};
  return sendProblem(c, 'method_not_allowed', { detail: `This address accepts ${allow}.`, headers: { allow } });
}

/** Returns the body of a problem for clients of RPC, as a tRPC error, and of MCP; undefined for others. */
function bodyOf(api: 'rest' | 'rpc' | 'mcp' | undefined, problem: Problem): string | undefined {
  if (api === 'rpc') {
    const { status, detail, code, errors, retryable, requestId } = problem;
    const key = rpcCodeOf(status);
    const data = { code: key, httpStatus: status, problem: { code, ...(errors ? { errors } : {}), retryable, requestId } };
    return JSON.stringify({ error: superjson.serialize({ message: detail, code: TRPC_ERROR_CODES_BY_KEY[key], data }) });
  }
  if (api !== 'mcp') return undefined;
  const code = jsonRpcCodes[problem.code] ?? -32_000;
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message: problem.detail, data: problem } });
}

/** JSON-RPC 2.0, section 5.1. Its servers' own errors begin at -32000. */
const jsonRpcCodes: Partial<Record<ProblemCode, number>> = { json_malformed: -32_700, validation_failed: -32_600, internal_error: -32_603 };

/**
 * Answers what was refused; 499 to a client that has gone; 503 if the site is overloaded. Any other error is the server's: it is logged
 * with its cause, and answered without that, with 503 if the database failed, else 500. `detail`: what the client is told if it failed.
 */
export function sendErrorProblem(c: Context<AppEnv>, error: unknown, detail?: string): Response {
  if (error instanceof Refused) return sendRefused(c, error);
  // The client went away, which cancelled the work. Nobody reads this response: nginx, too, logs such a request with 499.
  if (c.req.raw.signal.aborted) return c.body(null, 499 as StatusCode);
  if (error instanceof Overloaded) return sendProblem(c, 'overloaded');
  const resource = c.var.address?.pattern ?? c.req.path;
  log().error({ event: 'rest.failed', resource, err: error }, 'A call to the API or a file of the catalogue failed');
  const code = problemCodeOf(error);
  return sendProblem(c, code, detail && code === 'unavailable' ? { detail } : {});
}

/** Returns the problem code of a server-side error. */
export const problemCodeOf = (error: unknown) => (isUnavailable(error) ? 'unavailable' : 'internal_error');

/** @throws Refused, with a text that names `type`, the only type that the address serves, if the client does not accept it. */
export function assertAcceptable(c: Context<AppEnv>, type: string): void {
  if (!isAcceptable(c.req.header('accept'), type)) throw new Refused('not_acceptable', { message: `This address offers ${type}.` });
}

const rpcCodes = Object.keys(TRPC_ERROR_CODES_BY_KEY) as TRPC_ERROR_CODE_KEY[];

/** Returns tRPC's name for a status, BAD_REQUEST for one without a name. PARSE_ERROR is also 400. */
export const rpcCodeOf = (status: number): TRPC_ERROR_CODE_KEY =>
  rpcCodes.find((key) => key !== 'PARSE_ERROR' && getHTTPStatusCodeFromError(new TRPCError({ code: key })) === status) ?? 'BAD_REQUEST';
