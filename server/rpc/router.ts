import { sendContactMessage } from '#server/messages/send.ts';
import { subscribeToNewsletter } from '#server/newsletter/subscribe.ts';
import { listProjects } from '#server/projects/list.ts';
import { procedure, router } from '#server/rpc/trpc.ts';
import { contactMessage, contactReceipt } from '#src/schemas/contact.ts';
import { newsletterReceipt, newsletterSubscription } from '#src/schemas/newsletter.ts';
import { projectList, projectListInput } from '#src/schemas/project.ts';

/** Everything that can be called over RPC. */
export const appRouter = router({
  projects: router({
    list: procedure
      .input(projectListInput.optional())
      .output(projectList)
      .query(({ input }) => listProjects(input)),
  }),
  contact: router({
    send: procedure
      .input(contactMessage)
      .output(contactReceipt)
      .mutation(({ input }) => sendContactMessage(input)),
  }),
  newsletter: router({
    subscribe: procedure
      .input(newsletterSubscription)
      .output(newsletterReceipt)
      .mutation(({ input }) => subscribeToNewsletter(input)),
  }),
});

export type AppRouter = typeof appRouter;
