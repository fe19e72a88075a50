import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isHtml, makeAnswer } from '#server/http/cache/make-answer.ts';
import { missingEncoding, present } from '#server/http/cache/present.ts';
import { encodedAnswer, inPairs, isCurrent, type Remembered, recall, remember, withHeader } from '#server/http/cache/remembered.ts';
import { SharedStream } from '#server/http/cache/shared-stream.ts';
import { confirmVersion, currentVersion, latestVersion } from '#server/platform/database/watch-version.ts';
import { countRemembered } from '#server/platform/metrics/instruments.ts';
import { requestContext } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { isApi } from '#server/platform/web/methods.ts';
import { isPlainlyWelcome } from '#server/platform/web/negotiation.ts';
import { readAddress } from '#src/schemas/page-queries.ts';

type Chunk = Uint8Array<ArrayBuffer>;
type MemoryParts = {
  /** Makes the answer to an address again, without a visitor, and with patience for slow queries. */
  again: (address: string) => Promise<unknown>;
};

/** How long (ms) to wait for the next part of an answer before it is sent in parts. */
const pauseMs = 25;
/** Larger answers are not kept, in bytes. */
const maxBytes = 8_388_608;

/** An answer that is being made: whoever asks for the same meanwhile waits for its first part. */
type Flight = { by: Context<AppEnv>; version: string | undefined; landed: Promise<Landed | undefined> };
type Landed = { answer: Remembered } | { stream: SharedStream; status: number; headers: [string, string][]; nonce: string };

const flights = new Map<string, Flight>();

/**
 * Keeps answers that call themselves public (`Cache-Control: public`), for server/http/fast-path.ts to give to the next
 * visitors. They are sent finished and in one piece. What takes longer to make is streamed to whoever waits for it.
 * Requests for the same answer at the same time make it once.
 *
 * Nobody gets an answer from an older state of the catalogue than one that somebody has seen: before anything is sent
 * that was read from the database, the version is asked for, and what is of an older one is not given out any more.
 */
export function rememberAnswers({ again }: MemoryParts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const { pathname, search } = new URL(c.req.url);
    if (isApi(pathname) && !isPlainlyWelcome(c.req.header('accept'), pathname)) return next();
    const address = readAddress(pathname + search);
    const version = latestVersion();
    if (c.env?.background) {
      await next();
      await land(c, { address, version });
      return;
    }

    const kept = recall(address);
    if (kept && isCurrent(kept, currentVersion())) {
      const answer = await encoded(c, address, kept);
      // It may have changed while that was compressed.
      if (isCurrent(answer, currentVersion())) return send(c, { answer });
    }
    const other = flights.get(address);
    // A request never waits for itself, whatever brought it here twice.
    if (other?.by === c) return next();
    if (other?.version === version) {
      const landed = await other?.landed;
      if (landed && 'stream' in landed && landed.stream.isJoinable) return send(c, landed);
      if (landed && 'answer' in landed) {
        const answer = await encoded(c, address, landed.answer);
        if (answer === landed.answer || isCurrent(answer, currentVersion())) return send(c, { answer });
      }
    }
    const { promise, resolve } = Promise.withResolvers<Landed | undefined>();
    const flight = { by: c, version, landed: promise };
    flights.set(address, flight);
    countRemembered('miss');
    try {
      await next();
      const landed = await land(c, { address, version, pause: pauseMs });
      resolve(landed);
      if (landed) send(c, landed);
    } finally {
      resolve(undefined);
      if (flights.get(address) === flight) flights.delete(address);
    }
  });

  /** What the app has answered, kept where it may be. Without `pause` all of it is waited for. */
  async function land(
    c: Context<AppEnv>,
    place: { address: string; version: string | undefined; pause?: number },
  ): Promise<Landed | undefined> {
    const { status, headers, body } = c.res;
    const isPublic = /\bpublic\b/.test(headers.get('cache-control') ?? '');
    if (!body || !isPublic || (status !== 200 && status !== 404)) return undefined;
    const context = requestContext();
    const source = (body as ReadableStream<Chunk>)[Symbol.asyncIterator]() as AsyncIterator<Chunk>;
    const { chunks, pending } = await readQuickly(source, place.pause);
    const answer = pending ? undefined : await keep(Buffer.concat(chunks));
    if (answer) return { answer };

    const before = async () => context?.usesDatabase && confirmVersion();
    await before();
    const rest = pending ? startingWith(pending, source) : source;
    const stream = new SharedStream(chunks, rest, { limit: maxBytes, before });
    void stream.whole.then((whole) => {
      if (!whole || context?.isIncomplete || place.pause === undefined) return;
      // HTML that came in parts needs scripts to be put together; made with patience it is whole.
      return isHtml(headers) || context?.isLate ? again(place.address) : keep(whole);
    });
    return { stream, status, headers: [...headers], nonce: c.var.nonce };

    async function keep(rendered: Buffer<ArrayBuffer>): Promise<Remembered | undefined> {
      if (context?.isStreamed) return undefined;
      const made = makeAnswer({ status, headers, body: rendered });
      const answer = await encoded(c, place.address, made);
      if (context?.isIncomplete || context?.isLate) {
        if (!context.isIncomplete && place.pause !== undefined) void again(place.address);
        return { ...answer, headers: withHeader(answer.headers, 'cache-control', 'no-store') };
      }
      answer.day = context?.day;
      answer.payload = context?.payload;
      if (context?.usesDatabase) {
        answer.version = await confirmVersion();
        if (answer.version === undefined || answer.version !== place.version) return answer;
      }
      if (rendered.byteLength <= maxBytes) remember(place.address, answer);
      return answer;
    }
  }
}

/** The answer with its body as whoever asks takes it; what is made for nobody is made as browsers take it. */
async function encoded(c: Context<AppEnv>, address: string, answer: Remembered): Promise<Remembered> {
  const missing = missingEncoding(answer, c.env?.background ? 'br' : c.req.header('accept-encoding'));
  return missing ? encodedAnswer(address, answer, missing) : answer;
}

function send(c: Context<AppEnv>, landed: Landed): void {
  const asked = {
    acceptEncoding: c.req.header('accept-encoding'),
    ifNoneMatch: c.req.header('if-none-match'),
    ifModifiedSince: c.req.header('if-modified-since'),
  };
  // Else the headers of the answer so far would be added to those of the next.
  c.res = undefined;
  if ('stream' in landed) {
    c.set('nonce', landed.nonce);
    c.res = new Response(landed.stream.open(), { status: landed.status, headers: landed.headers });
    return;
  }
  landed.answer.hits += 1;
  const { status, headers, body } = present(landed.answer, asked);
  c.res = new Response(body ?? null, { status, headers: inPairs(headers) });
}

/** Reads until the end or, after the first part, until there is nothing for `pause` ms; `pending` is then on its way. */
async function readQuickly(source: AsyncIterator<Chunk>, pause: number | undefined) {
  const chunks: Chunk[] = [];
  for (;;) {
    const pending = source.next();
    const part = await (chunks.length === 0 || pause === undefined ? pending : orTooLate(pending, pause));
    if (part === 'too late') return { chunks, pending };
    if (part.done) return { chunks, pending: undefined };
    chunks.push(part.value);
  }
}

async function orTooLate<T>(work: Promise<T>, ms: number): Promise<T | 'too late'> {
  const { promise, resolve } = Promise.withResolvers<'too late'>();
  const timer = setTimeout(resolve, ms, 'too late');
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The rest of `source`, whose next part has been asked for already. */
function startingWith<T>(pending: Promise<IteratorResult<T>>, source: AsyncIterator<T>): AsyncIterator<T> {
  let first: Promise<IteratorResult<T>> | undefined = pending;
  return {
    next: () => {
      const part = first ?? source.next();
      first = undefined;
      return part;
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  };
}
