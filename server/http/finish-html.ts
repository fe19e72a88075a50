import { hashOf } from '#server/http/remembered.ts';
import { hashSource } from '#server/http/security-headers.ts';

/** The build's files that pages need: the texts of the scripts that stand in them, and the addresses of the others. */
export type PageParts = { firstIslands: string; firstView: string; afterView: string; fonts: string[] };

/** A page as it was rendered, taken apart. */
export type RenderedPage = {
  /** Without anything that a browser would run or fetch for its styles. */
  html: string;
  /** What the server components answered: React needs it to take the page over. */
  payload: string;
  /** Waku's entry and the modules that the page's islands need with it. */
  app: string;
  modules: string[];
};

export type FinishedPage = {
  html: string;
  /** As a Content-Security-Policy names it. */
  scriptHash: string;
  styleHash: string;
  /** Whether anything on the page needs React. */
  hasIslands: boolean;
};

const flight = /<script nonce="[^"]*">\(self\.__FLIGHT_DATA\|\|=\[\]\)\.push\((.*?)\)<\/script>/gs;
const bootstrap = /<script nonce="[^"]*" id="_R_">document\.currentScript\.id="page-app";.*?<\/script>/s;
const appAddress = /document\.currentScript\.dataset,\{"app":"([^"]+)"/;
const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const stylesheetLink = /<link rel="stylesheet"[^>]*\/>/g;
const generator = '<meta name="generator" content="Waku"/>';

/** Where fonts are fetched beside the page; elsewhere after it has been painted: src/styles/base.css. */
const wide = '(min-width: 48rem)';

/**
 * Takes a rendered page apart. @returns undefined when it is not whole in its HTML: parts of it come later and are put
 * into place by scripts, or React could not render it at all.
 */
export function takeApart(rendered: string): RenderedPage | undefined {
  const start = bootstrap.exec(rendered)?.[0];
  const app = start && appAddress.exec(start)?.[1];
  if (!app) return undefined;
  const payload: string[] = [];
  let isText = true;
  const html = rendered
    .replace(flight, (_, chunk: string) => {
      // Binary chunks come as code; no page of this site has one.
      const text = chunk.startsWith('"') ? readChunk(chunk) : undefined;
      if (text === undefined) isText = false;
      else payload.push(text);
      return '';
    })
    .replace(start, '')
    .replace(generator, '')
    .replace(stylesheetLink, '');
  const modules: string[] = [];
  const bare = html.replace(modulePreload, (_, href: string) => {
    if (href !== app) modules.push(href);
    return '';
  });
  if (!isText || bare.includes('<script nonce=')) return undefined;
  return { html: bare, payload: payload.join(''), app, modules };
}

/**
 * The text of a chunk, which is JSON but for what would end a script early: rsc-html-stream escapes that as JavaScript has it.
 * Undefined when it is not as expected.
 */
function readChunk(chunk: string): string | undefined {
  try {
    return JSON.parse(chunk.replaceAll('<\\!--', '<!--').replace(/<\/\\(script)/gi, '</$1')) as string;
  } catch {
    return undefined;
  }
}

/**
 * Puts a page together as every visitor gets it: its styles and its first script in the page, and where the rest is for those
 * who come to need it.
 * @returns the HTML, and the hashes of styles and scripts for the Content-Security-Policy.
 */
export function putTogether(page: RenderedPage & { css: string }, parts: PageParts, address: string): FinishedPage {
  const hasIslands = page.html.includes(' data-island="');
  // In one: a policy says a hash in 54 bytes that nothing compresses.
  const script = hasIslands ? `(()=>{${parts.firstIslands}})();${parts.firstView}` : parts.firstView;
  const attributes = [
    `id="page-app"`,
    `type="module"`,
    `data-after="${parts.afterView}"`,
    ...(hasIslands
      ? [`data-app="${page.app}"`, `data-modules="${page.modules.join(' ')}"`, `data-payload="${payloadAddress(page.payload, address)}"`]
      : []),
  ];
  const head = [
    `<style>${page.css}</style>`,
    ...parts.fonts.map(
      (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" media="${wide}" crossorigin="anonymous"/>`,
    ),
    `<script ${attributes.join(' ')}>${script}</script>`,
  ].join('');
  const html = page.html.replace('</head>', () => `${head}</head>`);
  return { html, hasIslands, scriptHash: hashSource(script), styleHash: hashSource(page.css) };
}

/** Where the payload of a page is found. The page itself is named too: an instance that has not made it yet can. */
export function payloadAddress(payload: string, address: string): string {
  return `/payload/${hashOf(Buffer.from(payload))}?page=${encodeURIComponent(address)}`;
}
