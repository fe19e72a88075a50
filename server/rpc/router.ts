import { sendContactMessage } from '#server/messages/send.ts';
import { listProjects } from '#server/projects/list.ts';
import { procedure, router } from '#server/rpc/trpc.ts';
import { contactMessage, contactReceipt } from '#src/schemas/contact.ts';
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
});

export type AppRouter = typeof appRouter;
