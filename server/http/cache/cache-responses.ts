import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { expectRenewal, renewedAnswer } from '#server/http/cache/renew-kept.ts';
import { missingEncoding, selectRepresentation } from '#server/http/cache/representation.ts';
import {
  type CachedResponse,
  encodedAnswer,
  getCached,
  inPairs,
  isCurrent,
  plainBody,
  setCached,
  withHeader,
} from '#server/http/cache/response-cache.ts';
import { gaveTheSame } from '#server/platform/database/recorded.ts';
import type { VersionWatch } from '#server/platform/database/watch-version.ts';
import { env } from '#server/platform/env.ts';
import { countCacheLookup } from '#server/platform/metrics/instruments.ts';
import { requestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { isApi } from '#server/platform/web/is-api.ts';
import { isClearlyAcceptable } from '#server/platform/web/negotiation.ts';
import { stripUnknownParameters } from '#src/schemas/page-queries.ts';
import { makeAnswer } from './make-answer.ts';

/** Makes the answer to an address for nobody, whole and with patience for slow queries, so that it is kept. */
export type RenderInBackground = (address: string) => Promise<unknown>;

type CacheParts = {
  renderInBackground: RenderInBackground;
  /** Of what answers are made from: an answer of an older state is made again. */
  version: VersionWatch;
};

/** Larger answers are not kept, in bytes. */
const maxBytes = 8_388_608;

/** An answer that is being made; its result is undefined where it can be given to nobody else. */
type InFlight = { by: Context<AppEnv>; version: string | undefined; result: Promise<CachedResponse | undefined> };

const inFlight = new Map<string, InFlight>();

/** `answer`: may be given to everybody. `whole`: the page was streamed, and this settles when a complete copy has been made. */
type Stored = { answer: CachedResponse; whole?: undefined } | { answer?: undefined; whole: Promise<unknown> };

/**
 * Keeps answers that call themselves public (`Cache-Control: public`), for server/http/fast-path.ts to give to the next
 * visitors. Requests for the same answer at the same time make it once: the others wait for it (RENDER_WAIT_MS at most).
 * A page that is sent while it is made is its asker's alone; it is made again, whole, for those who come next.
 *
 * Nobody gets an answer from an older state of the catalogue than one that somebody has seen: before anything is sent
 * that was read from the database, the version is asked for, and what is of an older one is not given out any more, unless
 * `renewKept` finds that it would be made from the same.
 */
export function cacheResponses({ renderInBackground, version: watched }: CacheParts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const { pathname, search } = new URL(c.req.url);
    if (isApi(pathname) && !isClearlyAcceptable(c.req.header('accept'), pathname)) return next();
    const address = stripUnknownParameters(pathname + search);
    const version = watched.lastReported();
    if (c.env?.background) {
      await next();
      await store(c, address, version);
      return;
    }

    const other = inFlight.get(address);
    // A request never waits for itself, whatever brought it here twice; nor for an answer of an older state.
    const canWait = other && other.by !== c && other.version === version;
    // Nothing is awaited where there is nothing to wait for: those who come next shall find this request on its way.
    const known = currentAnswer(c, address, watched) ?? (canWait ? await answerOf(other, c, address) : undefined);
    if (known) return send(c, known);
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>();
    const flight = { by: c, version, result: promise };
    if (inFlight.get(address)?.by !== c) inFlight.set(address, flight);
    const finish = () => {
      resolve(undefined);
      if (inFlight.get(address) === flight) inFlight.delete(address);
    };
    let whole: Promise<unknown> | undefined;
    expectRenewal(c, address);
    try {
      await next();
      const renewed = renewedAnswer(c);
      countCacheLookup(renewed ? 'same' : 'miss');
      if (renewed) {
        resolve(renewed);
        return send(c, encoded(c, address, renewed));
      }
      const stored = await store(c, address, version);
      if (stored?.answer) send(c, stored.answer);
      whole = stored?.whole;
      resolve(stored?.answer ?? whole?.then(() => currentAnswer(c, address, watched)));
    } finally {
      if (whole) void whole.finally(finish);
      else finish();
    }
  });

  /** What the app has answered, kept where it may be; undefined for what only its asker gets. */
  async function store(c: Context<AppEnv>, address: string, version: string | undefined): Promise<Stored | undefined> {
    const { status, headers, body } = c.res;
    const isPublic = /\bpublic\b/.test(headers.get('cache-control') ?? '');
    if (!body || !isPublic || (status !== 200 && status !== 404) || Number(headers.get('content-length')) > maxBytes) return undefined;
    const context = requestContext();
    const canBeBetter = !c.env?.background && !context?.isIncomplete;
    if (context?.isStreamed) {
      if (context.usesDatabase) await watched.confirm();
      return canBeBetter ? { whole: renderInBackground(address).catch(() => {}) } : undefined;
    }
    const made = makeAnswer({ status, headers, body: Buffer.from(await c.res.arrayBuffer()) });
    const answer = encoded(c, address, made);
    if (context?.isIncomplete || context?.isLate) {
      if (canBeBetter) void renderInBackground(address);
      return { answer: { ...answer, headers: withHeader(answer.headers, 'cache-control', 'no-store') } };
    }
    answer.day = context?.day;
    answer.payload = context?.payload;
    answer.reads = context?.reads;
    const before = getCached(address);
    answer.isVolatile = before !== undefined && before.version !== version && !gaveTheSame(before.reads, answer.reads);
    if (context?.usesDatabase) {
      answer.version = await watched.confirm();
      if (answer.version === undefined || answer.version !== version) return { answer };
    }
    if (plainBody(answer).byteLength <= maxBytes) setCached(address, answer);
    return { answer };
  }
}

/** The kept answer, where it is of this moment, as this request takes it. */
function currentAnswer(c: Context<AppEnv>, address: string, watched: VersionWatch): CachedResponse | undefined {
  const kept = getCached(address);
  if (!kept || !isCurrent(kept, watched.current())) return undefined;
  return encoded(c, address, kept);
}

/** What another request has asked for already, once it is there. */
async function answerOf({ result }: InFlight, c: Context<AppEnv>, address: string): Promise<CachedResponse | undefined> {
  const answer = await Promise.race([result, sleep(env().RENDER_WAIT_MS, undefined, { ref: false })]);
  return answer && encoded(c, address, answer);
}

/** The answer with its body as whoever asks takes it; what is made for nobody is made as browsers take it. */
function encoded(c: Context<AppEnv>, address: string, answer: CachedResponse): CachedResponse {
  const isAhead = c.env?.background ?? false;
  const missing = missingEncoding(answer, isAhead ? 'br' : c.req.header('accept-encoding'));
  return missing ? encodedAnswer(address, answer, missing, isAhead) : answer;
}

function send(c: Context<AppEnv>, answer: CachedResponse): void {
  answer.hits += 1;
  const { status, headers, body } = selectRepresentation(answer, {
    acceptEncoding: c.req.header('accept-encoding'),
    ifNoneMatch: c.req.header('if-none-match'),
    ifModifiedSince: c.req.header('if-modified-since'),
  });
  // Else the headers of the answer so far would be added to those of the next.
  c.res = undefined;
  c.res = new Response(body ?? null, { status, headers: inPairs(headers) });
}
