import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { retryAfterSeconds } from '#server/api/protocol/problem.ts';
import { problemCodeOf } from '#server/api/protocol/problem-code.ts';
import { describeRpcProblem } from '#server/api/protocol/rpc-problem.ts';
import type { RpcContext } from '#server/api/rpc/context.ts';
import { log } from '#server/platform/log.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { problems } from '#src/schemas/problem.ts';

/** Characters of an error's message. */
const longestMessage = 4_000;

const trpc = initTRPC.context<RpcContext>().create({
  transformer: superjson,
  // An error inside is ours to read in the log, not the caller's: neither its text nor its stack leaves the server.
  errorFormatter: ({ shape, error }) => {
    const { stack: _, ...facts } = shape.data;
    const data = { ...facts, problem: describeRpcProblem(error, requestContext()?.requestId ?? '') };
    // Every error of an input, as text: `data.problem` lists the first of them.
    if (shape.message.length > longestMessage) return { ...shape, data, message: problems[data.problem.code].meaning };
    if (error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE') return { ...shape, data };
    return { ...shape, data, message: 'Something failed on our side. Please try again.' };
  },
});

export const router = trpc.router;

/** Every procedure: an error is logged once, with the request's id; one of the database says when to try again. */
export const procedure = trpc.procedure.use(async ({ ctx, path, next }) => {
  const result = await next();
  if (!result.ok && result.error.code === 'INTERNAL_SERVER_ERROR') {
    log().error({ event: 'rpc.failed', requestId: ctx.requestId, procedure: path, err: result.error.cause }, 'Procedure failed');
    const { cause, message } = result.error;
    if (problemCodeOf(cause) === 'unavailable') {
      ctx.answerHeaders['retry-after'] = retryAfterSeconds;
      throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message, cause });
    }
  }
  return result;
});
