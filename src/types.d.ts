export {};

declare global {
  /** Set by src/waku.client.tsx for src/page-scripts/islands.ts: the build keeps no exports of entries. */
  var hydratePage: (payload: string) => Promise<void>;
  /** Resolves when the page has loaded and the browser is idle; never if the visitor saves data. Set by src/page-scripts/page.ts. */
  var pageIdle: Promise<void>;
}
