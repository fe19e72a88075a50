import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { openApiDocument } from '#server/api/openapi/document.ts';
import { acceptable } from '#server/api/protocol/acceptable.ts';
import { methodNotAllowed, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { receiveBody } from '#server/api/protocol/receive-body.ts';
import { checkWriteOrigin } from '#server/api/protocol/write-origins.ts';
import { carbonProjects } from '#server/api/rest/carbon-projects.ts';
import { contact, postJsonMessage } from '#server/api/rest/contact.ts';
import { enterpriseContact } from '#server/api/rest/enterprise-contact.ts';
import type { RenderForm } from '#server/api/rest/html-form.ts';
import { newsletter, postJsonSubscription } from '#server/api/rest/newsletter.ts';
import { quoteRequests } from '#server/api/rest/quote-request.ts';
import { unsubscribeLink } from '#server/api/rest/unsubscribe.ts';
import { changes } from '#server/api/rest/v1/changes.ts';
import { projects } from '#server/api/rest/v1/projects.ts';
import { quotes } from '#server/api/rest/v1/quotes.ts';
import { record } from '#server/api/rest/v1/record.ts';
import { verify } from '#server/api/rest/verify.ts';
import { rpc } from '#server/api/rpc/http.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate } from '#server/platform/web/conditional-requests.ts';

/** How long (ms) an answer may take. Queries have limits of their own, which are much shorter. */
const answerLimitMs = 30_000;

/** Builds the app under /api: the middleware that each request passes through, in order, then the resources. */
export function api(renderForm: RenderForm) {
  const { PUBLIC_URL } = env();
  const app = new Hono<AppEnv>();

  app.use(checkWriteOrigin);
  app.route('/enterprise-contact', enterpriseContact(renderForm)); // Takes a file, so it has its own limits of size and time.
  app.use(receiveBody);
  // Counted from when the whole request has arrived.
  app.use(timeout(answerLimitMs, new HTTPException(504)));

  app.route('/carbon-projects', carbonProjects);
  app.route('/contact', contact(renderForm));
  app.route('/newsletter/unsubscribe', unsubscribeLink);
  app.route('/newsletter', newsletter(renderForm));
  app.route('/quote-request', quoteRequests(renderForm));
  app.route('/verify', verify(renderForm));
  app
    .get('/openapi.json', acceptable('application/json'), (c) => c.json(openApiDocument(PUBLIC_URL), 200, alwaysRevalidate))
    .all('/openapi.json', methodNotAllowed);
  app.route('/v1', projects);
  app.route('/v1', quotes);
  app.route('/v1/record', record);
  app.route('/v1/changes', changes);
  app.post('/v1/contact', postJsonMessage).all('/v1/contact', methodNotAllowed);
  app.post('/v1/newsletter', postJsonSubscription).all('/v1/newsletter', methodNotAllowed);
  app.route('/rpc', rpc);

  app.all('*', (c) => sendProblem(c, 'not_found'));
  app.onError(handleError);
  return app;
}

function handleError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof HTTPException && error.status === 504) return sendProblem(c, 'timed_out');
  return sendErrorProblem(c, error, c.req.path);
}
