import { log } from '#server/platform/log.ts';
import { countShed } from '#server/platform/metrics/instruments.ts';
import type { RejectionReason } from '#server/platform/web/gate.ts';

/** Seconds after which a visitor may try again; a page without a form does so by itself. */
export const retryAfter = 5;

/**
 * How long (ms) a refusal takes. A crowd that asks again as soon as it is answered would else keep the process busy with
 * refusing it, and make those wait who were let in.
 */
export const rejectionDelayMs = 250;

/** What counts and logs a refusal for want of capacity: one line a second at most, which says how many. */
export function shedReporter(): (reason: RejectionReason) => void {
  let count = 0;
  return (reason) => {
    countShed(reason);
    count += 1;
    if (count > 1) return;
    const timer = setTimeout(() => {
      log().warn({ event: 'request.shed', count, reason }, 'More to do than the process can: answered 503');
      count = 0;
    }, 1_000);
    timer.unref();
  };
}
