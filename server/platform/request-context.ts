import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChangedProject } from '#src/schemas/project.ts';

/** A read that a response was rendered from. Repeating it shows whether the response would be the same now. */
export type RecordedRead = {
  repeat: () => Promise<unknown>;
  hash: string;
  /** Whether a change of this project can change the result; undefined if that is not known. */
  isAffectedBy?: IsAffectedBy | undefined;
};

/** Tells whether a project's change can change the result of a read. */
export type IsAffectedBy = (changed: ChangedProject) => boolean;

/** Facts about the running request and its response, available to all code that serves it. */
export type RequestContext = {
  requestId: string;
  /** The caller's trace (W3C Trace Context). */
  traceId?: string;
  /** How long (ms) the request may wait for the database in total; if absent, only the database's own limits apply. */
  databaseMs?: number;
  /** When (performance.now()) that time runs out. Set by the first query. */
  databaseUntil?: number;
  /** Whether the request is read-only: a GET or a HEAD. */
  onlyReads?: boolean;
  // The fields below are filled in while the response is rendered.
  /** Whether the response was made from the database, and so goes stale when the database changes. */
  usesDatabase?: boolean;
  /** The response's reads, to be repeated later; undefined if they are not being recorded or one of them cannot be repeated. */
  reads?: RecordedRead[] | undefined;
  /** Whether the page is sent while it is rendered, and needs scripts to assemble it. */
  isStreamed?: boolean;
  /** The payload that its page names (server/http/page/render-html.ts). */
  payload?: string;
  /** Whether part of the response is missing, such as a list that could not be read. */
  isIncomplete?: boolean;
  /** Whether the response was sent without waiting for some of its content. */
  omitsSlowPart?: boolean;
  /** Today's date, as `formatDate` writes it, if the response shows it and so goes stale at midnight. */
  day?: string;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `serve` with `context` available to everything it calls, including after awaits. */
export function withRequestContext<Result>(context: RequestContext, serve: () => Result): Result {
  return storage.run(context, serve);
}

/** Returns the running request's context; undefined outside a request, such as during the build. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Records facts about the running request's response. Does nothing outside a request. */
export function markResponse(
  facts: Pick<RequestContext, 'usesDatabase' | 'isStreamed' | 'payload' | 'isIncomplete' | 'omitsSlowPart' | 'day'>,
): void {
  Object.assign(storage.getStore() ?? {}, facts);
}
