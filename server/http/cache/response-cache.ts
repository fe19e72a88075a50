import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Bodies, type Bytes, compress, compressBest, inOwnBuffer, plainBody } from '#server/http/cache/compressed-bodies.ts';
import { env } from '#server/platform/env.ts';
import { whenIdle } from '#server/platform/idle.ts';
import type { RecordedRead } from '#server/platform/request-context.ts';
import { type Encoding, minCompressibleBytes } from '#server/platform/web/encodings.ts';
import { formatDate } from '#src/lib/dates.ts';

/** Alternating header names and values, as Node's `writeHead` takes them. */
export type RawHeaders = string[];

/** A response that is the same for every visitor, ready to be sent. */
export type CachedResponse = {
  status: number;
  /** Excludes those that differ by encoding or request. */
  headers: RawHeaders;
  /** The catalogue version it was rendered from; undefined if it does not depend on the database. */
  version: string | undefined;
  /** The reads it was rendered from; undefined if they were not recorded or cannot be repeated. */
  reads?: readonly RecordedRead[] | undefined;
  /** Whether the last change that could affect it altered it. After the next one it is rendered again without repeating its reads. */
  isVolatile?: boolean;
  /** The date that it shows as today's; undefined if it shows none. */
  day?: string | undefined;
  /** The hash of the uncompressed body, with which its ETags begin. */
  hash: string;
  lastModified: string | undefined;
  /** Of a page with islands: the hash of the payload from which React hydrates. */
  payload?: string | undefined;
  /**
   * In the encodings requested so far, at least one; `identity` is uncompressed. Once there is a compressed body, the
   * uncompressed one is dropped unless a client requested it: six pages then fit in the space of one.
   */
  bodies: Bodies;
  /** Whether it is worth compressing, which happens when an encoding is first requested. */
  isCompressible: boolean;
  createdAt: Date;
  /** How often it was served. */
  hits: number;
  /** Whether `bodies.br` is compressed at the best level. */
  isBest?: boolean;
};

/** A response that was served this often is compressed at the best level. */
const minHits = 2;
/** How long (ms) that may be put off while the process is busy with requests. */
const maxPostponeMs = 5_000;

// Partitions, so that the unlimited number of possible addresses with a query does not evict the popular pages.

/** Addresses without a query: few and popular. */
const pages = partition(0.5);
/** Pictures that pages show. They are prewarmed. */
const pictures = partition(0.1);
/** Addresses with a query, unknown addresses, and the requests of the router's client. */
const unbounded = partition(0.2);
/** The payloads of pages, by hash. They stay after their page has changed, because visitors may still have it open. */
const payloads = partition(0.2);

/** The approximate size in memory of a recorded read with its arguments. */
const bytesPerRead = 512;

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

/** Returns the cached response for an address (path and query), of whichever catalogue version. */
export function getCached(address: string): CachedResponse | undefined {
  return pages().get(address) ?? pictures().get(address) ?? unbounded().get(address);
}

/** Checks whether a response is valid for this catalogue version and for today. */
export function isCurrent({ version, day }: CachedResponse, current: string | undefined): boolean {
  return (version === undefined || version === current) && (day === undefined || day === formatDate(new Date()));
}

/** Caches a response until it is replaced or evicted. */
export function setCached(address: string, response: CachedResponse): void {
  response.bodies = withoutPlain(response.bodies);
  partitionOf(address, response).set(address, response);
}

function withoutPlain({ identity, ...bodies }: Bodies): Bodies {
  return bodies.br || bodies.gzip ? bodies : { identity };
}

/** Makes a cached response valid for another catalogue version. @returns it; undefined if another response has replaced it. */
export function renewCached(address: string, response: CachedResponse, version: string): CachedResponse | undefined {
  const found = getCached(address);
  if (found?.createdAt !== response.createdAt) return undefined;
  const renewed = { ...found, version };
  partitionOf(address, renewed).set(address, renewed);
  return renewed;
}

function partitionOf(address: string, { status }: Pick<CachedResponse, 'status'>): LRUCache<string, CachedResponse> {
  if (address.includes('?') || status !== 200 || address.startsWith('/RSC/')) return unbounded();
  return address.startsWith('/pictures/') ? pictures() : pages();
}

/** Caches a page's payload under its hash, or under another key that the page names. @returns the key. */
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

/** Returns the payload with this hash, if it is still cached. */
export function getCachedPayload(hash: string): CachedResponse | undefined {
  return payloads().get(hash);
}

/** Returns headers as pairs, as `Headers` takes them. */
export function headerPairs(headers: RawHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2) pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  return pairs;
}

/** Returns the headers with one of them set to `value`, or removed if that is undefined. */
export function withHeader(headers: RawHeaders, name: string, value: string | undefined): RawHeaders {
  const rest = headerPairs(headers).filter(([existing]) => existing !== name);
  return [...rest, ...(value === undefined ? [] : [[name, value]])].flat();
}

/** Returns the hash that ETags are built from: 132 bits of SHA-256, in base64url. */
export function hashOf(body: Uint8Array): string {
  return hash('sha256', body, 'base64url').slice(0, 22);
}

/** Returns the fields of a `CachedResponse` that describe a newly rendered body. */
export function uncompressed(body: Bytes, isText: boolean): Pick<CachedResponse, 'bodies' | 'isCompressible' | 'createdAt'> {
  return {
    bodies: { identity: inOwnBuffer(body) },
    isCompressible: isText && body.byteLength >= minCompressibleBytes,
    createdAt: new Date(),
  };
}

/** Adds the body in another encoding, to the cached response too if it is still cached. */
export function encodeResponse(address: string, response: CachedResponse, encoding: Encoding | 'identity'): CachedResponse {
  return withEncoding({ store: partitionOf(address, response), key: address, response, encoding });
}

/** The same for a payload. */
export function encodePayload(payload: CachedResponse, encoding: Encoding | 'identity'): CachedResponse {
  return withEncoding({ store: payloads(), key: payload.hash, response: payload, encoding });
}

type EncodingRequest = {
  store: LRUCache<string, CachedResponse>;
  key: string;
  response: CachedResponse;
  encoding: Encoding | 'identity';
};

function withEncoding({ store, key, response, encoding }: EncodingRequest): CachedResponse {
  const plain = plainBody(response.bodies);
  const body = encoding === 'identity' ? inOwnBuffer(plain) : compress(plain, encoding);
  const encoded = { ...response, bodies: { ...response.bodies, [encoding]: body } };
  const found = store.peek(key);
  if (found?.createdAt !== response.createdAt || found.bodies[encoding]) return encoded;
  const bodies = encoding === 'identity' ? found.bodies : withoutPlain({ ...found.bodies, [encoding]: body });
  store.set(key, { ...found, bodies: { ...bodies, [encoding]: body } });
  return encoded;
}

/** The addresses of responses to be compressed at the best level, one at a time, and when each response was created. */
const recompressions = new Map<string, Date>();

/**
 * Counts that a cached response was served. One that is requested again is compressed at the best level once the process is idle,
 * unless its address is one of an unlimited number.
 */
export function countHit(address: string, response: CachedResponse): void {
  response.hits += 1;
  if (response.hits < minHits || response.isBest || !response.bodies.br || recompressions.has(address)) return;
  if (!response.isCompressible || partitionOf(address, response) === unbounded()) return;
  recompressions.set(address, response.createdAt);
  if (recompressions.size === 1) void recompressQueued();
}

async function recompressQueued(): Promise<void> {
  for (const [address, createdAt] of recompressions) {
    await recompress(address, createdAt).catch(() => {});
    recompressions.delete(address);
  }
}

/** Compresses a response at the best level if it is still cached once the process is idle. */
async function recompress(address: string, createdAt: Date): Promise<void> {
  const stillCached = () => {
    const found = getCached(address);
    return found?.createdAt === createdAt ? found : undefined;
  };
  await whenIdle(maxPostponeMs);
  const before = stillCached();
  const br = before && (await compressBest(plainBody(before.bodies)));
  const after = stillCached();
  if (after && br) partitionOf(address, after).set(address, { ...after, bodies: { ...after.bodies, br }, isBest: true });
}
