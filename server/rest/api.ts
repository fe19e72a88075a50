import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { env } from '#server/env.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import { carbonProjects } from '#server/rest/carbon-projects.ts';
import { contact, postJsonMessage, type RenderForm } from '#server/rest/contact.ts';
import { enterpriseContact } from '#server/rest/enterprise-contact.ts';
import { allowedMethods } from '#server/rest/methods.ts';
import { newsletter, postJsonSubscription } from '#server/rest/newsletter.ts';
import { openApi } from '#server/rest/openapi.ts';
import { answerFault, methodNotAllowed, refuse } from '#server/rest/problem.ts';
import { quoteRequests } from '#server/rest/quote-request.ts';
import { unsubscribeLink } from '#server/rest/unsubscribe.ts';
import { changes } from '#server/rest/v1-changes.ts';
import { projects } from '#server/rest/v1-projects.ts';
import { isListedOrigin, writeOrigins } from '#server/rest/write-origins.ts';
import { rpc } from '#server/rpc/http.ts';

/** Headers that a script on another site may read. */
const exposed = [
  ...['ETag', 'Link', 'Last-Modified', 'Content-Disposition', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  ...['X-Request-Id', 'Idempotency-Replayed', 'Allow'],
];
/** Seconds for which a browser keeps the answer to a preflight. */
const preflightSeconds = 86_400;

/** Everything under /api: what each request passes, top to bottom, then the resources. */
export function api(renderForm: RenderForm) {
  const { REQUEST_TIMEOUT_MS, BODY_LIMIT_BYTES } = env();
  const app = new Hono<AppEnv>();

  app.use(allow, otherOrigins);
  app.use(writeOrigins);
  // A body that is late is refused with 408 first (connections.ts looks every second); what is late after it is our fault.
  app.use(timeout(REQUEST_TIMEOUT_MS + 2_000, new HTTPException(504)));
  app.route('/enterprise-contact', enterpriseContact(renderForm)); // Takes a file, so it has a body limit of its own.
  app.use(
    bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: (c) => refuse(c, 'body_too_large', { detail: `At most ${BODY_LIMIT_BYTES} bytes.` }) }),
  );

  app.route('/carbon-projects', carbonProjects);
  app.route('/contact', contact(renderForm));
  app.route('/newsletter/unsubscribe', unsubscribeLink);
  app.route('/newsletter', newsletter(renderForm));
  app.route('/quote-request', quoteRequests(renderForm));
  app.route('/openapi.json', openApi);
  app.route('/v1', projects);
  app.route('/v1/changes', changes);
  app.post('/v1/contact', postJsonMessage).all('/v1/contact', methodNotAllowed);
  app.post('/v1/newsletter', postJsonSubscription).all('/v1/newsletter', methodNotAllowed);
  app.route('/rpc', rpc);

  app.all('*', (c) => refuse(c, 'not_found'));
  app.onError(answerError);
  return app;
}

const allow = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'OPTIONS') c.header('allow', allowedMethods(c.req.path));
  await next();
});

const forOthers = {
  allowMethods: (_origin: string, c: Context) => allowedMethods(c.req.path).split(', '),
  allowHeaders: ['Accept', 'Content-Type', 'Idempotency-Key', 'If-Modified-Since', 'If-None-Match', 'X-Request-Id'],
  exposeHeaders: exposed,
  maxAge: preflightSeconds,
};
const openToAll = cors({ ...forOthers, origin: '*' });
const openToListed = cors({ ...forOthers, origin: (origin) => (isListedOrigin(origin) ? origin : null) });

/** Any site may read. Those of API_WRITE_ORIGINS may write. No answer depends on a cookie. */
const otherOrigins = createMiddleware<AppEnv>((c, next) => {
  if (asksToWrite(c)) return openToListed(c, next);
  c.header('cross-origin-resource-policy', 'cross-origin');
  return openToAll(c, next);
});

function asksToWrite(c: Context): boolean {
  const method = c.req.method === 'OPTIONS' ? (c.req.header('access-control-request-method') ?? 'GET') : c.req.method;
  return method !== 'GET' && method !== 'HEAD';
}

function answerError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof HTTPException && error.status === 504) return refuse(c, 'timed_out');
  return answerFault(c, error, c.req.path);
}
