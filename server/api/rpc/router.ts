import { rpcProblem } from '#server/api/protocol/rpc-problem.ts';
import { submit } from '#server/api/rpc/submit.ts';
import { procedure, router } from '#server/api/rpc/trpc.ts';
import { requestQuote } from '#server/domain/messages/request-quote.ts';
import { storeContactMessage } from '#server/domain/messages/store-contact.ts';
import { subscribeToNewsletter } from '#server/domain/newsletter/subscribe.ts';
import { findPortfolios } from '#server/domain/projects/find-portfolios.ts';
import { UnknownValue } from '#server/domain/projects/known-values.ts';
import { InvalidCursor, listCatalogue, TooManyListed } from '#server/domain/projects/list-catalogue.ts';
import { lookUp } from '#server/domain/record/read/lookup.ts';
import { contactReceipt, contactSubmission } from '#src/schemas/contact.ts';
import { newsletterReceipt, newsletterSubmission } from '#src/schemas/newsletter.ts';
import { portfolioNeed, portfolios } from '#src/schemas/portfolio.ts';
import { type ProjectListInput, type ProjectListResponse, projectListInput, projectListResponse } from '#src/schemas/project-list.ts';
import { quoteReceipt, quoteSubmission } from '#src/schemas/quote-request.ts';
import { lookupInput, lookupResult } from '#src/schemas/record-api.ts';

/** All procedures that can be called over RPC. */
export const appRouter = router({
  projects: router({
    list: procedure
      .input(projectListInput.optional())
      .output(projectListResponse)
      .query(({ input }) => listForRpc(input)),
  }),
  portfolios: router({
    find: procedure
      .input(portfolioNeed)
      .output(portfolios)
      .query(({ input }) => findPortfolios(input)),
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
  record: router({
    lookup: procedure
      .input(lookupInput)
      .output(lookupResult)
      .query(({ input }) => lookUp(input.text)),
  }),
  newsletter: router({
    subscribe: procedure
      .input(newsletterSubmission)
      .output(newsletterReceipt)
      .mutation(({ input, ctx }) => submit(ctx, input, (submission) => subscribeToNewsletter(input, submission))),
  }),
});

export type AppRouter = typeof appRouter;

/** Calls `listCatalogue`. @throws TRPCError with a problem code for invalid input. */
async function listForRpc(input: ProjectListInput | undefined): Promise<ProjectListResponse> {
  try {
    return await listCatalogue(input);
  } catch (error) {
    if (error instanceof InvalidCursor) {
      throw rpcProblem('cursor_invalid', error.message, [{ field: 'cursor', message: error.message }]);
    }
    if (error instanceof TooManyListed) throw rpcProblem('parameter_invalid', error.message, [{ field: 'limit', message: error.message }]);
    if (!(error instanceof UnknownValue)) throw error;
    const { parameter, message, allowed } = error;
    throw rpcProblem('parameter_invalid', message, [{ field: parameter, message, allowed }]);
  }
}
