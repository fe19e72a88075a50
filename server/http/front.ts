import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Presented, present } from '#server/http/present.ts';
import { inPairs, type RawHeaders, type Remembered, recall, recallPayload, withHeader } from '#server/http/remembered.ts';
import { logRequest } from '#server/http/request-log.ts';
import { answerPolicy, securityHeaderPairs } from '#server/http/security-headers.ts';
import { requestIds } from '#server/http/trace.ts';
import { countRemembered } from '#server/metrics/instruments.ts';
import { confirmVersion, currentVersion } from '#server/projects/version.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
type FrontParts = {
  /** The build's files. */
  asset: (pathname: string) => Remembered | undefined;
  /** Everything else. */
  app: Listener;
};

/**
 * What every request meets first: an answer that is kept and certain to be of this moment is sent as it is, at nearly the
 * speed of a bare server; everything else goes to the app. While it is not certain (server/projects/version.ts) the
 * database is asked for its version; while it cannot answer, the last known answer is sent and says so.
 */
export function createFront({ asset, app }: FrontParts): Listener {
  const isReading = (method: string | undefined) => method === 'GET' || method === 'HEAD';
  return (request, response) => {
    const { method, url = '' } = request;
    if (!isReading(method)) return app(request, response);
    const answer = recall(url) ?? fixed(url, asset);
    if (!answer) return app(request, response);
    if (answer.version === undefined || answer.version === currentVersion()) return send(request, response, answer);
    if (currentVersion() !== undefined) return app(request, response);
    return void sendIfCurrent(request, response, answer);
  };

  async function sendIfCurrent(request: IncomingMessage, response: ServerResponse, answer: Remembered): Promise<void> {
    const version = await confirmVersion();
    if (version === answer.version) return send(request, response, answer);
    if (version === undefined) return send(request, response, lastKnown(answer), 'stale');
    app(request, response);
  }
}

/** What does not depend on the database, whatever its query: the build's files, and what pages were made of. */
function fixed(url: string, asset: FrontParts['asset']): Remembered | undefined {
  const end = url.indexOf('?');
  const pathname = end === -1 ? url : url.slice(0, end);
  return pathname.startsWith('/payload/') ? recallPayload(pathname.slice('/payload/'.length)) : asset(pathname);
}

function send(request: IncomingMessage, response: ServerResponse, answer: Remembered, kind: 'hit' | 'stale' = 'hit'): void {
  const started = performance.now();
  const { headers: asked, method = 'GET', url = '' } = request;
  answer.hits += 1;
  countRemembered(kind);
  const presented = present(answer, {
    acceptEncoding: asked['accept-encoding'] as string | undefined,
    ifNoneMatch: asked['if-none-match'],
    ifModifiedSince: asked['if-modified-since'],
  });
  const ids = requestIds(asked['x-request-id'] as string | undefined, asked.traceparent as string | undefined);
  response.writeHead(presented.status, [...completeHeaders(presented), 'x-request-id', ids.requestId]);
  response.end(method === 'HEAD' ? undefined : presented.body);
  logRequest({ ...ids, method, path: url, status: presented.status, started, remembered: true });
}

const complete = new WeakMap<Presented, RawHeaders>();

/** With the headers of every answer, worked out once. */
function completeHeaders(presented: Presented): RawHeaders {
  let headers = complete.get(presented);
  if (!headers) {
    const names = new Set(inPairs(presented.headers).map(([name]) => name));
    const policy = names.has('content-security-policy') ? [] : ['content-security-policy', answerPolicy];
    const missing = securityHeaderPairs().filter(([name]) => !names.has(name));
    headers = [...presented.headers, ...missing.flat(), ...policy];
    complete.set(presented, headers);
  }
  return headers;
}

const marked = new WeakMap<Remembered, Remembered>();

/** The answer as the last one that is known, for as long as the database cannot say whether it still is right. */
function lastKnown(answer: Remembered): Remembered {
  let known = marked.get(answer);
  if (!known) {
    const headers = withHeader(answer.headers, 'cache-control', 'no-store');
    known = { ...answer, headers: [...headers, 'carma-last-known', answer.madeAt.toISOString()] };
    marked.set(answer, known);
  }
  return known;
}
