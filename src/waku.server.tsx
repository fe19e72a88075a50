import path from 'node:path';
import { fsRouter } from 'waku';
import { unstable_createServerEntryAdapter as createServerEntryAdapter } from 'waku/adapter-builders';
import { env } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';
import { startDelivery } from '#server/mail/deliver.ts';
import { startTidying } from '#server/messages/tidy.ts';
import { openMetricsPort } from '#server/metrics/scrape.ts';
import { stopQueue } from '#server/queue.ts';
import { closeSql } from '#server/sql.ts';
import { posts } from '#src/content/blog/posts.ts';
import { sitePages } from '#src/content/navigation.ts';

const pages = Object.fromEntries(
  Object.entries(import.meta.glob('/src/pages/**/*.{ts,tsx}')).map(([file, load]) => [file.slice('/src/'.length), load]),
);

const adapter = createServerEntryAdapter(({ processRequest, processBuild, config, isBuild }) => {
  // Made at the first request: the build loads this module too, and must not need the settings of the run.
  let app: ReturnType<typeof createApp> | undefined;
  const start = () => {
    app ??= createApp({
      processRequest: async (request) => (await processRequest(request)) ?? null,
      publicDir: isBuild ? path.resolve(config.distDir, 'public') : undefined,
      contents: { pages: sitePages, posts },
    });
    if (!isBuild && !jobs) jobs = startDelivery().catch(() => {});
    return app;
  };
  // In development there is no process entry that starts them.
  let jobs: Promise<void> | undefined;
  let stopTidying = () => {};
  let closeMetrics = () => {};
  return {
    fetch: (request: Request, ...rest: [object?]) => start().fetch(request, ...rest),
    build: processBuild,
    buildOptions: { distDir: config.distDir },
    // For server/main.ts: loads every route module before the first visitor comes, and lets go of the database.
    warmUp: () => processRequest(new Request('http://localhost/contact')),
    startJobs: async () => {
      await startDelivery();
      stopTidying = startTidying();
      closeMetrics = openMetricsPort();
    },
    /** Jobs first, which use the pool, then the pool. */
    close: async (seconds: number) => {
      stopTidying();
      closeMetrics();
      await stopQueue(jobLimitMs());
      await closeSql(seconds);
    },
  };
});

/** A mail on its way may finish, within the limit of every shutdown. */
const jobLimitMs = () => env().SHUTDOWN_TIMEOUT_MS;

export default adapter(fsRouter(pages));
