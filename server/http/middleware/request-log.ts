import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { LRUCache } from 'lru-cache';
import { type RoutePattern, routePatterns } from '#server/http/middleware/route-pattern.ts';
import { env } from '#server/platform/env.ts';
import { noteVisit } from '#server/platform/idle.ts';
import { writeInfo } from '#server/platform/log.ts';
import { observeRequest } from '#server/platform/metrics/instruments.ts';
import { withRequestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { loggablePath, requestIds } from '#server/platform/web/trace.ts';

/** How long (ms) an answer that nobody waits for may be rendered. */
const patienceMs = 5_000;
/** What asks for these watches the process, again and again. */
const watchers = ['/livez', '/readyz', '/metrics'];
/** Longer addresses are nobody's favourites. */
const longestPlace = 100;

let patterns: RoutePattern = routePatterns([]);

/** Tells which pages there are: metrics name each of them, and no other address. */
export function nameRoutes(pages: readonly { path: string }[]): void {
  patterns = routePatterns(pages);
  places.clear();
}

/** The route of a path, for metrics. */
export const routeOf: RoutePattern = (path) => patterns(path);

type RequestLine = {
  requestId: string;
  traceId: string | undefined;
  method: string;
  /** Of the address; what follows a `?` is not logged. */
  path: string;
  status: number;
  /** `performance.now()` when the request came. */
  started: number;
  /** The visitor went away before the answer had left. */
  aborted: boolean;
  /** The answer was kept from an earlier request. */
  remembered: boolean;
};

/**
 * What metrics and the log call an address: its route, and its path as JSON; and what a line says after the request's ids,
 * by how it was answered. Worked out once for those that are asked for often.
 */
type Place = { route: string; logged: string; ends: Map<string, Map<number, string>> };

const places = new LRUCache<string, Place>({ max: 500 });

function placeOf(address: string): Place {
  let place = places.get(address);
  if (!place) {
    const end = address.indexOf('?');
    const path = end === -1 ? address : address.slice(0, end);
    place = { route: routeOf(path), logged: JSON.stringify(loggablePath(path)), ends: new Map() };
    if (address.length < longestPlace) places.set(address, place);
  }
  return place;
}

function endOf({ logged, ends }: Place, { method, status, aborted, remembered }: RequestLine): string {
  let ofMethod = ends.get(method);
  if (!ofMethod) {
    ofMethod = new Map();
    ends.set(method, ofMethod);
  }
  const how = status * 4 + (aborted ? 2 : 0) + (remembered ? 1 : 0);
  let end = ofMethod.get(how);
  if (!end) {
    // The method is one that Node knows.
    const facts = [`"method":"${method}"`, `"path":${logged}`, `"status":${status}`];
    if (aborted) facts.push('"aborted":true');
    if (remembered) facts.push('"remembered":true');
    // Joined, it is one piece: what is put together with `+` V8 keeps in parts, and gathers them for each line anew.
    end = ['"', ...facts, '"durationMs":'].join();
    ofMethod.set(how, end);
  }
  return end;
}

/** One line for each request, and one observation. */
export function logRequest(line: RequestLine): void {
  const { path, status, started, requestId, traceId } = line;
  const place = placeOf(path);
  const durationMs = Math.round((performance.now() - started) * 10) / 10;
  observeRequest(place.route, status, durationMs);
  // Ids are hexadecimal, or a ULID.
  const ids = traceId ? `${requestId}","traceId":"${traceId}` : requestId;
  writeInfo('request', `"requestId":"${ids}${endOf(place, line)}${durationMs}`);
}

/** Gives the request an id, sends it back, and writes the line once the answer has left. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = performance.now();
  const ids = requestIds(c.req.header('x-request-id'), c.req.header('traceparent'));
  const nonce = randomUUID();
  c.set('requestId', ids.requestId);
  c.set('nonce', nonce);
  const context = { ...ids, nonce, path: c.req.path, search: new URL(c.req.url).search, databaseMs: databaseMs(c) };
  if (c.env?.background) return withRequestContext({ ...context, settleMs: patienceMs }, next);

  const { requestId, traceId } = ids;
  const { method, path } = c.req;
  if (!watchers.includes(path)) noteVisit(started);
  const write = (aborted: boolean) =>
    logRequest({ requestId, traceId, method, path, status: c.res.status, started, aborted, remembered: false });
  const outgoing = c.env?.outgoing;
  outgoing?.once('close', () => write(!outgoing.writableFinished));
  await withRequestContext(context, next);
  c.header('x-request-id', ids.requestId);
  if (!outgoing) write(false);
});

/** How long (ms) a request may wait for the database: a visitor who reads gets an answer without it soon. */
function databaseMs(c: Context<AppEnv>): number {
  const { DATABASE_READ_LIMIT_MS, DATABASE_WRITE_LIMIT_MS } = env();
  const isRead = (c.req.method === 'GET' || c.req.method === 'HEAD') && !c.env?.background && !/\.(?:csv|json|xml)$/.test(c.req.path);
  return isRead ? DATABASE_READ_LIMIT_MS : DATABASE_WRITE_LIMIT_MS;
}
