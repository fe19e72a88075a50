import { initTRPC, TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { type Context, Hono } from 'hono';
import { cloneRawRequest } from 'hono/request';
import superjson from 'superjson';
import { z } from 'zod';
import { $ZodError } from 'zod/v4/core';
import { mediaType, parseBody } from '#server/api/protocol/body.ts';
import { problemCodeOf, rejectionHeaders, rpcCodeOf, sendProblem } from '#server/api/protocol/problem.ts';
import { readIdempotencyKey, receiptHeaders } from '#server/api/protocol/submissions.ts';
import { storeContactMessage } from '#server/domain/messages/message.ts';
import { requestQuote } from '#server/domain/messages/quote.ts';
import { subscribeToNewsletter } from '#server/domain/newsletter.ts';
import { listCarbonProjects, listCatalogue } from '#server/domain/projects/list.ts';
import { log } from '#server/platform/log.ts';
import { Refused } from '#server/platform/refused.ts';
import { requestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/clients.ts';
import { retryAfterSeconds } from '#server/platform/web/gate.ts';
import type { Submission, SubmissionResult } from '#server/submissions.ts';
import { contactReceipt, newsletterReceipt, quoteReceipt } from '#shared/schemas/api.ts';
import { contactSubmission, newsletterSubmission } from '#shared/schemas/contact.ts';
import type { TrapFields } from '#shared/schemas/form-fields.ts';
import { maxBatchSize } from '#shared/schemas/limits.ts';
import { boundedErrors, fieldErrors, type Problem, type ProblemCode, problems } from '#shared/schemas/problem.ts';
import { carbonProject, maxListed, project } from '#shared/schemas/project.ts';
import { quoteSubmission } from '#shared/schemas/quote-request.ts';

/** The facts about a request that procedures get. */
type RpcContext = {
  /** The client's address, as limits count it. */
  clientAddress: string;
  /** The request's Idempotency-Key; null if it is invalid. */
  key: string | undefined | null;
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
    if (isInvalidInput(error)) return { ...shape, data, message: textOf(data.problem) };
    if (error.code !== 'INTERNAL_SERVER_ERROR' && error.code !== 'SERVICE_UNAVAILABLE') return { ...shape, data };
    return { ...shape, data, message: 'Something failed on our side. Please try again.' };
  },
});

/** Checks whether a call's input is invalid. An output that is has such a cause, too, and is our fault. */
const isInvalidInput = (error: TRPCError): error is TRPCError & { cause: $ZodError } =>
  error.code === 'BAD_REQUEST' && error.cause instanceof $ZodError;

/** Problem codes for the errors that tRPC itself raises. */
const codes: Partial<Record<TRPCError['code'], ProblemCode>> = {
  PARSE_ERROR: 'json_malformed',
  BAD_REQUEST: 'validation_failed',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  UNSUPPORTED_MEDIA_TYPE: 'media_type_unsupported',
};

/** Returns the problem that a failed call carries as `error.data.problem`, in the same terms as REST's problems. */
function problemOf(error: TRPCError): Pick<Problem, 'code' | 'errors' | 'retryable' | 'requestId'> {
  const refused = error.cause instanceof Refused ? error.cause : undefined;
  const code = refused?.code ?? codes[error.code] ?? problemCodeOf(error.cause);
  const errors = refused?.errors ?? (isInvalidInput(error) ? fieldErrors(error.cause) : []);
  const named = errors.length > 0 ? { errors: boundedErrors([...errors]).errors } : {};
  return { code, ...named, retryable: problems[code].retryable, requestId: requestContext()?.requestId ?? '' };
}

/** Names each field that is wrong, with what is wrong with it. */
function textOf({ code, errors = [] }: Pick<Problem, 'code' | 'errors'>): string {
  return errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ') || problems[code].meaning;
}

/**
 * The base of all procedures. Turns what the domain refuses into a problem, logs each fault of ours once, with the request's id, and adds
 * Retry-After if the database failed.
 */
const procedure = trpc.procedure.use(async ({ ctx, path, next }) => {
  const result = await next();
  const cause = result.ok ? undefined : result.error.cause;
  if (cause instanceof Refused) {
    Object.assign(ctx.responseHeaders, rejectionHeaders(cause));
    throw new TRPCError({ code: rpcCodeOf(problems[cause.code].status), message: cause.message, cause });
  }
  if (!result.ok && result.error.code === 'INTERNAL_SERVER_ERROR') {
    log().error({ event: 'rpc.failed', procedure: path, err: result.error.cause }, 'A procedure failed');
    const { cause, message } = result.error;
    if (problemCodeOf(cause) === 'unavailable') {
      ctx.responseHeaders['retry-after'] = String(retryAfterSeconds);
      throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message, cause });
    }
  }
  return result;
});

const appRouter = trpc.router({
  projects: trpc.router({
    /** The list that `GET /api/carbon-projects` answers with. */
    list: procedure
      .input(z.undefined({ error: 'Takes no input' }))
      .output(z.array(carbonProject))
      .query(() => listCarbonProjects()),
    /** The first projects of the catalogue. */
    search: procedure
      .input(z.strictObject({ limit: z.int().min(1).max(maxListed) }).optional())
      .output(z.object({ projects: z.array(project), total: z.int() }))
      .query(({ input }) => listCatalogue(input)),
  }),
  contact: trpc.router({
    send: procedure
      .input(contactSubmission)
      .output(contactReceipt)
      .mutation(({ input, ctx }) => submit(ctx, input, (submission) => storeContactMessage(input, submission))),
    requestQuote: procedure
      .input(quoteSubmission)
      .output(quoteReceipt)
      .mutation(({ input, ctx }) => submit(ctx, input, (submission) => requestQuote(input, submission))),
  }),
  newsletter: trpc.router({
    subscribe: procedure
      .input(newsletterSubmission)
      .output(newsletterReceipt)
      .mutation(({ input, ctx }) => submit(ctx, input, (submission) => subscribeToNewsletter(input, submission))),
  }),
});

export type AppRouter = typeof appRouter;

/** Stores a message through `send`, and sets the headers of its receipt. @throws Refused for an invalid key; whatever `send` throws. */
async function submit<Receipt>(
  { clientAddress, key, responseHeaders }: RpcContext,
  { form_ticket, topic_note }: TrapFields,
  send: (submission: Submission) => Promise<SubmissionResult<Receipt>>,
): Promise<Receipt> {
  if (key === null) throw new Refused('idempotency_key_invalid');
  const { receipt, ...outcome } = await send({ clientAddress, key, trap: { form_ticket, topic_note } });
  Object.assign(responseHeaders, receiptHeaders(outcome));
  return receipt;
}

/** Serves the RPC router at `/api/trpc`: queries by GET, mutations by POST in JSON. */
export const rpc = new Hono<AppEnv>()
  .get('/*', (c) => call(c, c.req.raw))
  .post('/*', async (c) => {
    if (mediaType(c) !== 'application/json') return sendProblem(c, 'media_type_unsupported', { detail: 'Send application/json.' });
    // tRPC would report malformed JSON as invalid input, and would read bytes that are not UTF-8 as U+FFFD.
    await parseBody(c);
    return call(c, await cloneRawRequest(c.req));
  });

async function call(c: Context<AppEnv>, request: Request): Promise<Response> {
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    maxBatchSize,
    createContext: () => ({ clientAddress: clientAddress(c), key: readIdempotencyKey(c.req.raw.headers), responseHeaders: {} }),
    responseMeta: ({ ctx, errors }) => ({
      headers: {
        'cache-control': 'no-store',
        // A procedure answers to one method: a query to GET, a mutation to POST.
        ...(errors.some(({ code }) => code === 'METHOD_NOT_SUPPORTED') && {
          allow: `${request.method === 'POST' ? 'GET' : 'POST'}, OPTIONS`,
        }),
        ...ctx?.responseHeaders,
      },
    }),
  });
  // tRPC sets no content type on errors raised before the first procedure.
  if (response.body) response.headers.set('content-type', 'application/json');
  return response;
}
