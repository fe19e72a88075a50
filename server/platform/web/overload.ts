import { log } from '#server/platform/log.ts';
import { countShed } from '#server/platform/metrics/instruments.ts';
import { countForASecond } from '#server/platform/throttle.ts';
import type { RejectionReason } from '#server/platform/web/gate.ts';

/** Seconds after which a client may retry. Pages without a form reload by themselves. */
export const retryAfter = 5;

/**
 * How long (ms) a rejection is delayed. Otherwise clients that retry immediately would keep the process busy rejecting them,
 * and slow down the requests that were admitted.
 */
export const rejectionDelayMs = 250;

/** Returns a function that counts requests rejected for lack of capacity, and logs their number at most once a second. */
export function shedReporter(): (reason: RejectionReason) => void {
  const report = countForASecond<RejectionReason>((count, reason) =>
    log().warn({ event: 'request.shed', count, reason }, 'Overloaded: requests were rejected with 503'),
  );
  return (reason) => {
    countShed(reason);
    report(reason);
  };
}
