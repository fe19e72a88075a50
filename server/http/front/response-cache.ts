import { LRUCache } from 'lru-cache';
import type { WholeResponse } from './whole-response.ts';

/** A response with the version of the data that it was made from. */
export type CachedResponse = { response: WholeResponse; version: string };

/** The memory (bytes) of a cached response besides its bodies: headers, keys, objects. */
const overheadBytes = 2_048;
/** Room for both encodings, which are made when they are first asked for, as a share of the body. */
const encodingsShare = 1.2;

/** The share of pages: few addresses, asked for often. Addresses that a client can vary at will share the rest. */
const pageShare = 0.7;

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Caches responses by address, each with the version of the data that it was made from.
 * @param bytes its size. @param isPage tells the addresses of pages from those that a client can vary at will.
 */
export function createResponseCache(bytes: number, isPage: (address: string) => boolean) {
  const pages = partition(bytes * pageShare);
  const others = partition(bytes * (1 - pageShare));
  const of = (address: string) => (isPage(address) ? pages : others);
  let clearings = 0;
  return {
    /** Returns the response last made for an address, of whichever version. */
    get: (address: string): CachedResponse | undefined => of(address).get(address),
    /**
     * Call it before a response is made. Returns a function that caches the response until it is replaced, evicted or cleared, and tells
     * whether it did: not if the cache was cleared meanwhile, because the response may hold what had to go.
     */
    reserve: () => {
      const before = clearings;
      return (address: string, response: WholeResponse, version: string): boolean => {
        if (before !== clearings) return false;
        of(address).set(address, { response, version });
        return true;
      };
    },
    /** Forgets everything, and whatever is being made. */
    clear: (): void => {
      clearings += 1;
      pages.clear();
      others.clear();
    },
  };
}

function partition(bytes: number): LRUCache<string, CachedResponse> {
  return new LRUCache({
    maxSize: Math.max(1, Math.floor(bytes)),
    sizeCalculation: ({ response }, address) => {
      const spare = response.isCompressible ? Math.ceil(encodingsShare * response.body.byteLength) : 0;
      return address.length + overheadBytes + response.body.byteLength + spare;
    },
  });
}
