import { TRPCError } from '@trpc/server';
import { $ZodError } from 'zod/v4/core';
import { problemCodeOf, rpcCodeOf } from '#server/api/protocol/problem.ts';
import { boundedErrors, type FieldError, fieldErrors, type Problem, type ProblemCode, problems } from '#shared/schemas/problem.ts';

/** The problem that a failed call carries as `error.data.problem`, in the same terms as REST's problems. */
export type RpcProblem = Pick<Problem, 'code' | 'errors' | 'retryable' | 'requestId'>;

/** The cause of an RPC error that has its own code in the table of problems. */
class CodedCause extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[] | undefined;
  constructor(code: ProblemCode, message: string, errors: FieldError[] | undefined) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

/** Returns an error for a procedure to throw, with a code from the table of problems. */
export function rpcProblem(code: ProblemCode, message: string, errors?: FieldError[]): TRPCError {
  return new TRPCError({ code: rpcCodeOf(problems[code].status), message, cause: new CodedCause(code, message, errors) });
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

/** Returns the problem that describes an RPC error. */
export function describeRpcProblem(error: TRPCError, requestId: string): RpcProblem {
  const { cause } = error;
  if (cause instanceof CodedCause) {
    const { code, errors } = cause;
    return { code, ...(errors ? { errors: boundedErrors(errors).errors } : {}), retryable: problems[code].retryable, requestId };
  }
  const code = codes[error.code] ?? problemCodeOf(cause);
  const errors = cause instanceof $ZodError ? { errors: boundedErrors(fieldErrors(cause)).errors } : {};
  return { code, ...errors, retryable: problems[code].retryable, requestId };
}
