import UnoCSS from 'unocss/vite';
import { defineConfig } from 'waku/config';
import { sources } from './scripts/freshness.ts';
import { sourceId } from './scripts/source-id.ts';

// Loaded by Node itself at run time, never bundled: native sockets, worker threads, files of their own.
const external = ['pino', 'postgres', 'pg-boss', 'nodemailer', 'prom-client', 'pdfkit'];

/** What pages start with, what comes once they are painted, and the styles that all have (scripts/route-assets.ts). */
const pageScripts = { boot: 'src/page-scripts/boot.ts', deferred: 'src/page-scripts/deferred.ts', base: 'src/styles/base.css' };

/**
 * In the place of Waku's own of that name, which in development writes src/pages.gen.ts: types of the addresses that its router's links
 * lead to. This site's are plain anchors with addresses made from data.
 */
const noRouteTypes = { name: 'waku:vite-plugins:fs-router-typegen' };

/** A page carries its own styles (scripts/route-assets.ts), and so links to none. Only in development there is one for all. */
const noStylesheet = {
  name: 'carma:no-stylesheet',
  apply: 'build',
  load: (id: string) => (id.endsWith('/src/styles/development.ts') ? '' : undefined),
} as const;

/** scripts/build.ts; while the site is developed, Waku says "dev". */
const isBuild = process.env.NODE_ENV === 'production';

export default defineConfig({
  // A browser file that imports a value from here breaks the build.
  privateDir: 'server',
  vite: {
    // Waku's own is a chance number in a file that all others name: each build would take every script from every browser.
    define: isBuild ? { 'import.meta.env.WAKU_BUILD_ID': JSON.stringify(sourceId(sources)) } : {},
    plugins: [UnoCSS({ checkImport: false }), noStylesheet, noRouteTypes],
    environments: {
      // Beside Waku's own entry.
      client: { build: { rolldownOptions: { input: pageScripts } } },
      // Beside Waku's own entry, the process: it shares its code with the site, and Node reads JavaScript sooner than TypeScript.
      rsc: { resolve: { external }, build: { rolldownOptions: { input: { main: 'server/main.ts', run: 'server/process.ts' } } } },
      ssr: { resolve: { external } },
    },
  },
});
