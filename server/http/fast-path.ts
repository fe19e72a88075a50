import type { IncomingMessage, ServerResponse } from 'node:http';
import { confirmedAt, confirmVersion, currentVersion, newestVersion } from '#server/domain/projects/version.ts';
import { missingEncoding, type Representation, selectRepresentation } from '#server/http/cache/representation.ts';
import {
  type CachedResponse,
  getCached,
  getCachedPayload,
  inPairs,
  isCurrent,
  type RawHeaders,
} from '#server/http/cache/response-cache.ts';
import { logRequest } from '#server/http/middleware/request-log.ts';
import { lastKnown } from '#server/http/page/last-known.ts';
import { recordActivity } from '#server/platform/idle.ts';
import { countCached } from '#server/platform/metrics/instruments.ts';
import { addressOf } from '#server/platform/web/client-address.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { isPlainlyWelcome } from '#server/platform/web/negotiation.ts';
import { consumeRateLimit, type RateLimitState, rateLimitPolicy } from '#server/platform/web/rate-limit.ts';
import { answerPolicy, securityHeaderPairs } from '#server/platform/web/security-policy.ts';
import { requestIds } from '#server/platform/web/trace.ts';
import { readAddress } from '#src/schemas/page-queries.ts';

/** As in server/http/middleware/check-address.ts. */
const longestAddress = 4_096;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
type FastPathParts = {
  /** The build's files. */
  asset: (pathname: string) => CachedResponse | undefined;
  /** Everything else. */
  app: Listener;
};

/**
 * What every request meets first: an answer that is kept and certain to be of this moment is sent as it is, at nearly the
 * speed of a bare server; everything else goes to the app. While it is not certain (server/domain/projects/version.ts) the
 * database is asked for its version; while it cannot answer, the last known answer is sent and says so, unless it is of an
 * older version than the newest that this process has known: what was given out once is not taken back.
 */
export function createFastPath({ asset, app }: FastPathParts): Listener {
  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return app(request, response);
    // The app refuses it.
    if (url.length > longestAddress) return app(request, response);
    // It may lead to the list that a browser without scripts keeps (server/http/middleware/shortlist-cookie.ts).
    if (headers.cookie && url.startsWith('/shortlist')) return app(request, response);
    const answer = getCached(readAddress(url)) ?? fixed(url, asset);
    if (!answer || (isApi(url) && !isPlainlyWelcome(headers.accept, url))) return app(request, response);
    const isNow = isCurrent(answer, currentVersion());
    // To be compressed first; as it is where it may be the last that is known.
    if (isNow && missingEncoding(answer, headers['accept-encoding'] as string | undefined)) return app(request, response);
    if (isNow) return sendCached(request, response, answer, 'hit');
    if (currentVersion() !== undefined || answer.version === undefined) return app(request, response);
    return void sendIfCurrent(request, response, answer);
  };

  async function sendIfCurrent(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): Promise<void> {
    const version = await confirmVersion();
    if (version !== undefined)
      return void (isCurrent(answer, version) ? sendCached(request, response, answer, 'hit') : app(request, response));
    // What the router's client shows could not say so.
    const mayBeKnown = isCurrent(answer, newestVersion()) && !request.url?.startsWith('/RSC/');
    const known = mayBeKnown ? lastKnown(answer, confirmedAt()) : undefined;
    // What changed meanwhile counts.
    if (known && isCurrent(answer, newestVersion())) sendCached(request, response, known, 'stale');
    else app(request, response);
  }

  function sendCached(request: IncomingMessage, response: ServerResponse, answer: CachedResponse, kind: 'hit' | 'stale'): void {
    const limit = isApi(request.url ?? '') ? limitOf(request) : undefined;
    // Who asks too often is refused by the app.
    if (limit && !limit.allowed) app(request, response);
    else send({ request, response, answer, kind, limit });
  }
}

/** What does not depend on the database, whatever its query: the build's files, and what pages were made of. */
function fixed(url: string, asset: FastPathParts['asset']): CachedResponse | undefined {
  const end = url.indexOf('?');
  const pathname = end === -1 ? url : url.slice(0, end);
  return pathname.startsWith('/payload/') ? getCachedPayload(pathname.slice('/payload/'.length)) : asset(pathname);
}

type Sent = {
  request: IncomingMessage;
  response: ServerResponse;
  answer: CachedResponse;
  kind: 'hit' | 'stale';
  limit: RateLimitState | undefined;
};

function send({ request, response, answer, kind, limit }: Sent): void {
  const started = performance.now();
  const { headers: asked, method = 'GET', url = '' } = request;
  recordActivity(started);
  answer.hits += 1;
  countCached(kind);
  const presented = selectRepresentation(answer, {
    acceptEncoding: asked['accept-encoding'] as string | undefined,
    ifNoneMatch: asked['if-none-match'],
    ifModifiedSince: asked['if-modified-since'],
  });
  const { requestId, traceId } = requestIds(asked['x-request-id'] as string | undefined, asked.traceparent as string | undefined);
  const limits = limit ? ['ratelimit', limit.rateLimit] : [];
  response.writeHead(presented.status, [...headersOf(presented, limit !== undefined), ...limits, 'x-request-id', requestId]);
  response.end(method === 'HEAD' ? undefined : presented.body);
  logRequest({ requestId, traceId, method, path: url, status: presented.status, started, aborted: false, remembered: true });
}

function limitOf({ socket, headers }: IncomingMessage): RateLimitState {
  const forwardedFor = headers['x-forwarded-for'];
  return consumeRateLimit(addressOf(socket.remoteAddress, Array.isArray(forwardedFor) ? forwardedFor.join() : forwardedFor));
}

const complete = new WeakMap<Representation, RawHeaders>();

/** The headers of every answer, put together once; what differs by request is added when it is sent. */
function headersOf(presented: Representation, isOfApi: boolean): RawHeaders {
  let headers = complete.get(presented);
  if (!headers) {
    const names = new Set(inPairs(presented.headers).map(([name]) => name));
    const policy = names.has('content-security-policy') ? [] : ['content-security-policy', answerPolicy];
    const missing = securityHeaderPairs(isOfApi).filter(([name]) => !names.has(name));
    const limits = isOfApi ? ['ratelimit-policy', rateLimitPolicy()] : [];
    headers = [...presented.headers, ...missing.flat(), ...policy, ...limits];
    complete.set(presented, headers);
  }
  return headers;
}
