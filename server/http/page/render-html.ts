import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ReactElement } from 'react';
import type { fsRouter } from 'waku';
import { scheduler } from '#server/company.ts';
import { log } from '#server/platform/log.ts';
import { pagePolicy } from '#server/platform/web/security-policy.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { stripUnknownParameters } from '#src/schemas/page-queries.ts';
import { type BuildAssets, routeFinder } from './build-assets.ts';
import { pageContext } from './page-context.ts';
import { readWithin } from './read-within.ts';
import { loadSsrEnvironment, type RouterProps, ssrEnvironment } from './ssr-environment.ts';
import { deferMarkup, fillIn, fillInStream } from './static-markup.ts';

type HandleRequest = ReturnType<typeof fsRouter>['handleRequest'];

/** How long (ms) a page's payload may take before the page is streamed. */
const readyWithinMs = 200;
/**
 * How much longer (ms) it may take while the process is busy. A streamed page costs twice as much, because it is rendered again for
 * the cache: streaming pages that only wait for the processor would slow all of them down further.
 */
const busyMs = 800;

/**
 * Wraps Waku's request handler with the site's own renderer. A page whose payload is complete within `readyWithinMs` is sent
 * whole, with its styles and one inline script. The payload from which React hydrates is cached (../routes/payloads.ts serves
 * it), and the browser fetches it when the visitor first touches an island. A slower page is streamed.
 */
export function withOwnHtml(handleRequest: HandleRequest, readAssets: () => BuildAssets): HandleRequest {
  let assets: BuildAssets | undefined;
  let findRoute = routeFinder([]);
  return async (input, utils) => {
    // Before any component runs, because static parts do not wait for it.
    await loadSsrEnvironment();
    if (!assets) {
      assets = readAssets();
      findRoute = routeFinder(assets.routes.keys());
    }
    const loaded = assets;
    const modules = new Set<string>();
    const addModules = (files: string[]) => {
      for (const file of files) modules.add(file);
    };
    return handleRequest(input, {
      ...utils,
      renderRsc: (elements, options) => utils.renderRsc(elements, { ...options, unstable_clientModuleCallback: addModules }),
      renderHtml: (elements, document, { status = 200 }) => {
        const route = status === 404 ? '/404' : findRoute(pageContext()?.path ?? '/');
        const { props: router } = document as ReactElement<RouterProps>;
        return renderHtml({ elements, router, status, modules, assets: loaded, route });
      },
    });
  };
}

type Page = {
  elements: ReadableStream<Uint8Array>;
  /** The properties of Waku's router component, which surrounds every page. */
  router: RouterProps;
  status: number;
  /** Files of the client components that the payload refers to. Filled while the payload is rendered. */
  modules: Set<string>;
  assets: BuildAssets;
  route: string;
};

async function renderHtml({ elements, router, status, modules, assets, route }: Page): Promise<Response> {
  const { styles, hasIslands, styleHash } = assets.routes.get(route) ?? {};
  if (!styles) throw new Error(`The build has no styles for ${route}`);
  const context = pageContext();
  const { path = '/', search = '', nonce = '', mustBeWhole } = context ?? {};
  const limitMs = mustBeWhole ? 5_000 : readyWithinMs;
  const { renderWhole, renderStream } = ssrEnvironment();
  const { chunks, rest } = await readWithin(elements, limitMs, busyMs);
  const payload = rest ? undefined : Buffer.concat(chunks);
  // An incomplete payload has no hash yet.
  const name = !hasIslands ? undefined : payload ? 'x' : randomBytes(16).toString('base64url');
  const addresses = {
    deferred: assets.deferred,
    ...(name
      ? {
          app: assets.app,
          modules: [...modules].filter((file) => file !== assets.app).join(' '),
          payload: payloadAddress(name, stripUnknownParameters(path + search)),
        }
      : {}),
  };
  const parts = {
    router,
    head: { styles: deferMarkup('styles', styles), fonts: assets.fonts, addresses },
    script: assets.script,
    onError,
  };
  const origins = route === '/book-call' ? schedulerOrigins() : [];
  const policy = { origins, scriptHash: assets.scriptHash, styleHash };
  if (payload) {
    const body = await inTurn(() => renderWhole({ ...parts, elements: Readable.from([payload]) }));
    const html = fillIn(body, context?.markup);
    const whole = init(pagePolicy(policy));
    return new Response(html, { ...whole, headers: { ...(whole.headers as object), 'content-length': String(html.byteLength) } });
  }

  const source = Readable.from(chunksThenRest(chunks, rest, () => {}));
  const { pipe } = await renderStream({ ...parts, elements: source, nonce });
  const body = Readable.toWeb(pipe(fillInStream(() => context?.markup))) as unknown as BodyInit;
  return new Response(body, init(pagePolicy({ ...policy, nonce })));

  function init(contentSecurityPolicy: string): ResponseInit {
    return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentSecurityPolicy } };
  }
}

/** How long (ms) a page may keep the next one waiting. Rendering a complete payload takes only a few ms. */
const longestTurnMs = 1_000;
let lastTurn: Promise<unknown> = Promise.resolve();

/** Renders one page at a time, because rendering blocks the event loop; other requests are served between two pages. */
function inTurn<Result>(render: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(() => setImmediate()).then(render);
  lastTurn = withTimeout(longestTurnMs, turn).catch(() => {});
  return turn;
}

/** The origins from which the calendar on /book-call is loaded. */
function schedulerOrigins(): string[] {
  const { scriptUrl, url } = scheduler();
  return [...new Set([scriptUrl, url].map((address) => new URL(address).origin))];
}

/** Yields what was read, then the rest as it arrives; calls `onEnd` with everything. */
async function* chunksThenRest(
  chunks: Uint8Array[],
  rest: AsyncIterator<Uint8Array> | undefined,
  onEnd: (all: Buffer<ArrayBuffer>) => void,
) {
  yield* chunks;
  const all = [...chunks];
  for (let part = await rest?.next(); part && !part.done; part = await rest?.next()) {
    all.push(part.value);
    yield part.value;
  }
  onEnd(Buffer.concat(all));
}

/** Errors of server components have a digest, and have been logged where they occurred. */
function onError(error: unknown): string | undefined {
  const { digest } = error as { digest?: unknown };
  if (typeof digest === 'string') return digest;
  log().error({ event: 'page.render-failed', err: error }, 'Could not render a page');
  return undefined;
}

/** Returns the address of a payload. It also names the page, so that an instance that does not have the payload can render it. */
function payloadAddress(name: string, page: string): string {
  return `/payload/${name}?page=${encodeURIComponent(page)}`;
}
