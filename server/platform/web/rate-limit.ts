import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { limits } from '#server/platform/limits.ts';
import type { Address } from '#server/platform/web/app-env.ts';
import { limitSubjects } from '#server/platform/web/client-address.ts';
import { maxBatchSize } from '#shared/lib/protocol/rpc-limits.ts';

const windowSeconds = 60;
/** The most clients and networks that are tracked; beyond that, the least recently active one is forgotten. */
const maxSubjects = 50_000;

type Window = { left: number; endsAt: number };

const windows = new LRUCache<string, Window>({ max: maxSubjects });
const buckets = new LRUCache<string, TokenBucket>({ max: maxSubjects });

/** Whether a request is allowed; the value of the `RateLimit` header; seconds until the window ends. */
export type RateLimitState = { allowed: boolean; rateLimit: string; reset: number };

/**
 * Counts a request under /api against the limit per minute of its client's address and networks, in this process only. A batch counts
 * as one request for each of its `calls`. The header, about whichever has least left, follows draft-ietf-httpapi-ratelimit-headers-10.
 */
export function consumeRateLimit(address: string, { now = Date.now(), calls = 1 } = {}): RateLimitState {
  const limit = limits.RATE_LIMIT_REQUESTS_PER_MINUTE;
  const counted = limitSubjects(address).map(({ subject, times }) => count(subject, { limit: limit * times, now, calls }));
  const { left, endsAt } = counted.reduce((least, other) => (other.left < least.left ? other : least));
  const reset = Math.max(1, Math.ceil((endsAt - now) / 1_000));
  return { allowed: left >= 0, rateLimit: `"requests";r=${Math.max(0, left)};t=${reset}`, reset };
}

function count(subject: string, { limit, now, calls }: { limit: number; now: number; calls: number }): Window {
  let window = windows.get(subject);
  if (!window || window.endsAt <= now) {
    window = { left: limit, endsAt: now + windowSeconds * 1_000 };
    windows.set(subject, window);
  }
  window.left -= calls;
  return window;
}

/**
 * Takes what `calls` cost from the budget of responses made for a client and its networks (UNCACHED_RATE_PER_SECOND, UNCACHED_BURST).
 * @returns 0 if allowed, otherwise the seconds to wait.
 */
export function takeTokens(address: string, calls = 1): number {
  const { UNCACHED_RATE_PER_SECOND, UNCACHED_BURST } = limits;
  const waits = limitSubjects(address).map(({ subject, times }) => {
    let bucket = buckets.get(subject);
    if (!bucket) {
      const bucketSize = UNCACHED_BURST * times;
      bucket = new TokenBucket({ bucketSize, tokensPerInterval: UNCACHED_RATE_PER_SECOND * times, interval: 'second' });
      bucket.content = bucketSize;
      buckets.set(subject, bucket);
    }
    const cost = Math.min(calls, bucket.bucketSize);
    return bucket.tryRemoveTokens(cost) ? 0 : Math.max(1, Math.ceil(bucket.getWaitTime(cost) / 1_000));
  });
  return Math.max(...waits);
}

/** Counts calls that are only known from a body, against both limits. @returns 0 if allowed, otherwise the seconds to wait. */
export function countFurtherCalls(address: string, calls: number): number {
  if (calls <= 0) return 0;
  const { allowed, reset } = consumeRateLimit(address, { calls });
  return allowed ? takeTokens(address, calls) : reset;
}

/** Counts the calls that a request to `path` makes. tRPC separates those of a batch by commas; it rejects batches over the maximum. */
export function callsOf(path: string, address: Address | undefined): number {
  return address?.api === 'rpc' ? path.split(/,|%2c/i, maxBatchSize).length : 1;
}

/** Returns the `RateLimit-Policy` header, the same for every client. */
export function rateLimitPolicy(): string {
  return `"requests";q=${limits.RATE_LIMIT_REQUESTS_PER_MINUTE};w=${windowSeconds}`;
}
