import type { Context } from 'hono';
import { problemCodeOf } from '#server/api/protocol/problem-code.ts';
import { rpcProblemBody } from '#server/api/protocol/rpc-problem-body.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { mcpPath } from '#server/platform/web/is-api.ts';
import { Overloaded, retryLater } from '#server/platform/web/overload.ts';
import { boundedErrors, type FieldError, type Problem, type ProblemCode, problems } from '#src/schemas/problem.ts';

/** The details of one request, beside the facts of the problem's code. */
export type ProblemParts = { detail?: string; errors?: FieldError[]; headers?: Record<string, string> };

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

/** Answers with `application/problem+json` (RFC 9457); under /api/trpc with a tRPC error, and at /mcp with one of JSON-RPC, that carry the same facts. */
export function sendProblem(c: Context<AppEnv>, code: ProblemCode, parts: ProblemParts = {}): Response {
  const problem = describeProblem(code, c.var.requestId, parts);
  const body = bodyOf(c.req.path, problem);
  return c.body(body ?? JSON.stringify(problem), problem.status as 400, {
    'content-type': body ? 'application/json' : 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...parts.headers,
  });
}

/** Returns the body of a problem for clients of RPC and MCP; undefined for others. */
function bodyOf(path: string, problem: Problem): string | undefined {
  if (path.startsWith('/api/trpc/')) return rpcProblemBody(problem);
  if (path !== mcpPath) return undefined;
  const code = jsonRpcCodes[problem.code] ?? -32_000;
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message: problem.detail, data: problem } });
}

/** JSON-RPC 2.0, section 5.1. Its servers' own errors begin at -32000. */
const jsonRpcCodes: Partial<Record<ProblemCode, number>> = { json_malformed: -32_700, validation_failed: -32_600, internal_error: -32_603 };

/** Logs a server-side error with its cause, and answers without the cause: 503 if the database failed or the site is overloaded, otherwise 500. */
export function sendErrorProblem(c: Context<AppEnv>, error: unknown, resource: string, detail?: string): Response {
  // The client went away, which cancelled the work. Nobody reads this response.
  if (c.req.raw.signal.aborted) return c.body(null, 499 as 400);
  if (error instanceof Overloaded) return sendProblem(c, 'overloaded', { headers: retryLater });
  log().error({ event: 'rest.failed', requestId: c.var.requestId, resource, err: error }, 'A call to the API failed');
  const code = problemCodeOf(error);
  if (code === 'internal_error') return sendProblem(c, code);
  return sendProblem(c, code, { ...(detail ? { detail } : {}), headers: retryLater });
}
