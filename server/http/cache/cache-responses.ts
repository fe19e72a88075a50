import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type Bytes, plainBody } from '#server/http/cache/compressed-bodies.ts';
import type { CacheEnv } from '#server/http/cache/renew-cached-responses.ts';
import { missingEncoding, selectRepresentation } from '#server/http/cache/representation.ts';
import { bodyOf } from '#server/http/cache/response-body.ts';
import {
  type CachedResponse,
  countHit,
  encodeResponse,
  getCached,
  hashOf,
  headerPairs,
  isCurrent,
  type RawHeaders,
  setCached,
  uncompressed,
  withHeader,
} from '#server/http/cache/response-cache.ts';
import { sameResults } from '#server/platform/database/recorded.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { env } from '#server/platform/env.ts';
import { countCacheLookup } from '#server/platform/metrics/instruments.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { compressible } from '#server/platform/web/encodings.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { isClearlyAcceptable } from '#server/platform/web/negotiation.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { stripUnknownParameters } from '#src/schemas/page-queries.ts';

/** Renders an address for the cache: as a whole, and without a client that waits for it. */
export type RenderInBackground = (address: string) => Promise<unknown>;

type CacheParts = {
  renderInBackground: RenderInBackground;
  /** The version of the data that responses are rendered from. */
  version: VersionWatch;
  /** Whether responses are stored. In development they are not, and only get their validators here. */
  isStoring: boolean;
};

/** Larger responses are not cached, in bytes. */
const maxBytes = 8_388_608;

/** A response that is being rendered. `result` is undefined if it cannot be shared with other requests. */
type InFlight = { context: Context<CacheEnv>; version: string | undefined; result: Promise<CachedResponse | undefined> };

const inFlight = new Map<string, InFlight>();

/** `response` may be served to everyone. `completeRender`: the page was streamed; settles once it has been rendered again as a whole. */
type Stored = { response: CachedResponse; completeRender?: undefined } | { response?: undefined; completeRender: Promise<unknown> };

/**
 * Caches responses with `Cache-Control: public`; server/http/fast-path.ts serves later requests from the cache. Concurrent requests
 * for the same response share one render: the others wait for it, RENDER_WAIT_MS at most. A streamed page goes only to the client
 * that requested it, and is rendered again, as a whole, for the cache.
 *
 * No client receives an older state of the catalogue than one that any client has seen. Before a response that was read from the
 * database is sent, PostgreSQL is asked for the version, and responses of older versions are no longer served, unless
 * `renewCachedResponses` finds that repeating their reads gives the same results.
 */
export function cacheResponses({ renderInBackground, version: watched, isStoring }: CacheParts) {
  return createMiddleware<CacheEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const { pathname, search } = new URL(c.req.url);
    const address = stripUnknownParameters(pathname + search);
    if (!isStoring || (isApi(pathname) && !isClearlyAcceptable(c.req.header('accept'), pathname))) {
      await next();
      return sendOnce(c, address);
    }
    const version = watched.lastReported();
    if (c.env?.background) {
      await next();
      await store(c, address, version);
      return;
    }

    const other = inFlight.get(address);
    // A request that passes through here twice must not wait for itself. A response of an older version may be stale.
    const canWait = other && other.context !== c && other.version === version;
    // Do not await unless there is something to wait for, so that the next request sees this one in flight.
    const cached = currentResponse(c, address, watched) ?? (canWait ? await waitFor(other, c, address) : undefined);
    if (cached) return send(c, address, cached);
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>();
    const own = { context: c, version, result: promise };
    if (inFlight.get(address)?.context !== c) inFlight.set(address, own);
    const finish = () => {
      resolve(undefined);
      if (inFlight.get(address) === own) inFlight.delete(address);
    };
    let completeRender: Promise<unknown> | undefined;
    c.set('cacheAddress', address);
    try {
      await next();
      const renewed = c.get('renewedResponse');
      countCacheLookup(renewed ? 'same' : 'miss');
      if (renewed) {
        resolve(renewed);
        return send(c, address, withRequestedEncoding(c, address, renewed));
      }
      const stored = await store(c, address, version);
      if (stored?.response) send(c, address, stored.response);
      completeRender = stored?.completeRender;
      resolve(stored?.response ?? completeRender?.then(() => currentResponse(c, address, watched)));
    } finally {
      if (completeRender) void completeRender.finally(finish);
      else finish();
    }
  });

  /** Caches the app's response if possible. @returns undefined if only the client that requested it may have it. */
  async function store(c: Context<CacheEnv>, address: string, version: string | undefined): Promise<Stored | undefined> {
    const { status, headers } = c.res;
    if (!isPublic(headers) || (status !== 200 && status !== 404)) return undefined;
    if (Number(headers.get('content-length')) > maxBytes) {
      await sendOnce(c, address);
      return undefined;
    }
    const context = requestContext();
    const isWorthRepeating = c.req.method === 'GET' && !c.env?.background && !context?.isIncomplete;
    if (context?.isStreamed) {
      if (context.usesDatabase) await watched.confirm();
      return isWorthRepeating ? { completeRender: renderInBackground(address).catch(() => {}) } : undefined;
    }
    const body = await bodyOf(c.res);
    if (body.byteLength === 0) return undefined;
    const rendered = toCachedResponse({ status, headers, body });
    const response = withRequestedEncoding(c, address, rendered);
    if (context?.isIncomplete || context?.omitsSlowPart) {
      if (isWorthRepeating) void renderInBackground(address);
      return { response: { ...response, headers: withHeader(response.headers, 'cache-control', 'no-store') } };
    }
    response.day = context?.day;
    response.payload = context?.payload;
    response.reads = context?.reads;
    const previous = getCached(address);
    response.isVolatile = previous !== undefined && previous.version !== version && !sameResults(previous.reads, response.reads);
    if (context?.usesDatabase) {
      response.version = await watched.confirm();
      if (response.version === undefined || response.version !== version) return { response };
    }
    if (plainBody(response.bodies).byteLength <= maxBytes) setCached(address, response);
    return { response };
  }
}

/** Headers that belong to one request, or that are set again each time the response is served. */
const uncachedHeaders = /^(?:x-request-id|date|connection|transfer-encoding|content-length|content-encoding|etag|last-modified|vary)$/;

type Rendered = { status: number; headers: Headers; body: Bytes };

function toCachedResponse({ status, headers, body }: Rendered): CachedResponse {
  const isText = compressible.test(headers.get('content-type') ?? '');
  const raw: RawHeaders = [...headers].filter(([name]) => !uncachedHeaders.test(name)).flat();
  const vary = [headers.get('vary'), isText ? 'Accept-Encoding' : ''].filter(Boolean).join(', ');
  if (vary) raw.push('vary', vary);
  const lastModified = headers.get('last-modified') ?? undefined;
  return { status, headers: raw, version: undefined, hash: hashOf(body), lastModified, ...uncompressed(body, isText), hits: 0 };
}

/** Returns the cached response in the encoding that the request accepts, if it is current. */
function currentResponse(c: Context<CacheEnv>, address: string, watched: VersionWatch): CachedResponse | undefined {
  const cached = getCached(address);
  return cached && isCurrent(cached, watched.current()) ? withRequestedEncoding(c, address, cached) : undefined;
}

/** Waits for another request's response. @returns undefined if it takes too long or cannot be shared. */
async function waitFor({ result }: InFlight, c: Context<CacheEnv>, address: string): Promise<CachedResponse | undefined> {
  const response = await withTimeout(env().RENDER_WAIT_MS, result).catch(() => undefined);
  return response && withRequestedEncoding(c, address, response);
}

/** Adds the body in the encoding that the request accepts. Background renders use Brotli, which browsers accept. */
function withRequestedEncoding(c: Context<CacheEnv>, address: string, response: CachedResponse): CachedResponse {
  const missing = missingEncoding(response, c.env?.background ? 'br' : c.req.header('accept-encoding'));
  return missing ? encodeResponse(address, response, missing) : response;
}

/** Adds validators to a response that is not cached, or answers 304. Pages may be streamed, so they get none. */
async function sendOnce(c: Context<CacheEnv>, address: string): Promise<void> {
  const { status, headers, body } = c.res;
  if (!body || !isPublic(headers) || status !== 200 || headers.get('content-type')?.startsWith('text/html')) return;
  send(c, address, toCachedResponse({ status, headers, body: Buffer.from(await c.res.arrayBuffer()) }));
}

function isPublic(headers: Headers): boolean {
  return /\bpublic\b/.test(headers.get('cache-control') ?? '');
}

function send(c: Context<CacheEnv>, address: string, response: CachedResponse): void {
  countHit(address, response);
  const { status, headers, body } = selectRepresentation(response, {
    acceptEncoding: c.req.header('accept-encoding'),
    ifNoneMatch: c.req.header('if-none-match'),
    ifModifiedSince: c.req.header('if-modified-since'),
  });
  // Otherwise Hono would add the headers of the previous response to this one.
  c.res = undefined;
  c.res = new Response(body ?? null, { status, headers: headerPairs(headers) });
}
