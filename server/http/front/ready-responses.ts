// What is ready when a request arrives, so that the app need not make it: a cached response, or a file of the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { LRUCache } from 'lru-cache';
import type { VersionWatch } from '#server/platform/database/data-version.ts';
import { cacheLookups } from '#server/platform/metrics.ts';
import type { AddressAt, Room } from '#server/platform/web/app-env.ts';
import { declaredHeaders } from '#server/platform/web/cache-headers.ts';
import { list } from '#shared/content/credits.ts';
import { featured } from '#shared/content/home.ts';
import { site } from '#shared/content/site.ts';
import { lastKnownId, lastKnownListIds, lastKnownSlot } from '#shared/lib/protocol/elements.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { fill, formatDay } from '#verify/text.ts';
import { type Bytes, type Encoding, hashOf, type WholeResponse } from './whole-response.ts';

type CacheOptions = {
  /** The most that it holds. */
  bytes: number;
  /** Finds what is declared of a path, for its room. An address with a query is one that a client can vary at will. */
  addressAt: AddressAt;
  /** The version of the data that responses are made from. */
  version: VersionWatch;
  /** What all pages show, whether they use the database or not, as a text that differs when it does. */
  shownOnEveryPage: () => string;
};

/** A response with the version of the data that it was made from. */
type CachedResponse = { response: WholeResponse; version: string };

/** The largest response (bytes) that is cached. Larger ones are sent while they are read. */
export const maxWholeBytes = 1_048_576;
/** The memory (bytes) of a cached response besides its bodies: headers, keys, objects. */
const overheadBytes = 2_048;
/** Room for both encodings, which are made when they are first asked for, in sizes of the body: 0.6 for each. */
const sizeOfEncodings = 1.2;

/** The share of the cache that each room has. So neither who invents addresses nor who reads the whole record pushes out all others. */
const shares: Record<Room, number> = { few: 0.55, many: 0.2, varied: 0.25 };

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Caches responses by address that are whole, public and 200, each with the version of the data when its making began. They are current
 * until that version no longer is; one made without data, as long as the day and the presence of samples stay the same.
 */
export function createResponseCache({ bytes, addressAt, version, shownOnEveryPage }: CacheOptions) {
  const rooms = { few: partition(bytes * shares.few), many: partition(bytes * shares.many), varied: partition(bytes * shares.varied) };
  const roomOf = (address: string) => rooms[address.includes('?') ? 'varied' : addressAt(address).room];
  let clearings = 0;

  return {
    /** Returns the response of an address, if it is current; with a notice of its age while PostgreSQL does not tell the version. */
    current: (address: string): WholeResponse | undefined => {
      const cached = roomOf(address).get(address);
      if (!cached) return undefined;
      const newest = versionFor(cached.response);
      if (newest === undefined) return marked(cached);
      if (cached.version !== newest) return undefined;
      cacheLookups.inc({ kind: 'hit' });
      return cached.response;
    },
    /** Returns the response last made for an address, of whichever version, with a notice of its age. */
    lastKnown: (address: string): WholeResponse | undefined => marked(roomOf(address).get(address)),
    /**
     * Call it before a response is made. Returns a function that caches the response until it is replaced, evicted or cleared, and tells
     * whether it did: not if the cache was cleared meanwhile, because the response may hold what had to go.
     */
    reserve: () => {
      const before = { clearings, data: versionFor({ usesDatabase: true }), day: versionFor({ usesDatabase: false }) };
      return (address: string, response: WholeResponse): boolean => {
        const madeFrom = response.usesDatabase ? before.data : before.day;
        if (before.clearings !== clearings || madeFrom === undefined || !mayBeCached(response)) return false;
        roomOf(address).set(address, { response, version: madeFrom });
        cacheLookups.inc({ kind: 'miss' });
        return true;
      };
    },
    /** Forgets everything, and whatever is being made. */
    clear: (): void => {
      clearings += 1;
      for (const room of Object.values(rooms)) room.clear();
    },
  };

  /** Returns the version of a response made now: another on each day, London's or UTC's. Undefined while the data's is not known. */
  function versionFor({ usesDatabase }: Pick<WholeResponse, 'usesDatabase'>): string | undefined {
    const now = new Date();
    const day = `${formatDate(now)} ${now.toISOString().slice(0, 10)}`;
    const data = version.current();
    return usesDatabase ? data && `${data} ${day}` : `${shownOnEveryPage()} ${day}`;
  }

  /**
   * Returns a response with a notice of its age. It was current at PostgreSQL's last answer if that told the version that it was made from
   * (`versionFor`, without the day), otherwise when it was made.
   */
  function marked(cached: CachedResponse | undefined): WholeResponse | undefined {
    if (!cached?.response.usesDatabase) return undefined;
    const { version: last, at } = version.lastAnswer();
    const found = asLastKnown(cached.response, cached.version.split(' ', 1)[0] === last ? at : cached.response.madeAt);
    if (found) cacheLookups.inc({ kind: 'stale' });
    return found;
  }
}

/** A response that every client may have. One that sets a cookie is for one of them. */
function mayBeCached({ status, etagStart, headers, body }: WholeResponse): boolean {
  return status === 200 && body.byteLength <= maxWholeBytes && etagStart !== undefined && headers['set-cookie'] === undefined;
}

function partition(bytes: number): LRUCache<string, CachedResponse> {
  return new LRUCache({
    maxSize: Math.max(1, Math.floor(bytes)),
    sizeCalculation: ({ response }, address) => {
      const spare = response.isCompressible ? Math.ceil(sizeOfEncodings * response.body.byteLength) : 0;
      return address.length + overheadBytes + response.body.byteLength + spare;
    },
  });
}

/** The copy of each response that was marked last: many visitors get the same. */
const marks = new WeakMap<WholeResponse, { at: string; response: WholeResponse }>();

/**
 * Marks a response as the last known one, for use while the database cannot tell whether it is current. `at`, when it was known to be, is
 * in the header `Carma-Last-Known` and, of a page, in a notice. The result must not be stored by clients or shared caches.
 * @returns undefined for a response that can't show it to a person: a page without a place for the notice, or a file to be saved.
 */
function asLastKnown(response: WholeResponse, at: Date): WholeResponse | undefined {
  const time = at.toISOString();
  const found = marks.get(response);
  if (found?.at === time) return found.response;
  if (response.headers['content-disposition']?.startsWith('attachment')) return undefined;
  const type = response.headers['content-type'] ?? '';
  const body = type.startsWith('text/html') ? withNotice(response.body, at) : response.body;
  if (!body) return undefined;
  const headers = { ...response.headers, 'cache-control': 'no-store', 'carma-last-known': time };
  const made = { ...response, headers, body, encoded: body === response.body ? response.encoded : {}, etagStart: hashOf(body) };
  marks.set(response, { at: time, response: made });
  return made;
}

/** Fills the places that a page has for the notice. Nothing else in the page changes, so its Content-Security-Policy remains valid. */
function withNotice(html: Bytes, at: Date): Bytes | undefined {
  const iso = at.toISOString();
  const words = fill(site.lastKnownTime, { clock: iso.slice(11, 16), day: formatDay(iso) });
  const time = `<time datetime="${iso}">${words}</time>`;
  const filled = replaced(html, lastKnownSlot, `<div id="${lastKnownId}"><p role="status">${fill(site.lastKnown, { time })}</p></div>`);
  if (!filled) return undefined;
  const below = `<p>${fill(site.lastKnownList, { time })}</p>`;
  return Object.entries(failedLists).reduce((page, [id, failure]) => {
    const element = `<div id="${id}"`;
    return replaced(page, `${element}></div>`, `${element}>${failure}${below}</div>`) ?? page;
  }, filled);
}

/** The specified words of a list that could not be loaded (product.md, section 8), by the element above it. */
const failedLists = {
  [lastKnownListIds.home]: `<p role="alert">${featured.error}</p>`,
  [lastKnownListIds.credits]: `<p role="alert">${list.error}</p><form action="/credits"><button class="btn-outline">${list.tryAgain}</button></form>`,
} satisfies Record<(typeof lastKnownListIds)[keyof typeof lastKnownListIds], string>;

/** Replaces one fixed text with another; undefined if the page lacks it. */
function replaced(html: Bytes, slot: string, text: string): Bytes | undefined {
  const start = html.indexOf(slot);
  if (start === -1) return undefined;
  return Buffer.concat([html.subarray(0, start), Buffer.from(text), html.subarray(start + slot.length)]);
}

/** Suffixes of the compressed copies that a build (scripts/build.ts) writes beside the files worth compressing. */
export const encodedSuffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/**
 * Returns a function that finds the build's files by path. Each is read when it is first asked for and stays in memory.
 * @throws Error if the build has a file whose type is unknown: it would not be found.
 */
export function openBuildFiles(publicDir: string, addressAt: AddressAt): (pathname: string) => WholeResponse | undefined {
  const files = readdirSync(publicDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => path.relative(publicDir, path.join(parentPath, name)));
  const names = paths.filter((name) => !Object.values(encodedSuffixes).includes(path.extname(name)));
  const unknown = names.filter((name) => !getMimeType(name));
  if (unknown.length > 0) throw new Error(`The build has files of an unknown type: ${unknown.join(', ')}`);
  const typeOf = new Map(names.map((name) => [`/${name.split(path.sep).join('/')}`, getMimeType(name)]));
  const read = new Map<string, WholeResponse>();
  return (pathname) => {
    const type = typeOf.get(pathname);
    const known = read.get(pathname);
    const file = path.join(publicDir, pathname);
    // It may have been removed since.
    if (known || !type || !existsSync(file)) return known;
    const body = readFileSync(file) as Bytes;
    const copies = Object.entries(encodedSuffixes).filter(([, suffix]) => existsSync(file + suffix));
    const isCompressible = copies.length > 0;
    const headers = {
      'content-type': type,
      ...declaredHeaders(addressAt(pathname)),
      // A PDF runs no scripts of the site, and a strict policy breaks the styles of some browsers' built-in viewers.
      ...(type === 'application/pdf' ? { 'content-security-policy': "frame-ancestors 'none'" } : {}),
      ...(isCompressible ? { vary: 'Accept-Encoding' } : {}),
    };
    const encoded = Object.fromEntries(copies.map(([encoding, suffix]) => [encoding, readFileSync(file + suffix)]));
    const facts = { status: 200, lastModified: undefined, usesDatabase: false, madeAt: new Date() };
    const made = { ...facts, headers, body, encoded, isCompressible, etagStart: hashOf(body) };
    read.set(pathname, made);
    return made;
  };
}
