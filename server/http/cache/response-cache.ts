import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { RecordedRead } from '#server/platform/database/recorded.ts';
import { env } from '#server/platform/env.ts';
import { whenIdle } from '#server/platform/idle.ts';
import type { Encoding } from '#server/platform/web/encodings.ts';
import { formatDate } from '#src/lib/dates.ts';

export type Bytes = Buffer<ArrayBuffer>;
/** Header names and values, one after the other, as Node's `writeHead` takes them. */
export type RawHeaders = string[];

/** An answer that is the same for every visitor, ready to be sent. */
export type CachedResponse = {
  status: number;
  /** Without those that differ by encoding or request. */
  headers: RawHeaders;
  /** Which state of the catalogue it was made from; undefined when it does not depend on the database. */
  version: string | undefined;
  /** What it was made from, where that is known; with the same it would be the same. */
  reads?: readonly RecordedRead[] | undefined;
  /** Whether the last change of the catalogue altered it: the next one then renders it again without repeating its reads. */
  isVolatile?: boolean;
  /** The date that it shows as today's; undefined when it shows none. */
  day?: string | undefined;
  /** What its ETags begin with: the hash of the body. */
  hash: string;
  lastModified: string | undefined;
  /** Of a page that React takes over: the hash of what it does that with. */
  payload?: string | undefined;
  /**
   * In the encodings that were asked for so far, at least one; `identity` is as it was made. What is kept compressed is not
   * kept plain too unless somebody takes it so: six pages need the room of one.
   */
  bodies: Partial<Record<Encoding | 'identity', Bytes>>;
  /** Whether it gets smaller, and so is compressed for the first who takes an encoding that it does not have yet. */
  isCompressible: boolean;
  madeAt: Date;
  /** How often it was sent. */
  hits: number;
};

const brotli = promisify(brotliCompress);
/** While somebody waits (0.4 ms of work for a project's page); made ahead; and some 150 ms of work for what is asked for again. */
const quality = { quick: 2, ahead: 5, best: 11 };
/** What still is kept after so long (ms), and was sent so often, is compressed as small as can be. */
const lastingMs = 2_000;
const often = 2;
/** Visitors come first: so long (ms) it is left for later while the process is busy. */
const patienceMs = 5_000;
/** Not worth compressing below this, in bytes. */
const smallest = 256;

// Partitions: what there is any number of does not push out what everybody asks for.

/** Addresses without a query: few, and asked for by everybody. */
const pages = partition(0.4);
/** Pictures that pages show; they are made ahead. */
const pictures = partition(0.2);
/** Queries, wrong addresses and what the router asks for, whatever the page is called. */
const unbounded = partition(0.2);
/** What React takes a page over with, by its hash. Kept after the page has changed: visitors may still have it open. */
const payloads = partition(0.2);

/** About what a read with its values takes in memory. */
const bytesPerRead = 1_024;

/** @param share of REMEMBERED_BYTES */
function partition(share: number) {
  let cache: LRUCache<string, CachedResponse> | undefined;
  return () => {
    cache ??= new LRUCache<string, CachedResponse>({
      maxSize: Math.max(1, Math.floor(env().REMEMBERED_BYTES * share)),
      sizeCalculation: ({ bodies, reads = [] }, key) =>
        key.length + 1_024 + reads.length * bytesPerRead + Object.values(bodies).reduce((sum, body) => sum + body.byteLength, 0),
    });
    return cache;
  };
}

/** The answer kept for an address (path and query), whatever state of the catalogue it is of. */
export function getCached(address: string): CachedResponse | undefined {
  return pages().get(address) ?? pictures().get(address) ?? unbounded().get(address);
}

/** Whether an answer is as it would be made now, from this state of the catalogue. */
export function isCurrent({ version, day }: CachedResponse, now: string | undefined): boolean {
  return (version === undefined || version === now) && (day === undefined || day === formatDate(new Date()));
}

/** Keeps an answer until a later one takes its place or room is needed. */
export function setCached(address: string, answer: CachedResponse): void {
  answer.bodies = withoutPlain(answer.bodies);
  storeOf(address, answer).set(address, answer);
  if (answer.bodies.br) shrinkOnceLasting(address, answer);
}

/** A body as it was made. */
export function plainBody({ bodies: { identity, br, gzip } }: Pick<CachedResponse, 'bodies'>): Bytes {
  if (identity) return identity;
  if (br) return brotliDecompressSync(br) as Bytes;
  if (gzip) return gunzipSync(gzip) as Bytes;
  throw new Error('An answer without a body is kept');
}

function withoutPlain({ identity, ...bodies }: CachedResponse['bodies']): CachedResponse['bodies'] {
  return bodies.br || bodies.gzip ? bodies : { identity };
}

/** Has a kept answer be of another state of the catalogue, too; undefined where another has taken its place. */
export function renewCached(address: string, answer: CachedResponse, version: string): CachedResponse | undefined {
  const found = getCached(address);
  if (found?.madeAt !== answer.madeAt) return undefined;
  const renewed = { ...found, version };
  storeOf(address, renewed).set(address, renewed);
  return renewed;
}

function storeOf(address: string, { status }: Pick<CachedResponse, 'status'>): LRUCache<string, CachedResponse> {
  if (address.includes('?') || status !== 200 || address.startsWith('/RSC/')) return unbounded();
  return address.startsWith('/pictures/') ? pictures() : pages();
}

function shrinkOnceLasting(address: string, answer: CachedResponse): void {
  const store = storeOf(address, answer);
  if (store === unbounded()) return;
  // The timer holds nothing of the answer, which another may replace at once.
  setTimeout(shrinkLater, lastingMs, { store, address, madeAt: answer.madeAt }).unref();
}

/** Keeps what the server components of a page answered, under its hash or another name that the page has for it; returns that. */
export function cachePayload(body: Bytes, hash = hashOf(body)): string {
  if (payloads().has(hash)) return hash;
  const headers = [
    'content-type',
    'text/x-component; charset=utf-8',
    'cache-control',
    'public, max-age=31536000, immutable',
    'vary',
    'Accept-Encoding',
  ];
  payloads().set(hash, { status: 200, headers, version: undefined, hash, lastModified: undefined, ...uncompressed(body, true), hits: 0 });
  return hash;
}

/** The payload with this hash, if it is still there. */
export function getCachedPayload(hash: string): CachedResponse | undefined {
  return payloads().get(hash);
}

/** Headers as pairs, as `Headers` takes them. */
export function inPairs(headers: RawHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2) pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  return pairs;
}

/** The headers with one of them set to `value`; without it where that is undefined. */
export function withHeader(headers: RawHeaders, name: string, value: string | undefined): RawHeaders {
  const others = inPairs(headers).filter(([other]) => other !== name);
  return [...others, ...(value === undefined ? [] : [[name, value]])].flat();
}

/** The hash that makes ETags: 128 bits of SHA-256, in base64url. */
export function hashOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

/** What is kept of a body as it was made. */
export function uncompressed(body: Bytes, isText: boolean): Pick<CachedResponse, 'bodies' | 'isCompressible' | 'madeAt'> {
  return { bodies: { identity: alone(body) }, isCompressible: isText && body.byteLength >= smallest, madeAt: new Date() };
}

/** An answer with its body in this encoding too, and kept with it if it is kept. `isAhead`: nobody waits for it. */
export function encodedAnswer(address: string, answer: CachedResponse, encoding: Encoding | 'identity', isAhead = false): CachedResponse {
  const { encoded, kept } = withEncoding({ store: storeOf(address, answer), key: address, answer, encoding, isAhead });
  if (kept && encoding === 'br') shrinkOnceLasting(address, kept);
  return encoded;
}

/** The same for what React takes a page over with. */
export function encodedPayload(answer: CachedResponse, encoding: Encoding | 'identity'): CachedResponse {
  return withEncoding({ store: payloads(), key: answer.hash, answer, encoding }).encoded;
}

type Wanted = {
  store: LRUCache<string, CachedResponse>;
  key: string;
  answer: CachedResponse;
  encoding: Encoding | 'identity';
  isAhead?: boolean;
};

/** `kept` is there for the one whose asking has changed what is kept. */
function withEncoding({ store, key, answer, encoding, isAhead }: Wanted): { encoded: CachedResponse; kept?: CachedResponse } {
  const plain = plainBody(answer);
  const body = encoding === 'identity' ? alone(plain) : compress(plain, encoding, isAhead);
  const encoded = { ...answer, bodies: { ...answer.bodies, [encoding]: body } };
  const found = store.peek(key);
  if (found?.madeAt !== answer.madeAt || found.bodies[encoding]) return { encoded };
  const bodies = encoding === 'identity' ? found.bodies : withoutPlain({ ...found.bodies, [encoding]: body });
  const kept = { ...found, bodies: { ...bodies, [encoding]: body } };
  store.set(key, kept);
  return { encoded, kept };
}

/** A body in the same encodings as another one is there in. */
export function encodings(body: Bytes, as: CachedResponse['bodies']): Partial<Record<Encoding, Bytes>> {
  const wanted = (['br', 'gzip'] as const).filter((encoding) => as[encoding]);
  return Object.fromEntries(wanted.map((encoding) => [encoding, compress(body, encoding)]));
}

/** Here and now: handing a page to another thread and back is more work than compressing it quickly. */
function compress(body: Bytes, encoding: Encoding, isAhead = false): Bytes {
  const made =
    encoding === 'br'
      ? brotliCompressSync(body, brotliOptions(body, isAhead ? quality.ahead : quality.quick))
      : gzipSync(body, { level: 4 });
  return alone(made as Bytes);
}

/**
 * The same bytes in memory that holds nothing else. What is small, and what zlib makes, else is a part of a larger piece
 * (Node's pool, 64 kB), which stays for as long as the part is kept.
 */
function alone(bytes: Bytes): Bytes {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

const waiting: (() => Promise<void>)[] = [];
let isShrinking = false;

type Shrinking = { store: LRUCache<string, CachedResponse>; address: string; madeAt: Date };

/** Compresses the answer made then, if it is still kept and was asked for: one at a time, beside the work for visitors. */
function shrinkLater({ store, address, madeAt }: Shrinking): void {
  const kept = () => {
    const answer = store.peek(address);
    return answer?.madeAt === madeAt && answer.hits >= often ? answer : undefined;
  };
  if (!kept()) return;
  waiting.push(async () => {
    await whenIdle(patienceMs);
    const found = kept();
    const plain = found && plainBody(found);
    const br = plain && alone((await brotli(plain, brotliOptions(plain, quality.best))) as Bytes);
    const answer = kept();
    if (answer && br) store.set(address, { ...answer, bodies: { ...answer.bodies, br } });
  });
  if (!isShrinking) void shrinkAll();
}

async function shrinkAll(): Promise<void> {
  isShrinking = true;
  for (let work = waiting.shift(); work; work = waiting.shift()) await work().catch(() => {});
  isShrinking = false;
}

function brotliOptions(body: Uint8Array, level: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  };
}
