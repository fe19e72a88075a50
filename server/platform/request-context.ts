import { AsyncLocalStorage } from 'node:async_hooks';
import type { RecordedRead } from '#server/platform/database/recorded.ts';
import type { FormResult } from '#src/schemas/form-result.ts';

/** What everything that serves one request may know of it. */
export type RequestContext = {
  requestId: string;
  /** The trace that the caller says it belongs to (W3C Trace Context). */
  traceId?: string;
  /** Allows this answer's own inline scripts, and no others, in its Content-Security-Policy. */
  nonce: string;
  /** The path that was asked for: the not-found page says what is missing there. And its query, with the question mark. */
  path: string;
  search?: string;
  /** How the form fared that was posted without JavaScript; the page that is answered shows it. */
  formResult?: FormResult;
  /** How long (ms) the page may be rendered before its first byte is sent, if not for as long as usual. */
  readyWithinMs?: number;
  /** How long (ms) the request may wait for the database in all; without it, as long as the database's own limits let it. */
  databaseMs?: number;
  /** When (performance.now()) that is over. Set by its first query. */
  databaseUntil?: number;
  /** Whether it may not write: a GET or a HEAD. */
  onlyReads?: boolean;
  /** Whether the answer was made from the database, and so is out of date when that changes. Set while it is made. */
  usesDatabase?: boolean;
  /** Its reads, to be repeated later; undefined: nobody asked for them to be recorded, or one of them cannot be repeated. */
  reads?: RecordedRead[] | undefined;
  /** Whether it is sent while it is made, and needs scripts to be put together. */
  isStreamed?: boolean;
  /** The payload that its page names (server/http/page/render-html.ts). */
  payload?: string;
  /** The markup of its page's static parts, by name (server/http/page/static-markup.ts). */
  markup?: Map<string, string>;
  /** Whether something of the answer is missing, such as a list that could not be read. Set while it is made. */
  isIncomplete?: boolean;
  /** Whether it did not wait for something that it shows, and would with patience. Set while it is made. */
  isLate?: boolean;
  /** Today's date where the answer shows it, as `formatDate` writes it: it is out of date tomorrow. Set while it is made. */
  day?: string;
};

// The process entry and the bundled site both have this module, and the log that they share asks for the request.
const shared = globalThis as { carmaRequests?: AsyncLocalStorage<RequestContext> };
shared.carmaRequests ??= new AsyncLocalStorage<RequestContext>();
const storage = shared.carmaRequests;

/** Runs `serve` with `context` readable by everything it calls, also after awaits. */
export function withRequestContext<Result>(context: RequestContext, serve: () => Result): Result {
  return storage.run(context, serve);
}

/** The running request's context; undefined while building. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Notes of the running request's answer what it is made of; without a request nothing happens. */
export function noteAnswer(
  facts: Pick<RequestContext, 'usesDatabase' | 'isStreamed' | 'payload' | 'isIncomplete' | 'isLate' | 'day'>,
): void {
  Object.assign(storage.getStore() ?? {}, facts);
}
