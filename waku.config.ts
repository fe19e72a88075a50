import UnoCSS from 'unocss/vite';
import { defineConfig } from 'waku/config';
import { sources } from './scripts/freshness.ts';
import { sourceId } from './scripts/source-id.ts';

// Loaded by Node at run time rather than bundled, because they use native sockets, worker threads or their own files.
const external = ['pino', 'postgres', 'pg-boss', 'nodemailer', 'prom-client', 'pdfkit'];

/** The inline script of every page, the script loaded after the first paint, and the base styles (scripts/route-assets.ts). */
const pageScripts = { boot: 'src/page-scripts/boot.ts', deferred: 'src/page-scripts/deferred.ts', base: 'src/styles/base.css' };

/**
 * Replaces Waku's plugin of the same name, which in development writes src/pages.gen.ts: types for the targets of its router's
 * links. This site uses plain anchors instead, with addresses built from data.
 */
const noRouteTypes = { name: 'waku:vite-plugins:fs-router-typegen' };

/** Drops the common stylesheet, which only development uses: in a build, each page has its own styles (scripts/route-assets.ts). */
const noStylesheet = {
  name: 'carma:no-stylesheet',
  apply: 'build',
  load: (id: string) => (id.endsWith('/src/styles/development.ts') ? '' : undefined),
} as const;

/** Set by scripts/build.ts. */
const isBuild = process.env.NODE_ENV === 'production';

export default defineConfig({
  // A browser file that imports a value from here breaks the build.
  privateDir: 'server',
  vite: {
    // Waku's own id is random, and is in a file that all others refer to: each build would invalidate every cached script.
    define: isBuild ? { 'import.meta.env.WAKU_BUILD_ID': JSON.stringify(sourceId(sources)) } : {},
    plugins: [UnoCSS({ checkImport: false }), noStylesheet, noRouteTypes],
    environments: {
      // Added to Waku's own entry.
      client: { build: { rolldownOptions: { input: pageScripts } } },
      // Adds the process to Waku's own entry: it shares code with the site, and Node loads JavaScript faster than TypeScript.
      rsc: { resolve: { external }, build: { rolldownOptions: { input: { main: 'server/main.ts', run: 'server/process.ts' } } } },
      ssr: { resolve: { external } },
    },
  },
});
