import { AsyncLocalStorage } from 'node:async_hooks';

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
  /** How many projects the lists of this request have together so far. */
  listed?: number;
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

/** Returns the running request's context; undefined outside requests and jobs, such as during the build. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Notes facts about the running request's response, none of which is ever taken back. Does nothing outside a request. */
export function markResponse(facts: Partial<Record<'usesDatabase' | 'isIncomplete', true>>): void {
  Object.assign(storage.getStore() ?? {}, facts);
}
