import { requestContext } from '#server/http/request-context.ts';

/** What Waku's renderer asks of this site while it renders; scripts/settle-html.ts puts the questions there. */
type RendererHooks = {
  /** Inline script that starts a page that is sent while it is rendered. `app` is Waku's entry. */
  pageScript: (app: string) => string;
  /** Waits for a page to be whole, for a while. */
  settle: (whole: Promise<unknown>) => Promise<void>;
};

declare global {
  var carmaRenderer: RendererHooks | undefined;
}

/** How long (ms) the first byte may wait for queries to end. Most do within a few ms of it. */
const settleMs = 200;

/** Addresses of src/first-islands.ts, src/first-view.ts and src/after-view.ts in the build. */
type Scripts = { firstIslands: string; firstView: string; afterView: string };

/** Tells Waku's renderer of the scripts that pages start with. */
export function prepareRenderer(scripts: Scripts): void {
  globalThis.carmaRenderer = {
    pageScript: (app) => pageScript(scripts, app),
    settle: async (whole) => {
      const limit = requestContext()?.settleMs ?? settleMs;
      const { promise: tooLong, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, limit);
      await Promise.race([whole, tooLong]).catch(() => {});
      clearTimeout(timer);
    },
  };
}

/**
 * The script of a page that is sent while it is rendered: the words of its server components follow in the page and are
 * collected for Waku's entry, `app`, until a visitor's first intent fetches that.
 */
function pageScript({ firstIslands, firstView, afterView }: Scripts, app: string): string {
  return [
    'document.currentScript.id="page-app";',
    `Object.assign(document.currentScript.dataset,${JSON.stringify({ app, after: afterView })});`,
    '__WAKU_HYDRATE__=true;',
    '__WAKU_INITIAL_RSC__={response:Promise.resolve(new Response(new ReadableStream({start(c){',
    'const d=self.__FLIGHT_DATA||=[],t=new TextEncoder,f=s=>c.enqueue(typeof s==="string"?t.encode(s):s);',
    'd.forEach(f);d.length=0;d.push=f;',
    'document.readyState==="loading"?document.addEventListener("DOMContentLoaded",()=>c.close()):c.close()',
    '}})))};',
    // Whether there are islands is not known yet. Both are on their way at once, and run in this order.
    `const s=${JSON.stringify([firstIslands, firstView])};`,
    's.forEach(href=>document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href})));',
    'import(s[0]).finally(()=>import(s[1]));',
  ].join('');
}
