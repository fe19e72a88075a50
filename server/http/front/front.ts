import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isAboutVisitor, withoutUnusedParameters } from '#server/http/addresses.ts';
import type { VersionWatch } from '#server/platform/database/data-version.ts';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { failedWrites, requestDurations } from '#server/platform/metrics.ts';
import { type RequestContext, withRequestContext } from '#server/platform/request-context.ts';
import { type AddressAt, type AppEnv, isAcceptable, onlyReads } from '#server/platform/web/app-env.ts';
import { addressOf, callsOf, countRequests, widestNetwork } from '#server/platform/web/clients.ts';
import { countingUnread } from '#server/platform/web/gate.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { maxAddressLength } from '#shared/schemas/limits.ts';
import { hasLongHeader, isWellFormed, reject } from './connections.ts';
import { maxWholeBytes, type ResponseCache } from './ready-responses.ts';
import { inParts, isPublic, readWhole, send, type WholeResponse } from './whole-response.ts';

type FrontParts = {
  /** Finds a file of the build (`openBuildFiles`). */
  file: (path: string) => WholeResponse | undefined;
  /** Makes every other response. */
  app: { fetch: (request: Request, bindings: AppEnv['Bindings']) => Response | Promise<Response> };
  /** The version of the data that responses are made from. */
  version: VersionWatch;
  /** Finds what is declared of a path (`addressFinder`). */
  addressAt: AddressAt;
  /** The cache; undefined in development. */
  cache: ResponseCache | undefined;
};

/** A response being made, undefined if it can't be shared. `isRemaking`: it is a page that was late, made once more for the cache. */
type BeingMade = { response: Promise<WholeResponse | undefined>; isRemaking?: boolean };

/**
 * What the app has made: a whole response, or one that is sent while it is read, because its page is late or it is too large.
 * `isCached`: it is in the cache now. `lacksData`: the database did not give what belongs in it.
 */
type Made = { whole?: WholeResponse; response?: Response; isLate?: boolean; isCached?: boolean | undefined; lacksData?: boolean };

/** How many late pages are made once more at a time. Another is only made again for its next visitor. */
const maxRemakings = 2;

/**
 * What every request meets first, in development as in production. Who owns an address is decided here, in this order: a file of the
 * build, a cached response, the app (a route of the server, else a page of the router). The front gives every response its id, log line,
 * security headers and, of the API, the client's limit. When the app lacks the data for a page, the cached one is sent instead, with a
 * notice of its age.
 */
export function createFront({ file, app, version, addressAt, cache }: FrontParts): RequestListener {
  const { PUBLIC_URL } = env();
  const hostname = new URL(PUBLIC_URL).host;
  /** By version and address. */
  const beingMade = new Map<string, BeingMade>();
  let remakings = 0;

  return (request, response) => {
    if (!isWellFormed(request)) return reject(response, 400);
    if (hasLongHeader(request)) return reject(response, 431);
    const visit = describeVisit(request, response, addressAt);
    logRequest(visit);
    const ready = (visit.isRead && file(visit.path)) || cached(visit);
    if (ready) return send(visit, ready);
    // Requests in HTTP/1.0 may name no host.
    const listener = getRequestListener((asked, bindings) => answer(visit, asked, bindings as HttpBindings), { hostname });
    return void listener(request, response);
  };

  /** Returns the cached response, the current one or the last one of whatever version, and notes in the visit whether there is one. */
  function cached(visit: Visit, find: 'current' | 'lastKnown' = 'current'): WholeResponse | undefined {
    const found = visit.address === undefined ? undefined : cache?.[find](visit.address);
    visit.isFromCache = found !== undefined;
    return found;
  }

  /** Sends the response that is being made for another request, if it comes soon; otherwise has one made. */
  async function answer(visit: Visit, asked: Request, bindings: HttpBindings): Promise<Response> {
    const key = `${version.current()} ${visit.address}`;
    const pending = visit.address === undefined ? undefined : beingMade.get(key);
    // Nobody waits for a page that is known to be late: its beginning, or what is cached of it, is there at once.
    const othersAnswer = pending?.isRemaking
      ? cached(visit, 'lastKnown')
      : pending && (await withTimeout(limits.renderWaitMs, pending.response, 'The page').catch(() => undefined));
    if (othersAnswer) {
      visit.isFromCache = true;
      send(visit, othersAnswer);
      return RESPONSE_ALREADY_SENT;
    }
    const { promise, resolve } = Promise.withResolvers<WholeResponse | undefined>();
    const mayBeAwaited = cache !== undefined && visit.address !== undefined && !beingMade.has(key);
    if (mayBeAwaited) beingMade.set(key, { response: promise });
    let forOthers: WholeResponse | undefined;
    let remaking: Promise<WholeResponse | undefined> | undefined;
    try {
      const overLimit = visit.limit?.wait ? { overLimitSeconds: visit.limit.wait } : {};
      // The response to HEAD is that to GET without its body.
      const request = asked.method === 'HEAD' ? new Request(asked.url, { headers: asked.headers }) : asked;
      const made = await make(visit, request, { ...bindings, ...overLimit, askedAt: visit.askedAt });
      if (made.isCached) forOthers = made.whole;
      // A late page is made once more, whole, for the cache; nobody else has it made for the cache meanwhile.
      if (mayBeAwaited && made.isLate && version.current() !== undefined && remakings < maxRemakings) remaking = makeForCache(visit);
      const instead = made.isLate || made.lacksData ? cached(visit, 'lastKnown') : undefined;
      if (!instead && made.response) return inParts(visit, made.response, { isLate: made.isLate });
      void made.response?.body?.cancel().catch(() => {});
      const whole = instead ?? made.whole;
      // Only what the cache does not hold takes memory of its own until the client has read it.
      if (whole && !instead && !made.isCached) countingUnread(visit.client(), visit.response)(whole.body.byteLength);
      if (whole) send(visit, whole);
      return RESPONSE_ALREADY_SENT;
    } finally {
      resolve(forOthers);
      if (remaking) beingMade.set(key, { response: remaking.finally(() => beingMade.delete(key)), isRemaking: true });
      else if (mayBeAwaited) beingMade.delete(key);
    }
  }

  /** Lets the app make a response, and caches it if it may be cached. What asks the database, or goes without, notes that in `context`. */
  async function make(visit: Visit, asked: Request, bindings: AppEnv['Bindings']): Promise<Made> {
    const context = contextOf(visit, bindings);
    // Before the app runs: what it reads is never older than the version that the response is stored under.
    const store = cache?.reserve();
    const response = await withRequestContext(context, () => app.fetch(asked, bindings));
    const length = response.headers.get('content-length');
    const isLate = length === null && response.status === 200 && isPublic(response.headers) && isPage(response.headers);
    // Nobody who has seen or changed something gets an older response afterwards. A late page has not shown its data yet.
    const hasData = context.usesDatabase && !context.isIncomplete && response.status < 500;
    if (hasData && !isLate) await version.ask();
    if (isLate || Number(length) > maxWholeBytes) return { response, isLate };
    const whole = await readWhole(response, context);
    if (context.isIncomplete) return { whole: { ...whole, headers: { ...whole.headers, 'cache-control': 'no-store' } }, lacksData: true };
    const isCached = visit.address !== undefined && store?.(visit.address, whole);
    return { whole, isCached, lacksData: whole.status >= 500 };
  }

  /** Makes the response of a visit again, with nobody waiting for it. @returns undefined if it can't be cached. */
  async function makeForCache(visit: Visit): Promise<WholeResponse | undefined> {
    remakings += 1;
    try {
      const made = await make(visit, new Request(new URL(visit.address ?? '/', PUBLIC_URL)), { isOwnRequest: true });
      if (made.isCached) return made.whole;
      await made.response?.body?.cancel();
    } catch (error) {
      log().error({ event: 'request.failed', requestId: visit.ids.requestId, err: error }, 'A late page could not be made for the cache');
    } finally {
      remakings -= 1;
    }
    return undefined;
  }
}

/** One request on its way through the front. */
export type Visit = ReturnType<typeof describeVisit>;

/** Describes a request, and counts it against its client's limit if it is one to the API. */
function describeVisit(request: IncomingMessage, response: ServerResponse, addressAt: AddressAt) {
  const { method, url = '/', headers, socket } = request;
  const [path = '/'] = url.split('?', 1);
  const declared = addressAt(path);
  const isRead = method === 'GET' || method === 'HEAD';
  const address = withoutUnusedParameters(url, declared);
  const clientAddress = () => addressOf({ connection: socket.remoteAddress, forwardedFor: joined(headers['x-forwarded-for']) });
  const limit = declared.api && method !== 'OPTIONS' ? countRequests(clientAddress(), { calls: callsOf(path, declared) }) : undefined;
  const mayBeCached =
    isRead &&
    // The cookie may hold a shortlist to redirect to (server/http/routes/shortlist-cookie.ts).
    !isAboutVisitor(declared, address, { hasCookie: headers.cookie !== undefined }) &&
    !limit?.wait &&
    declared.kind !== 'live' &&
    url.length <= maxAddressLength &&
    (!declared.api || isAcceptable(headers.accept, declared.type ?? 'application/json'));
  const negotiation = {
    isHead: method === 'HEAD',
    /** Whether its address is one of many that a client can vary at will, so that hardly anybody asks for it again. */
    isVaried: url.includes('?'),
    acceptEncoding: joined(headers['accept-encoding']),
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  };
  return {
    ids: requestIds({ callerId: joined(headers['x-request-id']), traceparent: joined(headers.traceparent) }),
    request,
    response,
    /** When it arrived (performance.now()). */
    askedAt: performance.now(),
    /** The path that was asked for, and what is declared of it. */
    path,
    declared,
    isRead,
    /** The address under which its response may be cached; undefined if it may neither be cached nor come from the cache. */
    address: mayBeCached ? address : undefined,
    /** The client's limit of requests to the API; undefined outside it. */
    limit,
    /** Whose share of a gate it uses. */
    client: () => widestNetwork(clientAddress()),
    negotiation,
    /** Whether its response came from the cache. */
    isFromCache: false,
  };
}

/** Node's types allow several values for headers that it joins into one. */
const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join() : value);

/** A UUID or other hexadecimal id, or a ULID: the forms that proxies generate, in which personal data cannot be hidden. */
const wellFormedId = /^(?:[0-9a-f-]{8,64}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;
/** W3C Trace Context, section 3.2: version, trace id, parent id, flags; later versions than 00 may add more. */
const traceParent = /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

type CallerIds = { callerId?: string | undefined; traceparent?: string | undefined };

/**
 * Returns the ids of a request. Its id is the caller's `X-Request-Id`, otherwise the trace id of `traceparent`, otherwise a new
 * UUID. Malformed values are ignored.
 */
export function requestIds({ callerId, traceparent }: CallerIds): { requestId: string; traceId?: string } {
  const traceId = traceparent ? traceParent.exec(traceparent)?.[1] : undefined;
  const requestId = callerId && wellFormedId.test(callerId) ? callerId : (traceId ?? randomUUID());
  return traceId ? { requestId, traceId } : { requestId };
}

/** Returns the context in which a request is served. All but a file (`kind`) and what is posted may wait for the database only briefly. */
function contextOf({ ids, isRead, declared }: Visit, { isOwnRequest }: AppEnv['Bindings']): RequestContext {
  const isBrief = isRead && !isOwnRequest && declared.kind !== 'file';
  return { ...ids, databaseMs: isBrief ? limits.databaseReadLimitMs : limits.databaseWriteLimitMs };
}

const isPage = (headers: Headers) => headers.get('content-type')?.startsWith('text/html') ?? false;

/** Writes a request's log line, and observes it for metrics, once its response has been sent or the client has gone. */
function logRequest(visit: Visit): void {
  const { request, response, path, declared, ids } = visit;
  response.once('close', () => {
    const durationMs = Math.round((performance.now() - visit.askedAt) * 10) / 10;
    const status = response.statusCode;
    requestDurations.observe({ route: declared.pattern, status: `${Math.floor(status / 100)}xx` }, durationMs / 1_000);
    if (status >= 500 && !onlyReads(request.method ?? '', declared)) failedWrites.inc();
    // What is asked every second is counted, and in the log only at level debug.
    log()[declared.isProbe ? 'debug' : 'info']({
      event: 'request',
      ...ids,
      method: request.method,
      path: loggablePath(path),
      status,
      ...(response.writableFinished ? {} : { aborted: true }),
      ...(visit.isFromCache ? { cached: true } : {}),
      durationMs,
    });
  });
}

/** The most characters of a path that are logged. */
const longestPath = 200;
/** The reference of a quote and what follows it, wherever it stands: the address may be mistyped. */
const quoteAddress = /q-[0-9a-f]{8}-/i;

/**
 * Returns a path that is safe to log: segments that are not words (an email address, anything encoded or very long) become `*`, and so
 * does what lets whoever has it read a quote.
 */
export function loggablePath(path: string): string {
  const parts = path.split('/').map((part) => (/^[\w.-]{0,64}$/.test(part) && !quoteAddress.test(part) ? part : '*'));
  return parts.join('/').slice(0, longestPath);
}
