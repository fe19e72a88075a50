import { LRUCache } from 'lru-cache';
import { limits } from '#server/platform/limits.ts';
import type { Address } from '#server/platform/web/app-env.ts';
import { limitSubjects } from '#server/platform/web/clients.ts';
import { maxBatchSize } from '#shared/schemas/limits.ts';

const windowSeconds = 60;
/** The most clients and networks that are tracked; beyond that, the least recently active one is forgotten. */
const maxSubjects = 50_000;

/** How many seconds to wait, 0 if it was allowed; of whoever has least left, how much that is, and the seconds until it has all again. */
type Taken = { wait: number; left: number; reset: number };

/** Limits what each client and its networks may take, in this process only: `size` at once, to which `perSecond` is added again. */
class Limiter {
  private readonly size: number;
  private readonly perSecond: number;
  private readonly held = new LRUCache<string, { left: number; at: number }>({ max: maxSubjects });

  constructor(size: number, perSecond: number) {
    this.size = size;
    this.perSecond = perSecond;
  }

  /** Takes `amount`, or `size` if that is less, of the client and each of its networks. @param address as `clientAddress` returns it. */
  take(address: string, amount: number, now = Date.now()): Taken {
    const taken = limitSubjects(address).map(({ subject, times }): Taken => {
      const [size, perMs] = [this.size * times, (this.perSecond * times) / 1_000];
      const { left: before, at } = this.held.get(subject) ?? { left: size, at: now };
      const available = Math.min(size, before + Math.max(0, now - at) * perMs);
      const cost = Math.min(amount, size);
      const left = available < cost ? available : available - cost;
      this.held.set(subject, { left, at: now });
      const seconds = (missing: number) => Math.max(1, Math.ceil(Math.round(missing / perMs) / 1_000));
      return { wait: available < cost ? seconds(cost - available) : 0, left: Math.floor(left), reset: seconds(size - left) };
    });
    const { left, reset } = taken.reduce((least, other) => (other.left < least.left ? other : least));
    return { wait: Math.max(...taken.map(({ wait }) => wait)), left, reset };
  }
}

const requests = new Limiter(limits.RATE_LIMIT_REQUESTS_PER_MINUTE, limits.RATE_LIMIT_REQUESTS_PER_MINUTE / windowSeconds);
const made = new Limiter(limits.UNCACHED_BURST, limits.UNCACHED_RATE_PER_SECOND);

/**
 * Counts a request under /api against the limit per minute of its client's address and networks. A batch counts as one request for each
 * of its `calls`. @returns the seconds until another is allowed, 0 if this one is; and the value of the `RateLimit` header, about
 * whichever has least left (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function consumeRateLimit(address: string, { now = Date.now(), calls = 1 } = {}): { wait: number; rateLimit: string } {
  const { wait, left, reset } = requests.take(address, calls, now);
  return { wait, rateLimit: `"requests";r=${wait > 0 ? 0 : left};t=${reset}` };
}

/**
 * Takes what `calls` cost from the budget of responses made for a client and its networks (UNCACHED_RATE_PER_SECOND, UNCACHED_BURST).
 * @returns 0 if allowed, otherwise the seconds to wait.
 */
export const takeTokens = (address: string, calls = 1): number => made.take(address, calls).wait;

/** Counts calls that are only known from a body, against both limits. @returns 0 if allowed, otherwise the seconds to wait. */
export function countFurtherCalls(address: string, calls: number): number {
  if (calls <= 0) return 0;
  return consumeRateLimit(address, { calls }).wait || takeTokens(address, calls);
}

/** Counts the calls that a request to `path` makes. tRPC separates those of a batch by commas; it rejects batches over the maximum. */
export function callsOf(path: string, address: Address | undefined): number {
  return address?.api === 'rpc' ? path.split(/,|%2c/i, maxBatchSize).length : 1;
}

/** The `RateLimit-Policy` header, the same for every client. */
export const rateLimitPolicy = `"requests";q=${limits.RATE_LIMIT_REQUESTS_PER_MINUTE};w=${windowSeconds}`;
