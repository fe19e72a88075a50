import { randomUUID } from 'node:crypto';

/** A UUID or other hexadecimal id, or a ULID: forms that proxies make, and that nothing personal fits into. */
const wellFormedId = /^(?:[0-9a-f-]{8,64}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;
/** W3C Trace Context, section 3.2: version, trace id, parent id, flags; later versions may add more. */
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

const longestPath = 200;

export type RequestIds = { requestId: string; traceId?: string };

/**
 * The ids of a request: its caller's `X-Request-Id`, else the trace that it belongs to (`traceparent`), else a new one.
 * What is not well formed is ignored.
 */
export function requestIds(given: string | undefined, traceparent: string | undefined): RequestIds {
  const traceId = traceparent ? traceParent.exec(traceparent)?.[1] : undefined;
  const requestId = given && wellFormedId.test(given) ? given : (traceId ?? randomUUID());
  return traceId ? { requestId, traceId } : { requestId };
}

/** A path for the log: parts that are no plain words (an email address, anything encoded, very long ones) become `*`. */
export function loggablePath(path: string): string {
  if (/^(?:\/[\w.-]{0,64})*$/.test(path) && path.length <= longestPath) return path;
  const parts = path.split('/').map((part) => (/^[\w.-]{0,64}$/.test(part) ? part : '*'));
  return parts.join('/').slice(0, longestPath);
}
