import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { $ZodError } from 'zod/v4/core';
import { problemCodeOf, rpcCodeOf } from '#server/api/protocol/problem.ts';
import { log } from '#server/platform/log.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { retryAfterSeconds } from '#server/platform/web/gate.ts';
import { boundedErrors, type FieldError, fieldErrors, type Problem, type ProblemCode, problems } from '#shared/schemas/problem.ts';

/** The facts about a request that procedures get. */
export type RpcContext = {
  requestId: string;
  clientAddress: string;
  /** The request's Idempotency-Key; null if it is invalid. */
  idempotencyKey: string | undefined | null;
  /** Headers that procedures add to the response. */
  responseHeaders: Record<string, string>;
};

const trpc = initTRPC.context<RpcContext>().create({
  transformer: superjson,
  // Internal errors go to the log only: neither their text nor their stack leaves the server.
  errorFormatter: ({ shape, error }) => {
    const { stack: _, ...facts } = shape.data;
    const data = { ...facts, problem: problemOf(error) };
    // The message of invalid input is the library's own list of errors. In our words, the first ones are in `data.problem`.
    if (error.cause instanceof $ZodError) return { ...shape, data, message: textOf(data.problem) };
    if (error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE') return { ...shape, data };
    return { ...shape, data, message: 'Something failed on our side. Please try again.' };
  },
});

/** An error with a code of the table of problems, for a procedure to throw. */
export class RpcProblem extends TRPCError {
  readonly problem: ProblemCode;
  readonly errors: readonly FieldError[];
  constructor(problem: ProblemCode, message: string, errors: readonly FieldError[] = []) {
    super({ code: rpcCodeOf(problems[problem].status), message });
    this.problem = problem;
    this.errors = errors;
  }
}

/** Problem codes for the errors that tRPC itself raises. */
const codes: Partial<Record<TRPCError['code'], ProblemCode>> = {
  PARSE_ERROR: 'json_malformed',
  BAD_REQUEST: 'validation_failed',
  FORBIDDEN: 'origin_not_allowed',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  PAYLOAD_TOO_LARGE: 'body_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'media_type_unsupported',
  TOO_MANY_REQUESTS: 'too_many_requests',
  TIMEOUT: 'timed_out',
};

/** Returns the problem that a failed call carries as `error.data.problem`, in the same terms as REST's problems. */
function problemOf(error: TRPCError): Pick<Problem, 'code' | 'errors' | 'retryable' | 'requestId'> {
  const isOurs = error instanceof RpcProblem;
  const code = isOurs ? error.problem : (codes[error.code] ?? problemCodeOf(error.cause));
  const errors = isOurs ? error.errors : error.cause instanceof $ZodError ? fieldErrors(error.cause) : [];
  const named = errors.length > 0 ? { errors: boundedErrors([...errors]).errors } : {};
  return { code, ...named, retryable: problems[code].retryable, requestId: requestContext()?.requestId ?? '' };
}

/** Names each field that is wrong, with what is wrong with it. */
function textOf({ code, errors = [] }: Pick<Problem, 'code' | 'errors'>): string {
  return errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ') || problems[code].meaning;
}

export const router = trpc.router;

/** The base of all procedures. Logs each error once, with the request's id, and adds Retry-After if the database failed. */
export const procedure = trpc.procedure.use(async ({ ctx, path, next }) => {
  const result = await next();
  if (!result.ok && result.error.code === 'INTERNAL_SERVER_ERROR') {
    log().error({ event: 'rpc.failed', requestId: ctx.requestId, procedure: path, err: result.error.cause }, 'A procedure failed');
    const { cause, message } = result.error;
    if (problemCodeOf(cause) === 'unavailable') {
      ctx.responseHeaders['retry-after'] = String(retryAfterSeconds);
      throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message, cause });
    }
  }
  return result;
});
