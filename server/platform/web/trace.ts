import { randomUUID } from 'node:crypto';

/** A UUID or other hexadecimal id, or a ULID: the forms that proxies generate, in which personal data cannot be hidden. */
const wellFormedId = /^(?:[0-9a-f-]{8,64}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;
/** W3C Trace Context, section 3.2: version, trace id, parent id, flags; later versions may add more. */
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

const longestPath = 200;
/** The reference of a quote and what follows it, wherever it stands: the address may be mistyped. */
const quoteAddress = /q-[0-9a-f]{8}-/i;

export type RequestIds = { requestId: string; traceId?: string };

/**
 * Returns the ids of a request. Its id is the caller's `X-Request-Id`, otherwise the trace id of `traceparent`, otherwise a new
 * UUID. Malformed values are ignored.
 */
export function requestIds(callerId: string | undefined, traceparent: string | undefined): RequestIds {
  const traceId = traceparent ? traceParent.exec(traceparent)?.[1] : undefined;
  const requestId = callerId && wellFormedId.test(callerId) ? callerId : (traceId ?? randomUUID());
  return traceId ? { requestId, traceId } : { requestId };
}

/**
 * Returns a path that is safe to log: segments that are not words (an email address, anything encoded or very long) become `*`, and so
 * does what lets whoever has it read a quote.
 */
export function loggablePath(path: string): string {
  if (/^(?:\/[\w.-]{0,64})*$/.test(path) && path.length <= longestPath && !quoteAddress.test(path)) return path;
  const parts = path.split('/').map((part) => (/^[\w.-]{0,64}$/.test(part) && !quoteAddress.test(part) ? part : '*'));
  return parts.join('/').slice(0, longestPath);
}
