import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { fsRouter } from 'waku';
import { unstable_createServerEntryAdapter as createServerEntryAdapter } from 'waku/adapter-builders';
import { composeAcknowledgement, composeTeamMail } from '#server/domain/messages/compose.ts';
import { composeWelcome } from '#server/domain/newsletter/compose.ts';
import { changedProjects, readChangedProjects } from '#server/domain/projects/changed-projects.ts';
import { listProjectPages } from '#server/domain/projects/list.ts';
import { catalogueVersion } from '#server/domain/projects/version.ts';
import { startRecordJobs } from '#server/domain/record/jobs.ts';
import { createApp } from '#server/http/app.ts';
import { prewarm } from '#server/http/cache/prewarm.ts';
import { createFastPath } from '#server/http/fast-path.ts';
import { readBuildAssets } from '#server/http/page/build-assets.ts';
import { withPageContext } from '#server/http/page/page-context.ts';
import { withOwnHtml } from '#server/http/page/render-html.ts';
import { openAssets } from '#server/http/routes/assets.ts';
import { markNotReady } from '#server/http/routes/health.ts';
import { startDelivery } from '#server/mail/deliver.ts';
import { stopQueue } from '#server/mail/queue.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';
import { startExpiryJobs } from '#server/privacy/expiry-jobs.ts';
import { posts } from '#src/content/blog/posts.ts';
import { sitePages } from '#src/content/navigation.ts';
import { picture as onboardingPicture } from '#src/content/onboarding.ts';
import { audit } from '#src/content/projects/audit.ts';
import { certificate } from '#src/content/record/index.ts';
import { unsent } from '#src/content/unsent.ts';
import { defaultImage } from '#src/lib/landscape-kinds.ts';

/** Waku's configuration of every route: docs/decisions/005. */
const getConfig = async () => ({ render: 'dynamic' }) as const;

const pages = Object.fromEntries(
  Object.entries(import.meta.glob<object>('/src/pages/**/*.{ts,tsx}')).map(([file, load]) => [
    file.slice('/src/'.length),
    async () => ({ ...(await load()), getConfig }),
  ]),
);

const adapter = createServerEntryAdapter(({ processRequest, processBuild, config, isBuild }) => {
  // Created on the first request: the build loads this module too, and must not require runtime settings.
  let app: ReturnType<typeof createApp> | undefined;
  const publicDir = path.resolve(config.distDir, 'public');
  const start = () => {
    if (app) return app;
    app = createApp({
      processRequest: async (request) => (await processRequest(request)) ?? null,
      isBuild,
      contents: { pages: sitePages, posts, drawings: [...posts.map(({ image }) => image), defaultImage, onboardingPicture.src] },
      certificates: {
        texts: certificate,
        adjustments: audit.questions.adjustment.values,
        fontFolder: path.resolve(config.distDir, 'print-fonts'),
      },
      unsent,
      publicDir: isBuild ? publicDir : 'public',
    });
    // In a build, server/process.ts starts the delivery of mails; development has no such entry.
    if (!isBuild) void startDelivery(stopping.signal, composers);
    return app;
  };
  const stopping = new AbortController();
  let stopExpiryJobs = () => {};
  let stopRecordJobs = () => {};
  let closeMetrics = () => {};
  return {
    fetch: (request: Request, ...rest: [object?]) => start().fetch(request, ...rest),
    build: processBuild,
    buildOptions: { distDir: config.distDir },
    // The following members are for server/process.ts.
    /** Creates the listener for all requests. */
    listener: () => {
      const app = getRequestListener(start().fetch);
      return createFastPath({
        asset: openAssets(publicDir),
        app,
        version: catalogueVersion,
        changes: changedProjects,
        readChanges: readChangedProjects,
      });
    },
    /** Renders a page as a whole; for scripts/compile-ahead.ts. */
    render: (address: string) => {
      start();
      const request = new Request(new URL(address, 'http://localhost'));
      return withPageContext({ path: address, search: '', nonce: '', readyWithinMs: 5_000 }, () => processRequest(request));
    },
    /** Starts listening for catalogue changes. */
    startCatalogueWatch: () => catalogueVersion.start(),
    /** Renders and caches all pages, including those of projects: the most visited ones first. */
    prewarmPages: async () => {
      const slugs = (await listProjectPages()).slice(0, prewarmedProjects).map((project) => project.slug);
      const projects = slugs.map((slug) => `/projects/${slug}`);
      const articles = posts.map((post) => `/blog/${post.slug}`);
      const oneOfEachKind = ['/', '/credits', '/projects', ...projects.slice(0, 1), ...articles.slice(0, 1)];
      const [first, second] = slugs;
      const comparison = first && second ? [`/projects/compare?p=${first}&p=${second}`] : [];
      const exampleQueries = ['/projects?view=table', '/projects?q=carbon', ...comparison, '/shortlist'];
      await prewarm(
        [...oneOfEachKind, ...sitePages.map((page) => page.path), ...articles, ...exampleQueries, ...projects],
        async (address) => start().fetch(new Request(new URL(address, env().PUBLIC_URL)), { background: true }),
      );
    },
    startJobs: async () => {
      stopExpiryJobs = startExpiryJobs();
      stopRecordJobs = startRecordJobs();
      void startDelivery(stopping.signal, composers);
      if (env().METRICS_PORT === undefined) return;
      const { openMetricsPort } = await import('#server/http/routes/scrape.ts');
      if (!stopping.signal.aborted) closeMetrics = openMetricsPort();
    },
    /** Makes `/readyz` report that requests should go to another instance. */
    markNotReady,
    /** Stops the jobs, then closes the pool, which they use. */
    close: async (seconds: number) => {
      stopping.abort();
      stopExpiryJobs();
      stopRecordJobs();
      closeMetrics();
      await catalogueVersion.stop();
      await stopQueue(jobLimitMs());
      await closePool(seconds);
    },
  };
});

/** The composers of the mails, by kind. */
const composers = { team: composeTeamMail, acknowledgement: composeAcknowledgement, welcome: composeWelcome };

/** How many project pages are prewarmed: about 0.2 MB each, with their pictures. */
const prewarmedProjects = 60;

/** How long a mail in delivery may take to finish: the limit of every shutdown. */
const jobLimitMs = () => env().SHUTDOWN_TIMEOUT_MS;

const router = fsRouter(pages);
// In development Waku renders the pages itself, because its browser script provides hot reload.
const handleRequest = import.meta.env.DEV ? router.handleRequest : withOwnHtml(router.handleRequest, () => readBuildAssets('dist'));

export default adapter({ ...router, handleRequest });
