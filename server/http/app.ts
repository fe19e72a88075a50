import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { PatternRouter } from 'hono/router/pattern-router';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { mcp } from '#server/api/mcp/tools.ts';
import { encodesUtf8, receiveUpTo } from '#server/api/protocol/body.ts';
import { crossOrigin } from '#server/api/protocol/other-sites.ts';
import { sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import type { RenderForm } from '#server/api/rest/html-form.ts';
import { api } from '#server/api/routes.ts';
import { type PageContext, withPageContext } from '#server/http/page/page.ts';
import { catalogueFiles } from '#server/http/routes/catalogue-files.ts';
import { disclosures } from '#server/http/routes/disclosure.ts';
import { discovery, type SiteContents } from '#server/http/routes/discovery.ts';
import { health, metrics } from '#server/http/routes/health.ts';
import { pictures } from '#server/http/routes/pictures.ts';
import { projectRedirects } from '#server/http/routes/project-redirects.ts';
import { recordFiles, recordLog } from '#server/http/routes/record-files.ts';
import { shortlistCookie } from '#server/http/routes/shortlist-cookie.ts';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { limitedRequests, renderDurations } from '#server/platform/metrics.ts';
import { Refused } from '#server/platform/refused.ts';
import { warningEvery } from '#server/platform/throttle.ts';
import { type AddressAt, type AppEnv, onlyReads } from '#server/platform/web/app-env.ts';
import { callsOf, clientAddress, clientShare, countResponses } from '#server/platform/web/clients.ts';
import { Gate, Overloaded, overloadedAfterDelay, retryAfterSeconds, unread, watchLag } from '#server/platform/web/gate.ts';
import { plainPages } from '#shared/content/plain-pages.ts';
import { maxAddressLength } from '#shared/schemas/limits.ts';
import { type ProblemCode, problems } from '#shared/schemas/problem.ts';
import { isAboutVisitor, mcpPath, withoutUnusedParameters } from './addresses.ts';
import { type PlainText, plainForm, plainPage, problemsAsForms, typedFields } from './fallback.ts';

type AppParts = {
  /** Waku's router with our renderer (page/render-html.ts): renders pages. Resolves to null for an unknown path. */
  processRequest: (request: Request) => Promise<Response | null>;
  /** Pages and articles, for the sitemap and the feed. */
  contents: SiteContents;
  /** Finds what is declared of a path. */
  addressAt: AddressAt;
};

/** Makes every response that the front (./front/front.ts) doesn't have, from top to bottom. No router that stands at / answers / itself. */
export function createApp({ processRequest, contents, addressAt }: AppParts): Hono<AppEnv> {
  const { PUBLIC_URL } = env();
  // Hono's default router treats a `*` in a request's path as its own wildcard and runs every handler twice.
  const app = new Hono<AppEnv>({ router: new PatternRouter() });

  app.use((c, next) => {
    c.set('address', addressAt(c.req.path));
    return next();
  });
  app.use('/api/*', problemsAsForms);
  for (const path of ['/api/*', mcpPath]) app.use(path, crossOrigin, rejectOverLimit);
  app.use(checkAddress(addressAt));
  app.route('/', health);
  app.get('/metrics', metrics);
  app.use(dropUnusedParameters(addressAt));
  for (const path of ['/projects', '/projects/compare']) app.use(path, dropEmptyParameters);
  app.use(limitUncached());
  app.use('/shortlist', shortlistCookie);
  app.route('/pictures', pictures);
  app.route('/', discovery(contents));
  app.route('/', catalogueFiles());
  app.route('/log', recordLog());
  app.route('/', recordFiles());
  app.route('/record', disclosures());

  app.route('/api', api({ renderForm, readSite }));
  const readInside = (address: string) => readSite(address, { isInside: true });
  app.route(mcpPath, mcp(readInside));

  app.use('/projects/:slug', projectRedirects);
  app.use(renderPage);
  app.onError(handleError);
  return app;

  /** Returns one of the site's own files, as every visitor gets it; undefined if there is none. @throws Error if it cannot be made. */
  async function readSite(address: string, options: { isInside?: boolean } = {}): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const answer = await app.request(new URL(address, PUBLIC_URL), {}, { isOwnRequest: true, ...options });
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    if (answer.status !== 404) throw new Error(`${address} was answered with status ${answer.status}`);
    return undefined;
  }

  async function renderPage(c: Context<AppEnv>): Promise<Response> {
    const started = performance.now();
    const address = addressAt(c.req.path);
    const context: PageContext = {
      path: c.req.path,
      address,
      search: new URL(c.req.url).search,
      isFromSite: c.req.header('sec-fetch-site') === 'same-origin',
      mustBeWhole: c.env?.isOwnRequest === true,
      askedAt: c.env?.askedAt ?? started,
    };
    const rendered = await withPageContext(context, () => processRequest(c.req.raw));
    renderDurations.observe({ route: address.pattern }, (performance.now() - started) / 1000);
    if (!rendered) return c.text('Not found', 404);
    // Without scripts, Waku's error response would be an empty page.
    if (rendered.status >= 500) {
      void rendered.body?.cancel().catch(() => {});
      return plainPage(c, plainPages.unavailable);
    }
    const { headers } = rendered;
    // What is the same for every visitor a shared cache may store, and revalidates by ETag each time.
    const isPersonal = isAboutVisitor(address, context.search);
    if (!headers.has('cache-control')) headers.set('cache-control', isPersonal ? 'private, no-store' : 'public, no-cache');
    // Its address is what lets somebody read it: no other page is told it.
    if (isPersonal) headers.set('referrer-policy', 'no-referrer');
    // Waku serves its not-found page with 200 when it is requested by its own path.
    const notFound = context.withdrawn ? 410 : 404;
    const status = c.req.path === '/404' || rendered.status === 404 ? notFound : rendered.status;
    const isRedirect = headers.has('location');
    if (!isRedirect && status === rendered.status) return rendered;
    // Waku puts its own error into the body of a redirect.
    if (isRedirect) void rendered.body?.cancel().catch(() => {});
    return new Response(isRedirect ? null : rendered.body, { status, headers });
  }

  /** Renders a form's page again, with what was typed and what is wrong, for a form posted without JavaScript. */
  async function renderForm(...[c, page, formResult, status]: Parameters<RenderForm>): Promise<Response> {
    const { pathname: path, search, href } = new URL(page, c.req.url);
    const context = { path, address: addressAt(path), search, formResult };
    const rendered = await withPageContext(context, () => processRequest(new Request(href)));
    const retryAfter = c.res.headers.get('retry-after') ?? (status === 503 ? String(retryAfterSeconds) : undefined);
    const headers = { 'cache-control': 'no-store', ...(retryAfter ? { 'retry-after': retryAfter } : {}) };
    if (rendered && rendered.status < 500) {
      return new Response(rendered.body, { status, headers: { ...Object.fromEntries(rendered.headers), ...headers } });
    }
    void rendered?.body?.cancel().catch(() => {});
    const typed = await typedFields(c);
    return plainForm(c, { ...formResult, fields: typed.length > 0 ? typed : Object.entries(formResult.values), status, headers });
  }
}

const rejectOverLimit = createMiddleware<AppEnv>(async (c, next) => {
  const seconds = c.env?.overLimitSeconds;
  return seconds === undefined ? next() : sendProblem(c, 'too_many_requests', { headers: { 'retry-after': String(seconds) } });
});

/** An encoded control character, dot, slash, percent sign or backslash, a raw backslash, or a percent sign that encodes nothing. */
const misleading = /%(?:[01][0-9a-f]|2[5ef]|5c|7f|(?![0-9a-f]{2}))|\\/i;
/** An unreserved character (RFC 3986, section 2.3) that is percent-encoded needlessly. Excludes the dot, which is `misleading`. */
const needlesslyEncoded = /%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi;

/**
 * Rejects addresses and methods that no page has: 404 for hidden files, 400 for encoded traversal and broken encodings, 414
 * for excessive length, 405 for anything but reads outside the API. Redirects to the canonical address: no trailing slash, no
 * double slash, no index.html, nothing encoded needlessly, the number of a certificate as the record writes it.
 */
const checkAddress = (addressAt: AddressAt) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    // The path as sent: parsing a URL resolves its dot segments.
    const sent = c.env?.incoming?.url?.split('?', 1)[0] ?? pathname;
    const isApiRequest = addressAt(sent).api !== undefined;
    const reject = (code: ProblemCode) =>
      isApiRequest ? sendProblem(c, code) : c.text(problems[code].title, problems[code].status as ContentfulStatusCode);
    if (sent.length + search.length > maxAddressLength) return reject('address_too_long');
    if (misleading.test(sent) || !encodesUtf8(sent)) return reject('address_malformed');
    if (/\/\.(?!well-known\/)/.test(sent)) return reject('not_found');

    const canonical = canonicalPath(pathname, addressAt);
    if (canonical !== pathname) return c.redirect(canonical + search, 308);

    if (!isApiRequest && c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.text('Method not allowed', 405, { allow: addressAt(pathname).allows });
    }
    await next();
  });

/** Returns the canonical form of a path. */
function canonicalPath(pathname: string, addressAt: AddressAt): string {
  const decoded = pathname.replace(needlesslyEncoded, decodeURIComponent).replace(/\/{2,}/g, '/');
  // Of the API, `index.html` may be a value that a client is looking for.
  const folder = addressAt(decoded).api ? decoded : decoded.replace(/\/index\.html$/, '/');
  const path = folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
  const { spell } = addressAt(path);
  const [, before = '', part = '', ending = ''] = (spell && namedFile.exec(path)) || [];
  const spelt = spell?.(decodeURIComponent(part));
  return spelt === undefined ? path : before + spelt + ending.toLowerCase();
}

/** The last part of an address, and the ending of a file. */
const namedFile = /^(.*\/)([^/]+?)(\.[a-z-]+)?$/i;

/** Drops the query parameters that the address does not read, as the cache does: what they say can then change no response. */
const dropUnusedParameters = (addressAt: AddressAt) =>
  createMiddleware<AppEnv>((c, next) => {
    const requested = new URL(c.req.url);
    const address = new URL(withoutUnusedParameters(requested.pathname + requested.search, addressAt(requested.pathname)), requested);
    c.set('askedSearch', requested.search);
    if (address.href !== requested.href) c.req.raw = new Request(address, c.req.raw);
    return next();
  });

/** A parameter that a form sends for a field left empty: a name, and at most spaces. */
const emptyParameter = /^[^=]+=(?:\+|%20)*$/;

/** Redirects (303) to the address without the parameters of fields that were left empty, as a browser without scripts sends them. */
const dropEmptyParameters = createMiddleware<AppEnv>(async (c, next) => {
  const parameters = c.var.askedSearch.slice(1).split('&');
  const kept = parameters.filter((parameter) => !emptyParameter.test(parameter));
  if (kept.length === parameters.length) return next();
  return c.redirect(c.req.path + (kept.length > 0 ? `?${kept.join('&')}` : ''), 303);
});

/** How many requests that may be batches are answered at once, and how many more may wait. */
const batchLimits = { maxConcurrent: 2, maxQueued: 32 };

/**
 * Limits what has to be made; what is cached never gets this far. A client has a budget of responses to be made for it
 * (`uncachedRatePerSecond`, `uncachedBurst`): beyond it, 429 with Retry-After. The process makes so many at once (`maxRenders`,
 * `maxWaitingRenders`, `renderWaitMs`), and so many (`batchLimits`) of what may be a batch, whose answer may be large. Beyond that, while
 * its event loop lags (`maxEventLoopLagMs`), and while too much that was made has not been read, it throws Overloaded, at little
 * cost. Writes have no place among those: they mostly wait for the database (server/platform/database/query.ts).
 */
function limitUncached() {
  const { maxRenders, maxWaitingRenders, renderWaitMs, maxEventLoopLagMs, bodyLimitBytes } = limits;
  const lag = watchLag();
  const isBehind = () => lag() > maxEventLoopLagMs;
  const single = new Gate({ maxConcurrent: maxRenders, maxQueued: maxWaitingRenders, waitMs: renderWaitMs, isBehind });
  const batch = new Gate({ ...batchLimits, waitMs: renderWaitMs, isBehind });

  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === 'OPTIONS' || c.env?.isInside) return next();
    const seconds = c.env?.isOwnRequest ? 0 : countResponses(clientAddress(c), callsOf(c.req.path, c.var.address));
    if (seconds > 0) {
      limitedRequests.inc();
      reportLimited();
      return refuse(c, 'too_many_requests', plainPages.tooMany, seconds);
    }
    const client = clientShare(c);
    if (unread.isFull(client)) throw await overloadedAfterDelay('full');
    if (!onlyReads(c.req.method, c.var.address)) {
      if (!isBehind()) return next();
      throw await overloadedAfterDelay('behind');
    }
    // Whoever sends slowly takes nobody's place.
    await receiveUpTo(c, bodyLimitBytes);
    const gate = c.var.address?.api === 'rpc' || c.var.address?.api === 'mcp' ? batch : single;
    return gate.run(client, async () => {
      await next();
      await finish(c);
    });
  });
}

/**
 * Waits for the end of a response whose work goes on while it is read, such as that of tools over MCP. A page is not waited for: its
 * beginning is sent at once, and its rest waits only for the database, which has a limit of its own. Nor is a response of a known length,
 * which is complete already.
 */
async function finish(c: Context<AppEnv>): Promise<void> {
  const { res } = c;
  if (!res.body || res.headers.has('content-length') || res.headers.get('content-type')?.startsWith('text/html')) return;
  const whole = new Response(await res.arrayBuffer(), res);
  // Otherwise Hono would copy the headers of the first to the second.
  c.res = undefined;
  c.res = whole;
}

const reportLimited = warningEvery(1_000, { event: 'request.limited' }, 'Clients over their budget of uncached responses: answered 429');

function handleError(error: Error, c: Context<AppEnv>): Response | Promise<Response> {
  if (error instanceof Overloaded) return refuse(c, 'overloaded', plainPages.busy, retryAfterSeconds);
  // A client that goes away while it sends a body is no defect.
  if (error instanceof Refused || c.req.raw.signal.aborted) return sendErrorProblem(c, error);
  log().error({ event: 'request.failed', err: error }, 'A request failed');
  return sendProblem(c, 'internal_error');
}

/** Refuses a request in the form that its client reads: a problem, a page, or a line of text. */
function refuse(c: Context<AppEnv>, code: ProblemCode, page: PlainText, seconds: number): Response | Promise<Response> {
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' };
  if (c.var.address?.api) return sendProblem(c, code, { headers });
  const status = problems[code].status as ContentfulStatusCode;
  if (!c.req.header('accept')?.includes('text/html')) return c.text(page.title, status, headers);
  return plainPage(c, { ...page, status, seconds });
}
