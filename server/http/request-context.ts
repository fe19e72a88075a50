import { AsyncLocalStorage } from 'node:async_hooks';
import type { FormResult } from '#src/schemas/form-result.ts';

/** What everything that serves one request may know of it. */
export type RequestContext = {
  requestId: string;
  /** The trace that the caller says it belongs to (W3C Trace Context). */
  traceId?: string;
  /** Allows this answer's own inline scripts, and no others, in its Content-Security-Policy. */
  nonce: string;
  /** The path that was asked for: the not-found page says what is missing there. */
  path: string;
  /** How the form fared that was posted without JavaScript; the page that is answered shows it. */
  formResult?: FormResult;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `serve` with `context` readable by everything it calls, also after awaits. */
export function withRequestContext<Result>(context: RequestContext, serve: () => Result): Result {
  return storage.run(context, serve);
}

/** The running request's context; undefined while building. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}
