import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { checkWriteOrigin } from '#server/api/protocol/access.ts';
import { receiveBody } from '#server/api/protocol/body.ts';
import { sendErrorProblem, sendMethodNotAllowed, sendProblem } from '#server/api/protocol/problem.ts';
import type { Route, Site } from '#server/api/rest/route.ts';
import { routes } from '#server/api/routes.ts';
import { rpc } from '#server/api/rpc/router.ts';
import { type AppEnv, onlyReads } from '#server/platform/web/app-env.ts';

/** How long (ms) an answer may take. Queries have limits of their own, which are much shorter. */
const answerLimitMs = 30_000;

/** Builds the app under /api: the middleware that each request passes through, in order, and the routes. */
export function api(site: Site) {
  const app = new Hono<AppEnv>();

  app.use((c, next) => (onlyReads(c.req.method, c.var.address) ? next() : checkWriteOrigin(c, next)));
  mount(routes.filter(({ receivesBody }) => receivesBody));
  app.use(receiveBody);
  // The time counts from when the whole request has arrived.
  app.use(timeout(answerLimitMs, new HTTPException(504)));
  mount(routes.filter(({ receivesBody }) => !receivesBody));
  app.route('/trpc', rpc);
  app.all('/trpc/*', methodNotAllowed);
  app.all('*', (c) => sendProblem(c, 'not_found'));
  app.onError(handleError);
  return app;

  function mount(mounted: readonly Route[]): void {
    const local = ({ path }: Route) => path.slice('/api'.length);
    for (const route of mounted) app.on(route.method, local(route), (c) => route.handle(c, site));
    for (const path of new Set(mounted.map(local))) app.all(path, methodNotAllowed);
  }
}

/** Answers 405 and names the allowed methods, or sends a browser that asks for the address of a form to the form's page (303). */
function methodNotAllowed(c: Context<AppEnv>): Response {
  const { form: page } = c.var.address ?? {};
  if (page) c.header('vary', 'Accept', { append: true });
  const isBrowser = ['GET', 'HEAD'].includes(c.req.method) && c.req.header('accept')?.includes('text/html');
  if (page && isBrowser) return c.redirect(page, 303);
  return sendMethodNotAllowed(c);
}

function handleError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof HTTPException && error.status === 504) return sendProblem(c, 'timed_out');
  return sendErrorProblem(c, error, c.req.path);
}
