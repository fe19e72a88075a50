import type { IncomingMessage, ServerResponse } from 'node:http';
import { type KnownChanges, lacksChanges, type ReadChanges, renewIfUnaffected } from '#server/http/cache/renew-cached-responses.ts';
import { missingEncoding, type Representation, selectRepresentation } from '#server/http/cache/representation.ts';
import {
  type CachedResponse,
  countHit,
  getCached,
  getCachedPayload,
  headerPairs,
  isCurrent,
  type RawHeaders,
} from '#server/http/cache/response-cache.ts';
import { maxAddressLength } from '#server/http/middleware/check-address.ts';
import { logRequest } from '#server/http/middleware/request-log.ts';
import { lastKnown } from '#server/http/page/last-known.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { recordActivity } from '#server/platform/idle.ts';
import { countCacheLookup } from '#server/platform/metrics/instruments.ts';
import { addressOf } from '#server/platform/web/client-address.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { isClearlyAcceptable } from '#server/platform/web/negotiation.ts';
import { consumeRateLimit, type RateLimitState, rateLimitPolicy } from '#server/platform/web/rate-limit.ts';
import { nonPagePolicy, securityHeaderPairs } from '#server/platform/web/security-policy.ts';
import { requestIds } from '#server/platform/web/trace.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { stripUnknownParameters } from '#src/schemas/page-queries.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
type FastPathParts = {
  /** Finds one of the build's files. */
  asset: (pathname: string) => CachedResponse | undefined;
  /** Handles everything else. */
  app: Listener;
  /** The version of the data that responses are rendered from. */
  version: VersionWatch;
  /** The projects that changed between two versions: those that this process has read, and reading them. */
  changes: KnownChanges;
  readChanges: ReadChanges;
};

/** How long (ms) a request waits here for what a commit has changed. After that, the app repeats the reads of its response. */
const changesMs = 200;

/**
 * The first thing every request meets. A cached response that is known to be current, or that no change since can affect, is sent
 * unchanged, at nearly the speed of a bare server; everything else goes to the app. While the catalogue's version is uncertain
 * (server/platform/database/watch-version.ts), the database is asked for it. While the database cannot answer, the cached response
 * is sent with a notice of its age, provided it has the newest version that this process has seen: visitors never see the
 * catalogue go back in time.
 */
export function createFastPath({ asset, app, version, changes, readChanges }: FastPathParts): Listener {
  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return app(request, response);
    // The app rejects it.
    if (url.length > maxAddressLength) return app(request, response);
    // The cookie may hold a shortlist to redirect to (server/http/middleware/shortlist-cookie.ts).
    if (headers.cookie && url.startsWith('/shortlist')) return app(request, response);
    const address = stripUnknownParameters(url);
    const cached = getCached(address) ?? getUnversioned(url, asset);
    if (!cached || (isApi(url) && !isClearlyAcceptable(headers.accept, url))) return app(request, response);
    const current = version.current();
    const isUncertain = cached.version !== undefined && (current === undefined || lacksChanges(cached, current, changes));
    if (isUncertain) return void sendOnceCertain({ request, response, address, cached });
    sendIfValid({ request, response, address, cached }, current);
  };

  /** Returns a cached response that is valid for this version: the same one, or renewed if no change in between affects it. */
  function validFor(current: string | undefined, address: string, cached: CachedResponse): CachedResponse | undefined {
    if (isCurrent(cached, current)) return cached;
    return current === undefined ? undefined : renewIfUnaffected(address, cached, current, changes);
  }

  /** Sends the cached response, if it is valid for this version; otherwise the app handles the request. */
  function sendIfValid({ cached, ...sending }: Omit<Sending, 'kind'>, current: string | undefined): void {
    const { request, response, address } = sending;
    const valid = validFor(current, address, cached);
    // If an encoding is missing, the app compresses the response first.
    if (!valid || missingEncoding(valid, request.headers['accept-encoding'] as string | undefined)) app(request, response);
    else sendCached({ ...sending, cached: valid, kind: valid === cached ? 'hit' : 'same' });
  }

  /** The same once PostgreSQL has told which version is current, and which projects have changed since the response's. */
  async function sendOnceCertain({ cached, ...sending }: Omit<Sending, 'kind'>): Promise<void> {
    const { request, response } = sending;
    const confirmed = version.current() ?? (await version.confirm());
    if (confirmed !== undefined) {
      if (lacksChanges(cached, confirmed, changes)) await withTimeout(changesMs, readChanges(cached.version, confirmed)).catch(() => {});
      return sendIfValid({ ...sending, cached }, confirmed);
    }
    // One that may be stale is sent as it is, even uncompressed. A payload for the router's client has no room for the notice.
    const mayBeStale = isCurrent(cached, version.newest()) && !request.url?.startsWith('/RSC/');
    const stale = mayBeStale ? lastKnown(cached, version.confirmedAt()) : undefined;
    // Checked again: a newer version may have arrived meanwhile.
    if (stale && isCurrent(cached, version.newest())) sendCached({ ...sending, cached: stale, kind: 'stale' });
    else app(request, response);
  }

  function sendCached(sending: Sending): void {
    const limit = isApi(sending.request.url ?? '') ? consumeLimitOf(sending.request) : undefined;
    // The app rejects clients that exceed their rate limit.
    if (limit && !limit.allowed) app(sending.request, sending.response);
    else send(sending, limit);
  }
}

/** Finds what does not depend on the database, whatever its query: the build's files, and the payloads of pages. */
function getUnversioned(url: string, asset: FastPathParts['asset']): CachedResponse | undefined {
  const end = url.indexOf('?');
  const pathname = end === -1 ? url : url.slice(0, end);
  return pathname.startsWith('/payload/') ? getCachedPayload(pathname.slice('/payload/'.length)) : asset(pathname);
}

type Sending = {
  request: IncomingMessage;
  response: ServerResponse;
  /** The address that the response is cached under. */
  address: string;
  cached: CachedResponse;
  kind: 'hit' | 'same' | 'stale';
};

function send({ request, response, address, cached, kind }: Sending, limit: RateLimitState | undefined): void {
  const started = performance.now();
  const { headers, method = 'GET', url = '' } = request;
  recordActivity(started);
  countHit(address, cached);
  countCacheLookup(kind);
  const representation = selectRepresentation(cached, {
    acceptEncoding: headers['accept-encoding'] as string | undefined,
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  });
  const { status, body } = representation;
  const { requestId, traceId } = requestIds(headers['x-request-id'] as string | undefined, headers.traceparent as string | undefined);
  const limits = limit ? ['ratelimit', limit.rateLimit] : [];
  response.writeHead(status, [...headersOf(representation, limit !== undefined), ...limits, 'x-request-id', requestId]);
  response.end(method === 'HEAD' ? undefined : body);
  logRequest({ requestId, traceId, method, path: url, status, started, aborted: false, remembered: true });
}

function consumeLimitOf({ socket, headers }: IncomingMessage): RateLimitState {
  const forwardedFor = headers['x-forwarded-for'];
  return consumeRateLimit(addressOf(socket.remoteAddress, Array.isArray(forwardedFor) ? forwardedFor.join() : forwardedFor));
}

const completeHeaders = new WeakMap<Representation, RawHeaders>();

/** Returns a representation's headers with those that every response carries, built once. Excludes those that differ by request. */
function headersOf(representation: Representation, isOfApi: boolean): RawHeaders {
  let headers = completeHeaders.get(representation);
  if (!headers) {
    const names = new Set(headerPairs(representation.headers).map(([name]) => name));
    const policy = names.has('content-security-policy') ? [] : ['content-security-policy', nonPagePolicy];
    const missing = securityHeaderPairs(isOfApi).filter(([name]) => !names.has(name));
    const limits = isOfApi ? ['ratelimit-policy', rateLimitPolicy()] : [];
    headers = [...representation.headers, ...missing.flat(), ...policy, ...limits];
    completeHeaders.set(representation, headers);
  }
  return headers;
}
