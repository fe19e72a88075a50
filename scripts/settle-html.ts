import type { Plugin } from 'vite';

/** How long (ms) the first byte may wait for queries to end. Most do within a few ms of it. */
const settleLimit = 200;

/**
 * Makes Waku's renderer wait a moment for everything on the page before it sends the shell. A list that is ready by
 * then stands in its place in the HTML, readable without scripts, instead of arriving hidden at the end to be moved by
 * one; a slow query still streams after the shell. `progressiveChunkSize` stops React from moving large parts to the
 * end although they are ready. Why a transform: docs/decisions/008.
 * @throws Error in the build when Waku's renderer no longer looks as expected.
 */
export function settleHtml(): Plugin {
  return {
    name: 'carma:settle-html',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').endsWith('/waku/dist/lib/vite-rsc/ssr.js')) return;
      const wait = `await Promise.race([htmlStream.allReady, new Promise((resolve) => setTimeout(resolve, ${settleLimit}))]).catch(() => {});`;
      const settled = code
        .replace('onError: options.onError,', 'onError: options.onError, progressiveChunkSize: Infinity,')
        .replace(/\}\);(\s*)\} catch \(e\) \{/, `});$1${wait}$1} catch (e) {`);
      if (!settled.includes('progressiveChunkSize: Infinity') || !settled.includes(wait)) {
        throw new Error('scripts/settle-html.ts does not fit this version of Waku: see docs/decisions/008');
      }
      return settled;
    },
  };
}
