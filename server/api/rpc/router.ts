import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { type Context, Hono } from 'hono';
import { cloneRawRequest } from 'hono/request';
import { z } from 'zod';
import { mediaType, parseBody } from '#server/api/protocol/body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { idempotencyKey, receiptHeaders, rejectionHeaders } from '#server/api/protocol/submissions.ts';
import { procedure, type RpcContext, RpcProblem, router } from '#server/api/rpc/trpc.ts';
import { storeContactMessage } from '#server/domain/messages/message.ts';
import { requestQuote } from '#server/domain/messages/request-quote.ts';
import { subscribeToNewsletter } from '#server/domain/newsletter.ts';
import { listCarbonProjects, listCatalogue, listProblem } from '#server/domain/projects/list.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { type Submission, SubmissionRejected, type SubmissionResult } from '#server/submissions.ts';
import { maxBatchSize } from '#shared/lib/protocol/rpc-limits.ts';
import { contactReceipt, quoteReceipt } from '#shared/schemas/api.ts';
import { contactSubmission, newsletterReceipt, newsletterSubmission } from '#shared/schemas/contact.ts';
import type { TrapFields } from '#shared/schemas/form.ts';
import { carbonProject, maxListed, project } from '#shared/schemas/project.ts';
import { quoteSubmission } from '#shared/schemas/quote-request.ts';

/** All procedures that can be called over RPC. */
export const appRouter = router({
  projects: router({
    /** The list that `GET /api/carbon-projects` answers with. */
    list: procedure
      .input(z.undefined({ error: 'Takes no input' }))
      .output(z.array(carbonProject))
      .query(() => listed(listCarbonProjects())),
    /** The first projects of the catalogue. */
    search: procedure
      .input(z.strictObject({ limit: z.int().min(1).max(maxListed) }).optional())
      .output(z.object({ projects: z.array(project), total: z.int() }))
      .query(({ input }) => listed(listCatalogue(input))),
  }),
  contact: router({
    send: procedure
      .input(contactSubmission)
      .output(contactReceipt)
      .mutation(({ input, ctx }) => submit(ctx, input, (submission) => storeContactMessage(input, submission))),
    requestQuote: procedure
      .input(quoteSubmission)
      .output(quoteReceipt)
      .mutation(({ input, ctx }) => submit(ctx, input, (submission) => requestQuote(input, submission))),
  }),
  newsletter: router({
    subscribe: procedure
      .input(newsletterSubmission)
      .output(newsletterReceipt)
      .mutation(({ input, ctx }) => submit(ctx, input, (submission) => subscribeToNewsletter(input, submission))),
  }),
});

export type AppRouter = typeof appRouter;

/** @throws TRPCError with a problem code for invalid input. */
async function listed<List>(list: Promise<List>): Promise<List> {
  try {
    return await list;
  } catch (error) {
    const refused = listProblem(error);
    throw refused ? new RpcProblem(refused.code, refused.message, refused.errors) : error;
  }
}

/**
 * Stores a message through `send`; sets the headers of its receipt or rejection.
 * @throws TRPCError with a problem code.
 */
async function submit<Receipt>(
  { clientAddress, idempotencyKey, responseHeaders }: RpcContext,
  { form_ticket, topic_note }: TrapFields,
  send: (submission: Submission) => Promise<SubmissionResult<Receipt>>,
): Promise<Receipt> {
  if (idempotencyKey === null) throw new RpcProblem('idempotency_key_invalid', 'The Idempotency-Key is invalid.');
  try {
    const { receipt, ...outcome } = await send({ clientAddress, key: idempotencyKey, trap: { form_ticket, topic_note } });
    Object.assign(responseHeaders, receiptHeaders(outcome));
    return receipt;
  } catch (error) {
    if (!(error instanceof SubmissionRejected)) throw error;
    Object.assign(responseHeaders, rejectionHeaders(error));
    throw new RpcProblem(error.code, error.message, error.errors);
  }
}

/** Serves the RPC router at `/api/trpc`: queries by GET, mutations by POST in JSON. */
export const rpc = new Hono<AppEnv>()
  .get('/*', (c) => call(c, c.req.raw))
  .post('/*', async (c) => {
    if (mediaType(c) !== 'application/json') return sendProblem(c, 'media_type_unsupported', { detail: 'Send application/json.' });
    // tRPC would report malformed JSON as invalid input, and would read bytes that are not UTF-8 as U+FFFD.
    if (!(await parseBody(c))) return sendProblem(c, 'json_malformed');
    return call(c, await cloneRawRequest(c.req));
  });

async function call(c: Context<AppEnv>, request: Request): Promise<Response> {
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    maxBatchSize,
    createContext: () => ({
      requestId: c.var.requestId,
      clientAddress: clientAddress(c),
      idempotencyKey: idempotencyKey(c.req.raw.headers),
      responseHeaders: {},
    }),
    responseMeta: ({ ctx, errors }) => ({
      headers: {
        'cache-control': 'no-store',
        ...(errors.some(({ code }) => code === 'METHOD_NOT_SUPPORTED') ? { allow: 'POST, OPTIONS' } : {}),
        ...ctx?.responseHeaders,
      },
    }),
  });
  // tRPC sets no content type on errors raised before the first procedure.
  if (response.body) response.headers.set('content-type', 'application/json');
  return response;
}
