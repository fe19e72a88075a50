import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { ReactElement } from 'react';
import type { fsRouter } from 'waku';
import { speculationRules } from '#server/http/addresses.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { hashSource, pagePolicy } from '#server/platform/web/security-policy.ts';
import { completePieces, deferMarkup, pageContext, renderStaticWith, untilPageBegins } from './page.ts';

type HandleRequest = ReturnType<typeof fsRouter>['handleRequest'];
type Ssr = typeof import('#src/waku.ssr.tsx');
/** The properties of Waku's router component, which surrounds every page. */
type RouterProps = Parameters<Ssr['renderPage']>[0]['router'];

/**
 * Wraps Waku's request handler with the site's own renderer. A page is sent whole, with its styles, one inline script and, if it has
 * islands, the payload from which React hydrates them. One that is incomplete when it has to begin (./page.ts) is streamed without length.
 */
export function withOwnHtml(handleRequest: HandleRequest): HandleRequest {
  let assets: PageAssets | undefined;
  return async (input, utils) => {
    const ssr = await loadSsr();
    assets ??= import.meta.env.DEV ? developmentAssets() : readBuildAssets('dist');
    const loaded = assets;
    /** Files of the client components that the payload refers to. Filled while the payload is rendered. */
    const modules = new Set<string>();
    const addModules = (files: string[]) => {
      for (const file of files) modules.add(file);
    };
    return handleRequest(input, {
      ...utils,
      renderRsc: (elements, options) => utils.renderRsc(elements, { ...options, unstable_clientModuleCallback: addModules }),
      renderHtml: (elements, document, { status = 200 }) => {
        const { props: router } = document as ReactElement<RouterProps>;
        return renderHtml(elements, { router, status, modules, assets: loaded, ssr });
      },
    });
  };
}

let ssrModule: Ssr | undefined;

/** Loads the module that renders React elements to HTML, from Waku's `ssr` environment. In a build once, because each import is slow. */
async function loadSsr(): Promise<Ssr> {
  if (!ssrModule || import.meta.env.DEV) {
    ssrModule = await import.meta.viteRsc.import<Ssr>('../../../src/waku.ssr.tsx', { environment: 'ssr' });
    // Static parts do not wait for it.
    renderStaticWith(ssrModule.renderStatic);
  }
  return ssrModule;
}

async function renderHtml(
  elements: ReadableStream<Uint8Array>,
  { router, status, modules, assets, ssr }: { router: RouterProps; status: number; modules: Set<string>; assets: PageAssets; ssr: Ssr },
): Promise<Response> {
  const context = pageContext();
  const [forPayload, forStream] = elements.tee();
  let arrived: string | undefined;
  const payload = new Response(forPayload).text().then((all) => {
    arrived = all;
    return all;
  });
  await untilPageBegins(payload);
  // From here on, React reports what fails in the other branch.
  payload.catch(() => {});

  const styles = assets.stylesOf(status === 404 ? '/404' : (context?.address?.pattern ?? '/'));
  // Where the calendar is loaded from.
  const external = context?.address?.hasCalendar ? [env().SCHEDULER_SCRIPT_URL, env().SCHEDULER_URL] : [];
  const policy = {
    origins: [...new Set(external.map((url) => new URL(url).origin))],
    scriptHashes: assets.scriptHashes,
    styleHash: styles?.hash,
    admitsVite: import.meta.env.DEV,
  };
  const { deferred, app } = assets;
  const islandFiles = [...modules].filter((file) => file !== app).join(' ');
  const parts = {
    router,
    head: {
      styles: styles && deferMarkup(styles.text),
      stylesheets: assets.stylesheets,
      fonts: assets.fonts,
      facts: { prefetch: speculationRules, deferred, app, ...(islandFiles && { modules: islandFiles }) },
    },
    script: assets.script,
    onError,
  };
  // What `completePieces` adds to React's HTML.
  const added = { payload, markup: () => context?.markup };
  if (arrived === undefined || context?.isLate) {
    // Only this response's own inline scripts have it.
    const nonce = randomUUID();
    const stream = await ssr.renderPage({ ...parts, elements: Readable.fromWeb(forStream as NodeStream), nonce });
    // This has waited for the shell. Of a page that may not exist, the shell is all: its payload has arrived now, and it is sent whole.
    if (arrived === undefined || context?.isLate) {
      const body = Readable.toWeb(Readable.from(completePieces(stream, added)));
      return response(body as unknown as BodyInit, { 'content-security-policy': pagePolicy({ ...policy, nonce }) });
    }
  }
  const html = await text(await ssr.renderPage({ ...parts, elements: Readable.from([Buffer.from(arrived)]) }));
  const body = await buffer(completePieces([html], added));
  return response(body, { 'content-security-policy': pagePolicy(policy), 'content-length': String(body.byteLength) });

  function response(body: BodyInit, headers: Record<string, string>): Response {
    return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
  }
}

type NodeStream = Parameters<typeof Readable.fromWeb>[0];

/** Errors of server components have a digest, and have been logged where they occurred. */
function onError(error: unknown): string | undefined {
  const { digest } = error as { digest?: unknown };
  if (typeof digest === 'string') return digest;
  log().error({ event: 'page.render-failed', err: error }, 'Could not render a page');
  return undefined;
}

/** What the pages need of the build. */
type PageAssets = {
  /** The inline script of every page, and the hashes of it and of the rules for prefetching, which src/page-scripts/deferred.ts adds. */
  script: string;
  scriptHashes: string[];
  /** Addresses of the script that is loaded after the first paint, and of Waku's browser entry. */
  deferred: string;
  app: string;
  /** Addresses of the fonts to preload: those of headings and body text. */
  fonts: string[];
  /** Returns the styles of the page with a pattern, or of the not-found page, and their hash; undefined in development. */
  stylesOf: (pattern: string) => { text: string; hash: string } | undefined;
  /** Addresses of stylesheets: in development, where all pages have the same styles. */
  stylesheets: string[];
};

/** The name of the file beside the built server that holds the styles of each page, by its pattern: `/projects/:slug`. */
export const routeStylesFile = 'route-styles.json';

/** Reads what the pages need from the build. @throws Error if the build is incomplete. */
function readBuildAssets(distDir: string): PageAssets {
  const publicDir = path.join(distDir, 'public');
  const names = readdirSync(path.join(publicDir, 'assets'));
  const addressOf = (entry: string, ending = '.js') => {
    const found = names.filter((name) => name.startsWith(`${entry}-`) && name.endsWith(ending));
    if (found.length !== 1) throw new Error(`The build has ${found.length} files ${entry}${ending} instead of one`);
    return `/assets/${found[0]}`;
  };
  const texts: Record<string, string> = JSON.parse(readFileSync(path.join(distDir, 'server', routeStylesFile), 'utf8'));
  const styles = new Map(Object.entries(texts).map(([pattern, text]) => [pattern, { text, hash: hashSource(text) }]));
  return {
    ...inline(readInlineScript(path.join(publicDir, addressOf('boot')))),
    deferred: addressOf('deferred'),
    app: addressOf('index'),
    fonts: ['fraunces', 'instrument-sans'].map((font) => addressOf(font, '.woff2')),
    stylesOf: (pattern) => {
      const found = styles.get(pattern) ?? styles.get('/404');
      if (!found) throw new Error(`The build has no styles for ${pattern}`);
      return found;
    },
    stylesheets: [],
  };
}

/** What pages need in development, where Vite serves the files: the inline script only loads others. */
function developmentAssets(): PageAssets {
  return {
    ...inline('import("/src/page-scripts/development.ts")'),
    deferred: '/src/page-scripts/deferred.ts',
    // The plugin's own entry, which prepares React for hot reload and then loads Waku's.
    app: '/@id/__x00__virtual:vite-rsc/entry-browser',
    fonts: [],
    stylesOf: () => undefined,
    // The base comes first: its layer must be declared before the reset's.
    stylesheets: ['/src/styles/base.css', '/@id/virtual:uno.css'],
  };
}

function inline(script: string) {
  return { script, scriptHashes: [script, speculationRules].map(hashSource) };
}

/** Wraps a module as an inline script. @throws Error if it contains imports or would end or break the script element. */
function readInlineScript(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (/<\/script|<!--|^import\b|[;}]import[{"]/.test(text)) throw new Error(`${path.basename(file)} cannot be an inline script`);
  return `(()=>{${text}})()`;
}
