import { LRUCache } from 'lru-cache';
import { env } from '#server/env.ts';

/** Seconds that a window of the limit lasts. */
const windowSeconds = 60;
/** Addresses that are counted at once; past it, the one that was quiet longest is forgotten. */
const maxAddresses = 50_000;

type Window = { left: number; endsAt: number };

const windows = new LRUCache<string, Window>({ max: maxAddresses });

/** Whether a request may pass, and the headers that its answer has to carry. */
export type Taken = { allowed: boolean; headers: [string, string][] };

/**
 * Counts a request under /api of a client address, a minute at a time, in this process. It does not wait for anything.
 * The headers are those of draft-ietf-httpapi-ratelimit-headers (10), and Retry-After (seconds) on a refusal.
 */
export function takeRead(address: string, now = Date.now()): Taken {
  const quota = env().RATE_LIMIT_REQUESTS_PER_MINUTE;
  const running = windows.get(address);
  const window = running && running.endsAt > now ? running : { left: quota, endsAt: now + windowSeconds * 1_000 };
  if (window !== running) windows.set(address, window);
  window.left -= 1;
  const reset = Math.max(1, Math.ceil((window.endsAt - now) / 1_000));
  const allowed = window.left >= 0;
  return {
    allowed,
    headers: [
      ['ratelimit-policy', `"requests";q=${quota};w=${windowSeconds}`],
      ['ratelimit', `"requests";r=${Math.max(0, window.left)};t=${reset}`],
      ...(allowed ? [] : [['retry-after', String(reset)] as [string, string]]),
    ],
  };
}
