import { LRUCache } from 'lru-cache';
import { env } from '#server/platform/env.ts';
import { limitSubjects } from '#server/platform/web/client-address.ts';
import { maxBatchSize } from '#src/lib/protocol/rpc-limits.ts';

const windowSeconds = 60;
/** The most addresses that are tracked; beyond that, the least recently active one is forgotten. */
const maxAddresses = 50_000;

type Window = { left: number; endsAt: number };

const windows = new LRUCache<string, Window>({ max: maxAddresses });

/** Whether a request is allowed; the value of the `RateLimit` header; seconds until the window ends. */
export type RateLimitState = { allowed: boolean; rateLimit: string; reset: number };

/**
 * Counts a request under /api against the limit per minute of its client's address and networks, in this process only. A batch counts
 * as one request for each of its `calls`. The header, about whichever has least left, follows draft-ietf-httpapi-ratelimit-headers-10.
 */
export function consumeRateLimit(address: string, { now = Date.now(), calls = 1 } = {}): RateLimitState {
  const limit = env().RATE_LIMIT_REQUESTS_PER_MINUTE;
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

/** Counts the calls that a request to `path` makes. tRPC separates those of a batch by commas; it rejects batches over the maximum. */
export function callsOf(path: string): number {
  if (!path.startsWith('/api/rpc/')) return 1;
  return path.split(/,|%2c/i, maxBatchSize).length;
}

/** Returns the `RateLimit-Policy` header, the same for every client. */
export function rateLimitPolicy(): string {
  return `"requests";q=${env().RATE_LIMIT_REQUESTS_PER_MINUTE};w=${windowSeconds}`;
}
