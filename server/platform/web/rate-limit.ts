import { LRUCache } from 'lru-cache';
import { env } from '#server/platform/env.ts';

const windowSeconds = 60;
/** The most addresses that are tracked; beyond that, the least recently active one is forgotten. */
const maxAddresses = 50_000;

type Window = { left: number; endsAt: number };

const windows = new LRUCache<string, Window>({ max: maxAddresses });

/** Whether a request is allowed; the value of the `RateLimit` header; seconds until the window ends. */
export type RateLimitState = { allowed: boolean; rateLimit: string; reset: number };

/**
 * Counts a request under /api against its client address's limit per minute, in this process only. A batch counts as one
 * request for each of its `calls`. The header follows draft-ietf-httpapi-ratelimit-headers-10.
 */
export function consumeRateLimit(address: string, { now = Date.now(), calls = 1 } = {}): RateLimitState {
  const running = windows.get(address);
  const isRunning = running !== undefined && running.endsAt > now;
  const window = isRunning ? running : { left: env().RATE_LIMIT_REQUESTS_PER_MINUTE, endsAt: now + windowSeconds * 1_000 };
  if (!isRunning) windows.set(address, window);
  window.left -= calls;
  const reset = Math.max(1, Math.ceil((window.endsAt - now) / 1_000));
  return { allowed: window.left >= 0, rateLimit: `"requests";r=${Math.max(0, window.left)};t=${reset}`, reset };
}

/** Returns the `RateLimit-Policy` header, the same for every client. */
export function rateLimitPolicy(): string {
  return `"requests";q=${env().RATE_LIMIT_REQUESTS_PER_MINUTE};w=${windowSeconds}`;
}
