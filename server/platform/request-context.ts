import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Facts about the running request and its response, available to all code that serves it. */
export type RequestContext = {
  /** Absent outside a request: see `withDatabaseLimit`. */
  requestId?: string;
  /** The caller's trace (W3C Trace Context). */
  traceId?: string;
  /** How long (ms) the request may wait for the database in total; if absent, only the database's own limits apply. */
  databaseMs?: number;
  /** When (performance.now()) that time runs out. Set by the first query. */
  databaseUntil?: number;
  /** How many projects the lists of this request have together. */
  listed?: number;
  // The two facts below are noted while the response is made.
  /** Whether the database was asked, so that the response goes stale when the data changes. */
  usesDatabase?: boolean;
  /** Whether part of the response is missing, such as a list that could not be read. */
  isIncomplete?: boolean;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `serve` with `context` available to everything it calls, including after awaits. */
export function withRequestContext<Result>(context: RequestContext, serve: () => Result): Result {
  return storage.run(context, serve);
}

/**
 * Runs a job's work with a limit (ms) on its time for the database, as requests have one, so that a database that hangs does not
 * stop the job for good. Nothing of a request in which the job was started applies to it.
 */
export function withDatabaseLimit<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  return storage.run({ databaseMs: ms }, work);
}

/** Returns the running request's context; undefined outside a request, such as during the build. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Notes facts about the running request's response. Does nothing outside a request. */
export function markResponse(facts: Pick<RequestContext, 'usesDatabase' | 'isIncomplete'>): void {
  Object.assign(storage.getStore() ?? {}, facts);
}

/** A UUID or other hexadecimal id, or a ULID: the forms that proxies generate, in which personal data cannot be hidden. */
const wellFormedId = /^(?:[0-9a-f-]{8,64}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i;
/** W3C Trace Context, section 3.2: version, trace id, parent id, flags; later versions may add more. */
const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** The most characters of a path that are logged. */
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
  const parts = path.split('/').map((part) => (/^[\w.-]{0,64}$/.test(part) && !quoteAddress.test(part) ? part : '*'));
  return parts.join('/').slice(0, longestPath);
}
