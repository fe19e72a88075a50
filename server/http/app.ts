import { type Context, Hono } from 'hono';
import { env } from '#server/env.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { assets } from '#server/http/assets.ts';
import { catalogueFiles } from '#server/http/catalogue-files.ts';
import { compress } from '#server/http/compress.ts';

import { type Contents, discovery } from '#server/http/discovery.ts';
import { guards } from '#server/http/guards.ts';
import { health } from '#server/http/health.ts';
import { limitRequests } from '#server/http/limit-requests.ts';
import { pictures } from '#server/http/pictures.ts';
import { requestContext, withRequestContext } from '#server/http/request-context.ts';
import { requestLog } from '#server/http/request-log.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { log } from '#server/log.ts';
import { listProjectPages } from '#server/projects/list-pages.ts';
import { api } from '#server/rest/api.ts';
import type { RenderForm } from '#server/rest/contact.ts';
import { refuse } from '#server/rest/problem.ts';

type AppParts = {
  /** Waku: renders pages and answers the router's requests; null for what it does not know. */
  processRequest: (request: Request) => Promise<Response | null>;
  /** The built files; undefined in development, where Vite serves them. */
  publicDir: string | undefined;
  /** Pages and articles, for the sitemap and the feed. */
  contents: Contents;
};

/** Everything a request passes, from top to bottom. The same app runs in development and in production. */
export function createApp({ processRequest, publicDir, contents }: AppParts): Hono<AppEnv> {
  const { PUBLIC_URL, SCHEDULER_SCRIPT_URL, SCHEDULER_URL, READY_TIMEOUT_MS } = env();
  const app = new Hono<AppEnv>();

  app.use(requestLog);
  app.use(securityHeaders({ https: PUBLIC_URL.startsWith('https:'), schedulerOrigins: origins(SCHEDULER_SCRIPT_URL, SCHEDULER_URL) }));
  app.use(compress);
  app.use('/api/*', limitRequests);
  app.use(guards);
  app.route('/', health(READY_TIMEOUT_MS));
  if (publicDir) app.use(assets(publicDir));
  app.route('/pictures', pictures);
  app.route('/', discovery({ publicUrl: PUBLIC_URL, ...contents, listProjectPages }));
  app.route('/', catalogueFiles(PUBLIC_URL));

  app.route('/api', api(renderForm));

  app.use(renderPage);
  app.onError(answerFault);
  return app;

  async function renderPage(c: Context<AppEnv>): Promise<Response> {
    const answer = await processRequest(c.req.raw);
    if (!answer) return c.text('Not found', 404);
    const headers = new Headers(answer.headers);
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
    // Waku answers its own not-found page with 200 when it is asked for by name.
    const status = c.req.path === '/404' ? 404 : answer.status;
    return new Response(c.req.method === 'HEAD' ? null : answer.body, { status, headers });
  }

  /** The page of a form again, with what was typed and what is wrong, for a form posted without JavaScript. */
  async function renderForm(...[c, page, formResult, status]: Parameters<RenderForm>): Promise<Response> {
    const address = new URL(page, c.req.url);
    const context = { ...requestContext(), requestId: c.var.requestId, nonce: c.var.nonce, path: address.pathname, formResult };
    const answer = await withRequestContext(context, () => processRequest(new Request(address)));
    return new Response(answer?.body ?? null, {
      status,
      headers: {
        ...Object.fromEntries(answer?.headers ?? []),
        'cache-control': 'no-store',
        ...(c.res.headers.has('retry-after') ? { 'retry-after': c.res.headers.get('retry-after') ?? '' } : {}),
      },
    });
  }
}

function origins(...addresses: string[]): string[] {
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

function answerFault(error: Error, c: Context<AppEnv>): Response {
  if ('getResponse' in error && typeof error.getResponse === 'function') return error.getResponse();
  log().error({ event: 'request.failed', requestId: c.var.requestId, err: error }, 'A request failed');
  return refuse(c, 'internal_error');
}
