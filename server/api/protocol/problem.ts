import type { Context } from 'hono';
import { allowedMethods } from '#server/api/protocol/allowed-methods.ts';
import { problemCodeOf } from '#server/api/protocol/problem-code.ts';
import { rpcProblemBody } from '#server/api/protocol/rpc-problem-body.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { boundedErrors, type FieldError, type Problem, type ProblemCode, problems } from '#src/schemas/problem.ts';

type ProblemParts = { detail?: string; errors?: FieldError[]; headers?: Record<string, string> };

/** Seconds after which a caller may try again when the database did not answer. */
export const retryAfterSeconds = '5';

/** The body of a problem: the table's facts of its code, and what is said of this request. */
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

/** An error answer as `application/problem+json` (RFC 9457); under /api/rpc as an error of tRPC that says the same. */
export function sendProblem(c: Context<AppEnv>, code: ProblemCode, parts: ProblemParts = {}): Response {
  const problem = describeProblem(code, c.var.requestId, parts);
  const isRpc = c.req.path.startsWith('/api/rpc/');
  return c.body(isRpc ? rpcProblemBody(problem) : JSON.stringify(problem), problem.status as 400, {
    'content-type': isRpc ? 'application/json' : 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...parts.headers,
  });
}

/** 405 with the methods that are there. */
export function methodNotAllowed(c: Context<AppEnv>): Response {
  const allow = allowedMethods(c.req.path);
  return sendProblem(c, 'method_not_allowed', { detail: `This address answers ${allow}.`, headers: { allow } });
}

/** An error on our side: logged with its cause, answered without it. 503 when it is the database's, else 500. */
export function sendErrorProblem(c: Context<AppEnv>, error: unknown, resource: string, detail?: string): Response {
  // A caller who went away ended the work; nobody reads this answer.
  if (c.req.raw.signal.aborted) return c.body(null, 499 as 400);
  log().error({ event: 'rest.failed', requestId: c.var.requestId, resource, err: error }, 'A call of the API failed');
  const code = problemCodeOf(error);
  if (code === 'internal_error') return sendProblem(c, code);
  return sendProblem(c, code, { ...(detail ? { detail } : {}), headers: { 'retry-after': retryAfterSeconds } });
}
