import { listForRpc } from '#server/api/rpc/list-for-rpc.ts';
import { submitOnce } from '#server/api/rpc/submit-once.ts';
import { procedure, router } from '#server/api/rpc/trpc.ts';
import { requestQuote } from '#server/domain/messages/request-quote.ts';
import { storeContactMessage } from '#server/domain/messages/store-contact.ts';
import { subscribeToNewsletter } from '#server/domain/newsletter/subscribe.ts';
import { lookUp } from '#server/domain/record/read/lookup.ts';
import { contactReceipt, contactSubmission } from '#src/schemas/contact.ts';
import { newsletterReceipt, newsletterSubmission } from '#src/schemas/newsletter.ts';
import { projectListInput, projectListResponse } from '#src/schemas/project-list.ts';
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
  contact: router({
    send: procedure
      .input(contactSubmission)
      .output(contactReceipt)
      .mutation(({ input, ctx }) => submitOnce(ctx, input, (submission) => storeContactMessage(input, submission))),
    requestQuote: procedure
      .input(quoteSubmission)
      .output(quoteReceipt)
      .mutation(({ input, ctx }) => submitOnce(ctx, input, (submission) => requestQuote(input, submission))),
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
      .mutation(({ input, ctx }) => submitOnce(ctx, input, (submission) => subscribeToNewsletter(input, submission))),
  }),
});

export type AppRouter = typeof appRouter;
