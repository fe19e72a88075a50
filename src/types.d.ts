/// <reference types="@vitejs/plugin-rsc/types" />

/** Loads client components on the server, by id. Provided by the plugin that Waku is built on (docs/couplings.md). */
declare module 'virtual:vite-rsc/client-references' {
  const load: Record<string, () => Promise<object>>;
  export default load;
}

/** Set by src/waku.client.tsx for src/page-scripts/islands.ts: the build keeps no exports of entries. */
declare var hydratePage: (payload: string) => Promise<void>;
/** Resolves when the page has loaded and the browser is idle; never if the visitor saves data. Set by src/page-scripts/page.ts. */
declare var pageIdle: Promise<void>;
/**
 * Resolves once the shortlist is shown and typed input saved, or that has failed: src/page-scripts/boot.ts then replays what it has held.
 * Set by src/page-scripts/deferred.ts.
 */
declare var deferredReady: Promise<void>;
