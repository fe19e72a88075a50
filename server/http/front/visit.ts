import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAboutVisitor, withoutUnusedParameters } from '#server/http/addresses.ts';
import { requestIds } from '#server/platform/request-context.ts';
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
  const client = () => addressOf(socket.remoteAddress, text(headers['x-forwarded-for']));
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
    acceptEncoding: text(headers['accept-encoding']),
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  };
  return {
    ids: requestIds(text(headers['x-request-id']), text(headers.traceparent)),
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
const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join() : value);
