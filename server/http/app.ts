import { type Context, Hono } from 'hono';
import { PatternRouter } from 'hono/router/pattern-router';
import { api } from '#server/api/index.ts';
import { retryAfterSeconds, sendProblem } from '#server/api/protocol/problem.ts';
import type { RenderForm } from '#server/api/rest/contact.ts';
import { listProjectPages } from '#server/domain/projects/list-pages.ts';
import { catalogueVersion } from '#server/domain/projects/version.ts';
import { cacheResponses } from '#server/http/cache/cache-responses.ts';
import { renewKept } from '#server/http/cache/renew-kept.ts';
import { plainForm, plainForms, typedFields } from '#server/http/fallback/plain-form.ts';
import { plainPage } from '#server/http/fallback/plain-page.ts';
import { checkAddress } from '#server/http/middleware/check-address.ts';
import { compress } from '#server/http/middleware/compress.ts';
import { otherOrigins } from '#server/http/middleware/cors.ts';
import { limitUncached } from '#server/http/middleware/limit-uncached.ts';
import { shed } from '#server/http/middleware/load-shedding.ts';
import { limitRequests } from '#server/http/middleware/rate-limit.ts';
import { nameRoutes, requestLog, routeOf } from '#server/http/middleware/request-log.ts';
import { securityHeaders } from '#server/http/middleware/security-headers.ts';
import { shortlistCookie } from '#server/http/middleware/shortlist-cookie.ts';
import { catalogueFiles } from '#server/http/routes/catalogue-files.ts';
import { disclosure } from '#server/http/routes/disclosure.ts';
import { type Contents, discovery } from '#server/http/routes/discovery.ts';
import { health } from '#server/http/routes/health.ts';
import { mayScrape } from '#server/http/routes/may-scrape.ts';
import { payloads } from '#server/http/routes/payloads.ts';
import { pictures } from '#server/http/routes/pictures.ts';
import { projectRedirects } from '#server/http/routes/project-redirects.ts';
import { type CertificatePrint, recordFiles } from '#server/http/routes/record-files.ts';
import { recordLog } from '#server/http/routes/record-log.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { observeRender } from '#server/platform/metrics/instruments.ts';
import { requestContext, withRequestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import type { UnsentContent } from '#src/content/unsent.ts';
import { isPersonal, readAddress } from '#src/schemas/page-queries.ts';

type AppParts = {
  /** Waku: renders pages and answers the router's requests; null for what it does not know. */
  processRequest: (request: Request) => Promise<Response | null>;
  /** Whether this is the built site: in development nothing is kept. */
  isBuild: boolean;
  /** Pages and articles, for the sitemap and the feed, and the drawings that they show. */
  contents: Contents & { drawings: readonly string[] };
  /** What a certificate says, and the folder with the fonts that it is printed in. */
  certificates: CertificatePrint;
  /** What a form says of which the page cannot be made. */
  unsent: UnsentContent;
  /** The folder with the files of `public/`. */
  publicDir: string;
};

/** Everything a request passes, from top to bottom. The same app runs in development and in production. */
export function createApp({ processRequest, isBuild, contents, certificates, unsent, publicDir }: AppParts): Hono<AppEnv> {
  const { PUBLIC_URL, CONTACT_EMAIL, READY_TIMEOUT_MS } = env();
  const inBackground = new Map<string, Promise<unknown>>();
  // Hono's usual router takes a `*` in an address for its own, and runs everything twice.
  const app = new Hono<AppEnv>({ router: new PatternRouter() });

  nameRoutes(contents.pages);
  app.use(requestLog);
  app.use(securityHeaders());
  app.use(compress);
  app.use('/api/*', plainForms(unsent));
  app.use('/api/*', otherOrigins);
  app.use('/api/*', limitRequests);
  app.use(checkAddress);
  app.route('/', health(READY_TIMEOUT_MS));
  app.get('/metrics', metrics);
  app.route('/payload', payloads(renderInBackground));
  app.use('/shortlist', shortlistCookie);
  if (isBuild) app.use(cacheResponses({ renderInBackground, version: catalogueVersion }));
  if (isBuild) app.use(limitUncached);
  if (isBuild) app.use(shed());
  if (isBuild) app.use(renewKept(catalogueVersion));
  app.route('/pictures', pictures(contents.drawings));
  app.route('/', discovery({ publicUrl: PUBLIC_URL, contactEmail: CONTACT_EMAIL, ...contents, listProjectPages }));
  app.route('/', catalogueFiles(PUBLIC_URL));
  app.route('/log', recordLog());
  app.route('/', recordFiles(PUBLIC_URL, certificates));
  app.route('/record', disclosure({ publicUrl: PUBLIC_URL, seller: 'Carma', publicDir }));

  app.route('/api', api(renderForm));

  app.use('/projects/:slug', projectRedirects);
  app.use(renderPage);
  app.onError(sendErrorProblem);
  return app;

  /** Makes the answer to an address for nobody, so that it is kept for whoever comes next: once, however many ask for that. */
  function renderInBackground(address: string): Promise<unknown> {
    const running =
      inBackground.get(address) ?? Promise.resolve(app.fetch(new Request(new URL(address, PUBLIC_URL)), { background: true }));
    inBackground.set(address, running);
    return running.finally(() => inBackground.delete(address));
  }

  async function renderPage(c: Context<AppEnv>): Promise<Response> {
    const started = performance.now();
    // What the router's client has already. An answer that is kept leaves nothing out, whoever it was made for.
    c.req.raw.headers.delete('x-waku-etags');
    const answer = await processRequest(withAddress(c));
    observeRender(routeOf(c.req.path), performance.now() - started);
    if (!answer) return c.text('Not found', 404);
    // What it would be without scripts is an empty page.
    if (answer.status >= 500 && !c.req.path.startsWith('/RSC/')) {
      void answer.body?.cancel().catch(() => {});
      return plainPage(c, unmade);
    }
    const headers = new Headers(answer.headers);
    // The same for everybody, and checked each time: a proxy may keep it and ask by its ETag.
    if (!headers.has('cache-control')) headers.set('cache-control', isPersonal(c.req.path) ? 'private, no-store' : 'public, no-cache');
    // Waku answers its own not-found page with 200 when it is asked for by name.
    const status = c.req.path === '/404' ? 404 : answer.status;
    return new Response(c.req.method === 'HEAD' ? null : answer.body, { status, headers });
  }

  /** The page of a form again, with what was typed and what is wrong, for a form posted without JavaScript. */
  async function renderForm(...[c, page, formResult, status]: Parameters<RenderForm>): Promise<Response> {
    const address = new URL(page, c.req.url);
    const context = {
      ...requestContext(),
      requestId: c.var.requestId,
      nonce: c.var.nonce,
      path: address.pathname,
      search: address.search,
      formResult,
    };
    const answer = await withRequestContext(context, () => processRequest(new Request(address)));
    const again = c.res.headers.get('retry-after') ?? (status === 503 ? retryAfterSeconds : undefined);
    const headers = { 'cache-control': 'no-store', ...(again ? { 'retry-after': again } : {}) };
    if (answer && answer.status < 500) {
      return new Response(answer.body, { status, headers: { ...Object.fromEntries(answer.headers), ...headers } });
    }
    void answer?.body?.cancel().catch(() => {});
    const typed = await typedFields(c);
    return plainForm(c, unsent, { ...formResult, fields: typed.length > 0 ? typed : Object.entries(formResult.values), status, headers });
  }
}

const unmade = {
  title: 'Temporarily unavailable',
  heading: 'This page is temporarily unavailable',
  reason: 'Part of the site did not respond in time.',
};

/** The request as its page gets it: what the page does not read is not in it. */
function withAddress(c: Context<AppEnv>): Request {
  const asked = new URL(c.req.url);
  const address = new URL(readAddress(asked.pathname + asked.search), asked);
  if (address.href === asked.href) return c.req.raw;
  return new Request(address, { method: c.req.method, headers: c.req.raw.headers, signal: c.req.raw.signal });
}

/** For who has METRICS_TOKEN; for everybody else there is nothing here. */
async function metrics(c: Context<AppEnv>): Promise<Response> {
  if (!(await mayScrape(c.req.header('authorization')))) return c.text('Not found', 404);
  const { metricsText, metricsType } = await import('#server/platform/metrics/scrape.ts');
  return c.body(await metricsText(), 200, { 'content-type': metricsType, 'cache-control': 'no-store' });
}

function sendErrorProblem(error: Error, c: Context<AppEnv>): Response {
  if ('getResponse' in error && typeof error.getResponse === 'function') return error.getResponse();
  log().error({ event: 'request.failed', requestId: c.var.requestId, err: error }, 'A request failed');
  return sendProblem(c, 'internal_error');
}
