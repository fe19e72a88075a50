import type { RequestListener } from 'node:http';
import UnoCSS from 'unocss/vite';
import { isRunnableDevEnvironment, type Plugin } from 'vite';
import { defineConfig } from 'waku/config';
import { buildSources, sourceId } from './scripts/freshness.ts';

// Loaded by Node at run time rather than bundled, because they use native sockets, worker threads or their own files.
const external = ['pino', 'postgres', 'nodemailer', 'prom-client', 'pdfkit'];

/** The inline script of every page, the script loaded after the first paint, and the base styles (scripts/route-styles.ts). */
const pageInputs = { boot: 'src/page-scripts/boot.ts', deferred: 'src/page-scripts/deferred.ts', base: 'src/styles/base.css' };

/**
 * Replaces Waku's plugin of the same name, which in development writes src/pages.gen.ts: types for the targets of its router's
 * links. This site uses plain anchors instead, with addresses built from data.
 */
const noRouteTypes = { name: 'waku:vite-plugins:fs-router-typegen' };

/** Passes what Vite does not serve itself to the site's own front, as server/process.ts does in a build. It comes before Waku's. */
const ownFront: Plugin = {
  name: 'carma:own-front',
  apply: 'serve',
  configureServer: (server) => () => {
    const { rsc } = server.environments;
    if (!rsc || !isRunnableDevEnvironment(rsc)) throw new Error('Waku’s server environment is missing');
    const { input } = rsc.config.build.rolldownOptions;
    const entry = (input as Record<string, string>).index ?? '';
    let current: unknown;
    let listen: RequestListener;
    server.middlewares.use(async (request, response, next) => {
      try {
        // After a change this import evaluates the site again.
        const { unstable_serverEntry: site } = await rsc.runner.import(entry);
        if (site !== current) {
          listen = site.listener();
          await site.watchVersion();
        }
        current = site;
        // Vite has rewritten the address.
        request.url = request.originalUrl ?? request.url;
        listen(request, response);
      } catch (error) {
        next(error);
      }
    });
  },
};

/** tRPC does not say that loading its files has no effect. Without this line, each form would load its client for WebSockets, too. */
const moduleSideEffects = [{ test: /@trpc/, sideEffects: false }];

/** Set by scripts/build.ts. */
const isBuild = process.env.NODE_ENV === 'production';

export default defineConfig({
  // A file for browsers that imports a value from this folder breaks the build.
  privateDir: 'server',
  // Elements of pages are not served on their own, because nothing asks for them: no path has a space in it.
  rscBase: 'not served',
  vite: {
    // Waku's own id is random, and is in a file that all others refer to: each build would invalidate every cached script.
    define: isBuild ? { 'import.meta.env.WAKU_BUILD_ID': JSON.stringify(sourceId(buildSources)) } : {},
    plugins: [UnoCSS({ checkImport: false }), noRouteTypes, ownFront],
    // The site decides who may read its responses.
    server: { cors: false },
    // A busy machine is no fault of the build's.
    build: { rolldownOptions: { checks: { pluginTimings: false } } },
    environments: {
      // Inputs beside Waku's own entry.
      client: { build: { rolldownOptions: { input: pageInputs, treeshake: { moduleSideEffects } } } },
      // Also beside Waku's: the process is built because it shares code with the site, and Node loads JavaScript faster than TypeScript.
      rsc: {
        resolve: { external },
        build: {
          rolldownOptions: {
            input: { main: 'server/main.ts', process: 'server/process.ts', 'loop-watcher': 'server/platform/loop-watcher.ts' },
          },
        },
      },
      ssr: { resolve: { external } },
    },
  },
});
