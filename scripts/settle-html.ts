import type { Plugin } from 'vite';

/** What Waku puts into a page to start it. */
const ownScript =
  /bootstrapScriptContent: (getBootstrapPreamble\(\{.*?\}\) \+ bootstrapScriptContent \+ \(options\.extraScriptContent \|\| ''\))/s;

/**
 * Fits Waku's renderer to this site; why, and why by a transform: docs/decisions/008.
 * - It waits a moment for everything on the page before it sends the shell. A list that is ready by then stands in its
 *   place in the HTML, readable without scripts, instead of arriving hidden at the end to be moved by one; a slow query
 *   still streams after the shell. `progressiveChunkSize` stops React from moving large parts to the end although they
 *   are ready.
 * - Pages start with src/first-islands.ts and src/first-view.ts instead of React.
 * How long it waits and what the script is, server/http/renderer.ts says at run time.
 * @throws Error in the build when Waku's renderer no longer looks as expected.
 */
export function settleHtml(): Plugin {
  return {
    name: 'carma:settle-html',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').endsWith('/waku/dist/lib/vite-rsc/ssr.js')) return;
      const wait = 'await globalThis.carmaRenderer?.settle(htmlStream.allReady);';
      const script = 'bootstrapScriptContent: globalThis.carmaRenderer?.pageScript(getClientEntryUrl()) ??';
      const settled = code
        .replace('onError: options.onError,', 'onError: options.onError, progressiveChunkSize: Infinity,')
        .replace(/\}\);(\s*)\} catch \(e\) \{/, `});$1${wait}$1} catch (e) {`)
        .replace(ownScript, `${script} ($1)`);
      if (![wait, 'progressiveChunkSize: Infinity', script].every((part) => settled.includes(part))) {
        throw new Error('scripts/settle-html.ts does not fit this version of Waku: see docs/decisions/008');
      }
      return settled;
    },
  };
}
