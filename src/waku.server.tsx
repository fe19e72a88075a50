import path from 'node:path';
import { fsRouter } from 'waku';
import { unstable_createServerEntryAdapter as createServerEntryAdapter } from 'waku/adapter-builders';
import { composeAcknowledgement, composeTeamMail } from '#server/domain/messages/compose.ts';
import { composeWelcome } from '#server/domain/newsletter.ts';
import { startRecordJobs } from '#server/domain/record/jobs.ts';
import { checkWitnessSettings } from '#server/domain/record/log/witnesses.ts';
import { startWebhooks } from '#server/domain/webhooks/channel.ts';
import { addressFinder } from '#server/http/addresses.ts';
import { createApp } from '#server/http/app.ts';
import { createFront } from '#server/http/front/front.ts';
import { createResponseCache, openBuildFiles } from '#server/http/front/ready-responses.ts';
import { withPageContext } from '#server/http/page/page.ts';
import { withOwnHtml } from '#server/http/page/render-html.ts';
import type { SiteContents } from '#server/http/routes/discovery.ts';
import { markNotReady } from '#server/http/routes/health.ts';
import { startMails } from '#server/mail/mails.ts';
import { dataVersion, hasSamples } from '#server/platform/database/data-version.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { limits } from '#server/platform/limits.ts';
import { startExpiryJobs } from '#server/privacy.ts';
import type { SiteOfProcess } from '#server/process.ts';
import { posts } from '#shared/content/blog/posts.ts';
import { sitePages } from '#shared/content/navigation.ts';

/** Waku's configuration of every route: docs/decisions/023. */
const getConfig = async () => ({ render: 'dynamic' }) as const;

const pages = Object.fromEntries(
  Object.entries(import.meta.glob<{ listPages?: SiteContents['varying'][number] }>('/src/pages/**/*.{ts,tsx}')).map(([file, load]) => [
    file.slice('/src/'.length),
    async () => ({ ...(await load()), getConfig }),
  ]),
);

/** A page whose address varies lists, with `listPages`, those of its addresses that search engines are to read. */
const varying = Object.entries(pages).flatMap(([file, load]) => (file.includes('[') ? async () => (await load()).listPages?.() ?? [] : []));

const addressAt = addressFinder(Object.keys(pages).map((file) => file.slice('pages/'.length)));

const adapter = createServerEntryAdapter(({ processRequest, processBuild, config, isBuild: isBuilt }) => {
  // Created when it is first needed: the build loads this module too, and must not require runtime settings.
  let app: ReturnType<typeof createApp> | undefined;
  const publicDir = path.resolve(config.distDir, 'public');
  const start = () => {
    if (app) return app;
    app = createApp({
      processRequest: async (request) => (await processRequest(request)) ?? null,
      addressAt,
      contents: { pages: sitePages, varying, posts },
    });
    // In a build, server/process.ts starts deliveries; development has no such entry.
    if (!isBuilt) startDeliveries();
    return app;
  };
  let stops: ((ms: number) => unknown)[] = [];
  return {
    fetch: (request: Request, ...rest: [object?]) => start().fetch(request, ...rest),
    build: processBuild,
    buildOptions: { distDir: config.distDir },
    // The following members are for server/process.ts; in development waku.config.ts calls `listener` and `watchVersion`.
    /** Creates the listener for all requests. In development, Vite serves the files, and no response is cached. */
    listener: () => {
      const versions = { version: dataVersion, shownOnEveryPage: () => String(hasSamples()) };
      const cache = isBuilt ? createResponseCache({ bytes: limits.cacheBytes, addressAt, ...versions }) : undefined;
      dataVersion.whenErased(() => cache?.clear());
      const file = isBuilt ? openBuildFiles(publicDir, addressAt) : () => undefined;
      return createFront({ file, app: start(), version: dataVersion, addressAt, cache });
    },
    /** Renders a page as a whole; for scripts/compile-ahead.ts. */
    render: (pathname: string) => {
      start();
      const request = new Request(new URL(pathname, 'http://localhost'));
      return withPageContext({ path: pathname, address: addressAt(pathname), search: '', mustBeWhole: true }, () =>
        processRequest(request),
      );
    },
    /** Checks the settings of the witnesses, which `env` takes as they are. */
    checkSettings: checkWitnessSettings,
    /** Starts to watch the version of the data. */
    watchVersion: () => dataVersion.start(),
    startJobs: async () => {
      stops = [startExpiryJobs(), startRecordJobs(), ...startDeliveries()];
    },
    /** Makes `/readyz` report that requests should go to another instance. */
    markNotReady,
    /** Stops the jobs, then closes the pool, which they use. */
    close: async (seconds: number) => {
      await Promise.all([dataVersion.stop(), ...stops.map((stop) => stop(limits.shutdownTimeoutMs))]);
      await closePool(seconds);
    },
  } satisfies SiteOfProcess & Record<string, unknown>;
});

/** Starts to send mails and webhooks, neither of which waits for the other. Returns what stops each. */
const startDeliveries = () => [
  startMails({ team: composeTeamMail, acknowledgement: composeAcknowledgement, welcome: composeWelcome }),
  startWebhooks(),
];

const router = fsRouter(pages);

export default adapter({ ...router, handleRequest: withOwnHtml(router.handleRequest) });
