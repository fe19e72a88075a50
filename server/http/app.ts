import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { PatternRouter } from 'hono/router/pattern-router';
import { api } from '#server/api/index.ts';
import { mcp } from '#server/api/mcp/tools.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { RenderForm } from '#server/api/rest/html-form.ts';
import { isAboutVisitor, withoutUnusedParameters } from '#server/http/addresses.ts';
import { plainForm, plainForms, plainPage, typedFields } from '#server/http/fallback.ts';
import { checkAddress } from '#server/http/middleware/check-address.ts';
import { crossOrigin } from '#server/http/middleware/cors.ts';
import { limitMade, refuseOverloaded } from '#server/http/middleware/limit-made.ts';
import { shortlistCookie } from '#server/http/middleware/shortlist-cookie.ts';
import { type PageContext, withPageContext } from '#server/http/page/page-context.ts';
import { catalogueFiles } from '#server/http/routes/catalogue-files.ts';
import { disclosures } from '#server/http/routes/disclosure.ts';
import { discovery, type SiteContents } from '#server/http/routes/discovery.ts';
import { health, metrics } from '#server/http/routes/health.ts';
import { pictures } from '#server/http/routes/pictures.ts';
import { projectRedirects } from '#server/http/routes/project-redirects.ts';
import { recordFiles, recordLog } from '#server/http/routes/record-files.ts';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { renders } from '#server/platform/metrics.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { type AddressAt, type AppEnv, mcpPath } from '#server/platform/web/app-env.ts';
import { Overloaded, retryAfterSeconds } from '#server/platform/web/gate.ts';
import { plainPages } from '#shared/content/plain-pages.ts';

type AppParts = {
  /** Waku's handler: renders pages. Resolves to null for an unknown path. */
  processRequest: (request: Request) => Promise<Response | null>;
  /** Pages and articles, for the sitemap and the feed. */
  contents: SiteContents;
  /** The folder of the fonts that a certificate is set in. */
  fontFolder: string;
  /** The folder that holds the files of `public/`. */
  publicDir: string;
  /** Finds what is declared of a path. */
  addressAt: AddressAt;
};

/** Makes every response that the front (./front/front.ts) doesn't have, from top to bottom. */
export function createApp({ processRequest, contents, fontFolder, publicDir, addressAt }: AppParts): Hono<AppEnv> {
  const { PUBLIC_URL, CONTACT_EMAIL } = env();
  // Hono's default router treats a `*` in a request's path as its own wildcard and runs every handler twice.
  const app = new Hono<AppEnv>({ router: new PatternRouter() });

  app.use((c, next) => {
    c.set('address', addressAt(c.req.path));
    c.set('requestId', requestContext()?.requestId ?? '');
    c.set('nonce', randomUUID());
    return next();
  });
  app.use('/api/*', plainForms);
  for (const path of ['/api/*', mcpPath]) app.use(path, crossOrigin, rejectOverLimit);
  app.use(checkAddress(addressAt));
  app.route('/', health(limits.READY_TIMEOUT_MS));
  app.get('/metrics', metrics);
  app.use(dropUnread(addressAt));
  app.use('/projects', dropEmptyParameters);
  app.use('/projects/compare', dropEmptyParameters);
  app.use(limitMade());
  app.use('/shortlist', shortlistCookie);
  app.route('/pictures', pictures());
  app.route('/', discovery({ publicUrl: PUBLIC_URL, contactEmail: CONTACT_EMAIL, ...contents }));
  app.route('/', catalogueFiles(PUBLIC_URL));
  app.route('/log', recordLog());
  app.route('/', recordFiles(fontFolder));
  app.route('/record', disclosures(publicDir));

  app.route('/api', api({ renderForm, readSite }));
  const readInside = (address: string) => readSite(address, { isInside: true });
  app.route(mcpPath, mcp(readInside));

  app.use('/projects/:slug', projectRedirects);
  app.use(renderPage);
  app.onError(handleError);
  return app;

  /** Returns one of the site's own files, as every visitor gets it; undefined if there is none. @throws Error if it cannot be made. */
  async function readSite(address: string, place: { isInside?: boolean } = {}): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const answer = await app.request(new URL(address, PUBLIC_URL), {}, { isForCache: true, ...place });
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
      nonce: c.var.nonce,
      mustBeWhole: c.env?.isForCache === true,
      askedAt: c.env?.askedAt ?? started,
    };
    const rendered = await withPageContext(context, () => processRequest(c.req.raw));
    renders.observe({ route: address.pattern }, (performance.now() - started) / 1000);
    if (!rendered) return c.text('Not found', 404);
    // Without scripts, Waku's error response would be an empty page.
    if (rendered.status >= 500) {
      void rendered.body?.cancel().catch(() => {});
      return plainPage(c, plainPages.unavailable);
    }
    const { headers } = rendered;
    // The same for every visitor: a shared cache may store it, and revalidates by ETag each time.
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
    const context = { path, address: addressAt(path), search, nonce: c.var.nonce, formResult };
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

function handleError(error: Error, c: Context<AppEnv>): Response | Promise<Response> {
  if (error instanceof Overloaded) return refuseOverloaded(c);
  if ('getResponse' in error && typeof error.getResponse === 'function') return error.getResponse();
  log().error({ event: 'request.failed', requestId: c.var.requestId, err: error }, 'A request failed');
  return sendProblem(c, 'internal_error');
}

/** Drops the query parameters that the address does not read, as the cache does: what they say can then change no response. */
const dropUnread = (addressAt: AddressAt) =>
  createMiddleware<AppEnv>((c, next) => {
    const requested = new URL(c.req.url);
    const address = new URL(withoutUnusedParameters(requested.pathname + requested.search, addressAt(requested.pathname)), requested);
    c.set('askedSearch', requested.search);
    if (address.href !== requested.href) c.req.raw = new Request(address, { headers: c.req.raw.headers, signal: c.req.raw.signal });
    return next();
  });

/** A parameter that a form sends for a field left empty: a name, and at most spaces. */
const empty = /^[^=]+=(?:\+|%20)*$/;

/** Redirects (303) to the address without the parameters of fields that were left empty, as a browser without scripts sends them. */
export const dropEmptyParameters = createMiddleware<AppEnv>(async (c, next) => {
  const parameters = c.var.askedSearch.slice(1).split('&');
  const kept = parameters.filter((parameter) => !empty.test(parameter));
  if (kept.length === parameters.length) return next();
  return c.redirect(c.req.path + (kept.length > 0 ? `?${kept.join('&')}` : ''), 303);
});
