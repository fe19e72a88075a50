import { requestQuote } from '#server/messages/request-quote.ts';
import { sendContactMessage } from '#server/messages/send.ts';
import { subscribeToNewsletter } from '#server/newsletter/subscribe.ts';
import { answerOnce } from '#server/rpc/answer-once.ts';
import { listForRpc } from '#server/rpc/list-for-rpc.ts';
import { procedure, router } from '#server/rpc/trpc.ts';
import { contactReceipt, contactSubmission } from '#src/schemas/contact.ts';
import { newsletterReceipt, newsletterSubmission } from '#src/schemas/newsletter.ts';
import { projectListAnswer, projectListInput } from '#src/schemas/project-list.ts';
import { quoteSubmission } from '#src/schemas/quote-request.ts';

/** Everything that can be called over RPC. */
export const appRouter = router({
  projects: router({
    list: procedure
      .input(projectListInput.optional())
      .output(projectListAnswer)
      .query(({ input }) => listForRpc(input)),
  }),
  contact: router({
    send: procedure
      .input(contactSubmission)
      .output(contactReceipt)
      .mutation(({ input, ctx }) => answerOnce(ctx, input, (sending) => sendContactMessage(input, sending))),
    requestQuote: procedure
      .input(quoteSubmission)
      .output(contactReceipt)
      .mutation(({ input, ctx }) => answerOnce(ctx, input, (sending) => requestQuote(input, sending))),
  }),
  newsletter: router({
    subscribe: procedure
      .input(newsletterSubmission)
      .output(newsletterReceipt)
      .mutation(({ input, ctx }) => answerOnce(ctx, input, (sending) => subscribeToNewsletter(input, sending))),
  }),
});

export type AppRouter = typeof appRouter;
