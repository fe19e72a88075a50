import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import superjson from 'superjson';
import type { Problem } from '#src/schemas/problem.ts';

/** tRPC's names for the statuses of problems. */
const keys: Record<number, TRPC_ERROR_CODE_KEY> = {
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** Returns tRPC's name for a status. */
export const rpcCodeOf = (status: number): TRPC_ERROR_CODE_KEY => keys[status] ?? 'BAD_REQUEST';

/** Returns a problem as a body that a tRPC client reads as a tRPC error, for calls that are rejected before the router. */
export function rpcProblemBody({ status, detail, code, errors, retryable, requestId }: Problem): string {
  const key = rpcCodeOf(status);
  const data = { code: key, httpStatus: status, problem: { code, ...(errors ? { errors } : {}), retryable, requestId } };
  return JSON.stringify({ error: superjson.serialize({ message: detail, code: TRPC_ERROR_CODES_BY_KEY[key], data }) });
}
