import { LRUCache } from 'lru-cache';
import type { Share } from '#server/http/addresses.ts';
import type { WholeResponse } from './whole-response.ts';

/** A response with the version of the data that it was made from. */
export type CachedResponse = { response: WholeResponse; version: string };

/** The memory (bytes) of a cached response besides its bodies: headers, keys, objects. */
const overheadBytes = 2_048;
/** Room for both encodings, which are made when they are first asked for, as a share of the body. */
const encodingsShare = 1.2;

/** Each has its own room, so that neither what a client invents nor who reads the whole record pushes out what others ask for. */
const shares: Record<Share, number> = { few: 0.55, many: 0.2, varied: 0.25 };

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Caches responses by address, each with the version of the data that it was made from.
 * @param bytes its size. @param shareOf finds the share of a path. An address with a query is one that a client can vary at will.
 */
export function createResponseCache(bytes: number, shareOf: (path: string) => Share) {
  const rooms = { few: partition(bytes * shares.few), many: partition(bytes * shares.many), varied: partition(bytes * shares.varied) };
  const of = (address: string) => rooms[address.includes('?') ? 'varied' : shareOf(address)];
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
      for (const room of Object.values(rooms)) room.clear();
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
