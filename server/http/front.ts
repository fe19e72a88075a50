import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from '#server/http/client-address.ts';
import { missingEncoding, type Presented, present } from '#server/http/present.ts';
import { inPairs, type RawHeaders, type Remembered, recall, recallPayload, withHeader } from '#server/http/remembered.ts';
import { logRequest } from '#server/http/request-log.ts';
import { answerPolicy, securityHeaderPairs } from '#server/http/security-headers.ts';
import { rateLimitPolicy, type Taken, takeRead } from '#server/http/take-read.ts';
import { requestIds } from '#server/http/trace.ts';
import { noteVisit } from '#server/http/when-quiet.ts';
import { countRemembered } from '#server/metrics/instruments.ts';
import { confirmVersion, currentVersion } from '#server/projects/version.ts';
import { isPlainlyWelcome } from '#server/rest/acceptable.ts';
import { isApi } from '#server/rest/methods.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
type FrontParts = {
  /** The build's files. */
  asset: (pathname: string) => Remembered | undefined;
  /** Everything else. */
  app: Listener;
};

/**
 * What every request meets first: an answer that is kept and certain to be of this moment is sent as it is, at nearly the
 * speed of a bare server; everything else goes to the app. While it is not certain (server/projects/version.ts) the
 * database is asked for its version; while it cannot answer, the last known answer is sent and says so.
 */
export function createFront({ asset, app }: FrontParts): Listener {
  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return app(request, response);
    const answer = recall(url) ?? fixed(url, asset);
    if (!answer || (isApi(url) && !isPlainlyWelcome(headers.accept))) return app(request, response);
    const isCurrent = answer.version === undefined || answer.version === currentVersion();
    // To be compressed first; as it is where it may be the last that is known.
    if (isCurrent && missingEncoding(answer, headers['accept-encoding'] as string | undefined)) return app(request, response);
    if (isCurrent) return give(request, response, answer, 'hit');
    if (currentVersion() !== undefined) return app(request, response);
    return void giveIfCurrent(request, response, answer);
  };

  async function giveIfCurrent(request: IncomingMessage, response: ServerResponse, answer: Remembered): Promise<void> {
    const version = await confirmVersion();
    if (version === answer.version) give(request, response, answer, 'hit');
    else if (version === undefined) give(request, response, lastKnown(answer), 'stale');
    else app(request, response);
  }

  function give(request: IncomingMessage, response: ServerResponse, answer: Remembered, kind: 'hit' | 'stale'): void {
    const limit = isApi(request.url ?? '') ? limitOf(request) : undefined;
    // Who asks too often is refused by the app.
    if (limit && !limit.allowed) app(request, response);
    else send({ request, response, answer, kind, limit });
  }
}

/** What does not depend on the database, whatever its query: the build's files, and what pages were made of. */
function fixed(url: string, asset: FrontParts['asset']): Remembered | undefined {
  const end = url.indexOf('?');
  const pathname = end === -1 ? url : url.slice(0, end);
  return pathname.startsWith('/payload/') ? recallPayload(pathname.slice('/payload/'.length)) : asset(pathname);
}

type Sent = { request: IncomingMessage; response: ServerResponse; answer: Remembered; kind: 'hit' | 'stale'; limit: Taken | undefined };

function send({ request, response, answer, kind, limit }: Sent): void {
  const started = performance.now();
  const { headers: asked, method = 'GET', url = '' } = request;
  noteVisit();
  answer.hits += 1;
  countRemembered(kind);
  const presented = present(answer, {
    acceptEncoding: asked['accept-encoding'] as string | undefined,
    ifNoneMatch: asked['if-none-match'],
    ifModifiedSince: asked['if-modified-since'],
  });
  const { requestId, traceId } = requestIds(asked['x-request-id'] as string | undefined, asked.traceparent as string | undefined);
  response.writeHead(presented.status, headersOf(presented, requestId, limit));
  response.end(method === 'HEAD' ? undefined : presented.body);
  logRequest({ requestId, traceId, method, path: url, status: presented.status, started, aborted: false, remembered: true });
}

function limitOf({ socket, headers }: IncomingMessage): Taken {
  const forwardedFor = headers['x-forwarded-for'];
  return takeRead(addressOf(socket.remoteAddress, Array.isArray(forwardedFor) ? forwardedFor.join() : forwardedFor));
}

const complete = new WeakMap<Presented, RawHeaders>();

/**
 * With the headers of every answer, put together once; what differs by request stands at their end. Node has read them
 * when `writeHead` returns, so the next request may have the same list.
 */
function headersOf(presented: Presented, requestId: string, limit: Taken | undefined): RawHeaders {
  let headers = complete.get(presented);
  if (!headers) {
    const names = new Set(inPairs(presented.headers).map(([name]) => name));
    const policy = names.has('content-security-policy') ? [] : ['content-security-policy', answerPolicy];
    const missing = securityHeaderPairs().filter(([name]) => !names.has(name));
    const limits = limit ? ['ratelimit-policy', rateLimitPolicy(), 'ratelimit', ''] : [];
    headers = [...presented.headers, ...missing.flat(), ...policy, ...limits, 'x-request-id', ''];
    complete.set(presented, headers);
  }
  headers[headers.length - 1] = requestId;
  if (limit) headers[headers.length - 3] = limit.rateLimit;
  return headers;
}

const marked = new WeakMap<Remembered, Remembered>();

/** The answer as the last one that is known, for as long as the database cannot say whether it still is right. */
function lastKnown(answer: Remembered): Remembered {
  let known = marked.get(answer);
  if (!known) {
    const headers = withHeader(answer.headers, 'cache-control', 'no-store');
    known = { ...answer, headers: [...headers, 'carma-last-known', answer.madeAt.toISOString()] };
    marked.set(answer, known);
  }
  return known;
}
