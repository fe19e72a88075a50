import UnoCSS from 'unocss/vite';
import { defineConfig } from 'waku/config';
import { sources } from './scripts/freshness.ts';
import { noBanner } from './scripts/no-banner.ts';
import { settleHtml } from './scripts/settle-html.ts';
import { sourceId } from './scripts/source-id.ts';

// Loaded by Node itself at run time, never bundled: native sockets, worker threads, or both.
const external = ['pino', 'postgres', 'pg-boss', 'nodemailer', 'prom-client'];

/** What pages start with, and what comes once they are painted. */
const pageScripts = { 'first-islands': 'src/first-islands.ts', 'first-view': 'src/first-view.ts', 'after-view': 'src/after-view.ts' };

/**
 * In the place of Waku's own of that name, which in development writes src/pages.gen.ts: types of the addresses that its router's links
 * lead to. This site's are plain anchors with addresses made from data.
 */
const noRouteTypes = { name: 'waku:vite-plugins:fs-router-typegen' };

/** scripts/build.ts; while the site is developed, Waku says "dev". */
const isBuild = process.env.NODE_ENV === 'production';

export default defineConfig({
  // A browser file that imports a value from here breaks the build.
  privateDir: 'server',
  vite: {
    // Waku's own is a chance number in a file that all others name: each build would take every script from every browser.
    define: isBuild ? { 'import.meta.env.WAKU_BUILD_ID': JSON.stringify(sourceId(sources)) } : {},
    plugins: [UnoCSS(), settleHtml(), noBanner(), noRouteTypes],
    environments: {
      // Beside Waku's own entry.
      client: { build: { rolldownOptions: { input: pageScripts } } },
      // Beside Waku's own entry, the process: it shares its code with the site, and Node reads JavaScript sooner than TypeScript.
      rsc: { resolve: { external }, build: { rolldownOptions: { input: { main: 'server/main.ts', run: 'server/run.ts' } } } },
      ssr: { resolve: { external } },
    },
  },
});
