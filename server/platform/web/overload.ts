import { log } from '#server/platform/log.ts';
import { countShed } from '#server/platform/metrics/instruments.ts';
import { countPerSecond } from '#server/platform/throttle.ts';
import type { RejectionReason } from '#server/platform/web/gate.ts';

/** Seconds after which a client may retry when the site is overloaded or the database did not answer. Pages without a form reload by themselves. */
export const retryAfterSeconds = 5;

export const retryLater = { 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) };

/**
 * How long (ms) a rejection is delayed. Otherwise clients that retry immediately would keep the process busy rejecting them,
 * and slow down the requests that were admitted.
 */
export const rejectionDelayMs = 250;

/** Returns a function that counts requests rejected for lack of capacity, and logs their number at most once a second. */
export function shedReporter(): (reason: RejectionReason) => void {
  const report = countPerSecond<RejectionReason>((count, reason) =>
    log().warn({ event: 'request.shed', count, reason }, 'Overloaded: requests were rejected with 503'),
  );
  return (reason) => {
    countShed(reason);
    report(reason);
  };
}
