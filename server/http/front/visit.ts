import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAboutVisitor, withoutUnusedParameters } from '#server/http/addresses.ts';
import type { AddressAt } from '#server/platform/web/app-env.ts';
import { addressOf, shareOf } from '#server/platform/web/client-address.ts';
import { isAcceptable } from '#server/platform/web/negotiation.ts';
import { callsOf, consumeRateLimit } from '#server/platform/web/rate-limit.ts';

/** One request on its way through the front. */
export type Visit = ReturnType<typeof describeVisit>;

/** The maximum length of an address, in characters. The app refuses longer ones. */
export const maxAddressLength = 4_096;

/** Describes a request, and counts it against its client's limit if it is one to the API. */
export function describeVisit(request: IncomingMessage, response: ServerResponse, addressAt: AddressAt) {
  const { method, url = '/', headers, socket } = request;
  const [path = '/'] = url.split('?', 1);
  const declared = addressAt(path);
  const isRead = method === 'GET' || method === 'HEAD';
  const address = withoutUnusedParameters(url, declared);
  const client = () => addressOf(socket.remoteAddress, joined(headers['x-forwarded-for']));
  const limit = declared.api && method !== 'OPTIONS' ? consumeRateLimit(client(), { calls: callsOf(path, declared) }) : undefined;
  const mayBeCached =
    isRead &&
    // The cookie may hold a shortlist to redirect to (server/http/middleware/shortlist-cookie.ts).
    !isAboutVisitor(declared, address, headers.cookie !== undefined) &&
    !limit?.wait &&
    declared.kind !== 'live' &&
    url.length <= maxAddressLength &&
    (!declared.api || isAcceptable(headers.accept, declared.kind === 'file' ? 'text/csv' : 'application/json'));
  const negotiation = {
    isHead: method === 'HEAD',
    /** Whether its address is one of many that a client can vary at will, so that hardly anybody asks for it again. */
    isOneOfMany: url.includes('?'),
    acceptEncoding: joined(headers['accept-encoding']),
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  };
  return {
    ids: requestIds(joined(headers['x-request-id']), joined(headers.traceparent)),
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
    share: () => shareOf(client()),
    negotiation,
    /** Whether its response came from the cache. */
    cached: false,
  };
}

/** Node's types allow several values for headers that it joins into one. */
const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join() : value);

/** A UUID or other hexadecimal id, or a ULID: the forms that proxies generate, in which personal data cannot be hidden. */
const wellFormedId = /^(?:[0-9a-f-]{8,64}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;
/** W3C Trace Context, section 3.2: version, trace id, parent id, flags; later versions may add more. */
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/**
 * Returns the ids of a request. Its id is the caller's `X-Request-Id`, otherwise the trace id of `traceparent`, otherwise a new
 * UUID. Malformed values are ignored.
 */
export function requestIds(callerId: string | undefined, traceparent: string | undefined): { requestId: string; traceId?: string } {
  const traceId = traceparent ? traceParent.exec(traceparent)?.[1] : undefined;
  const requestId = callerId && wellFormedId.test(callerId) ? callerId : (traceId ?? randomUUID());
  return traceId ? { requestId, traceId } : { requestId };
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
