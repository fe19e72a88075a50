import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { z } from 'zod';
import { describeApi } from '#server/api/openapi/document.ts';
import { receiveBody } from '#server/api/protocol/body.ts';
import { checkWriteOrigin } from '#server/api/protocol/other-sites.ts';
import { sendErrorProblem, sendMethodNotAllowed, sendProblem } from '#server/api/protocol/problem.ts';
import { contact, enterpriseContact, sendMessage } from '#server/api/rest/contact.ts';
import { newsletterForm, subscribe, unsubscribeLink } from '#server/api/rest/newsletter.ts';
import { type Route, route, type Site } from '#server/api/rest/route.ts';
import { carbonProjects, changes, portfolioMixes, projects } from '#server/api/rest/v1/projects.ts';
import { quoteRequests, quotes } from '#server/api/rest/v1/quotes.ts';
import { record } from '#server/api/rest/v1/record.ts';
import { webhooks } from '#server/api/rest/v1/webhooks.ts';
import { verifyForm } from '#server/api/rest/verify.ts';
import { rpc } from '#server/api/rpc/router.ts';
import { env } from '#server/platform/env.ts';
import { type AppEnv, onlyReads } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate } from '#server/platform/web/cache-headers.ts';

const openApi = route({
  at: 'GET /api/openapi.json',
  id: 'getOpenApi',
  tag: 'Description',
  summary: 'The OpenAPI document',
  description: 'OpenAPI 3.1, made from the schemas by which requests are checked.',
  response: { schema: z.looseObject({ openapi: z.string() }) },
  answer: (c) => c.json(openApiDocument(env().PUBLIC_URL), 200, alwaysRevalidate),
});

/** Every route under /api besides /api/trpc. Those that are published come first; a page of /developers has its calls in this order. */
export const routes: readonly Route[] = [
  ...projects,
  changes,
  portfolioMixes,
  sendMessage,
  ...quotes,
  ...record,
  ...webhooks,
  subscribe,
  carbonProjects,
  contact,
  openApi,
  enterpriseContact,
  newsletterForm,
  ...unsubscribeLink,
  quoteRequests,
  verifyForm,
];

const documents = new Map<string, ReturnType<typeof describeApi>>();

/** Returns the OpenAPI document of the API at a public address, made once for each. */
export function openApiDocument(publicUrl: string): ReturnType<typeof describeApi> {
  const document = documents.get(publicUrl) ?? describeApi(routes, publicUrl);
  documents.set(publicUrl, document);
  return document;
}

/** How long (ms) an answer may take, but for a form with a file. Queries have limits of their own, which are much shorter. */
const answerLimitMs = 30_000;

/** Builds the app under /api: the middleware that each request passes through, in order, and the routes. */
export function api(site: Site) {
  const app = new Hono<AppEnv>();

  app.use((c, next) => (onlyReads(c.req.method, c.var.address) ? next() : checkWriteOrigin(c, next)));
  const local = ({ path }: Route) => path.slice('/api'.length);
  const mount = (mounted: readonly Route[]) => {
    for (const route of mounted) app.on(route.method, local(route), (c) => route.handle(c, site));
  };
  // These read the body themselves.
  mount(routes.filter(({ readsBodyItself }) => readsBodyItself));
  app.use(receiveBody);
  // The time counts from when the whole request has arrived.
  app.use(timeout(answerLimitMs, new HTTPException(504)));
  mount(routes.filter(({ readsBodyItself }) => !readsBodyItself));
  for (const path of new Set(routes.map(local))) app.all(path, methodNotAllowed);
  app.route('/trpc', rpc);
  app.all('/trpc/*', methodNotAllowed);
  app.all('*', (c) => sendProblem(c, 'not_found'));
  // Of the framework's own exceptions there is only that of `timeout`.
  app.onError((error, c) => (error instanceof HTTPException ? sendProblem(c, 'timed_out') : sendErrorProblem(c, error)));
  return app;
}

/** Answers 405 and names the allowed methods, or sends a browser that asks for the address of a form to the form's page (303). */
function methodNotAllowed(c: Context<AppEnv>): Response {
  const { form: page } = c.var.address ?? {};
  if (page) c.header('vary', 'Accept', { append: true });
  const isBrowser = ['GET', 'HEAD'].includes(c.req.method) && c.req.header('accept')?.includes('text/html');
  if (page && isBrowser) return c.redirect(page, 303);
  return sendMethodNotAllowed(c);
}
