import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '#server/platform/log.ts';
import { countShed } from '#server/platform/metrics/instruments.ts';
import { countPerSecond } from '#server/platform/throttle.ts';

/** Seconds after which a client may retry when the site is overloaded or the database did not answer. Pages without a form reload by themselves. */
export const retryAfterSeconds = 5;

export const retryLater = { 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) };

/** Why work was refused: there is no room, the wait was too long, or the process's timers run late. */
export type RejectionReason = 'full' | 'late' | 'behind';

/** The site has no capacity for this work at the moment. */
export class Overloaded extends Error {
  readonly reason: RejectionReason;
  constructor(reason: RejectionReason) {
    super('The site is overloaded');
    this.reason = reason;
  }
}

/**
 * How long (ms) a rejection is delayed. Otherwise clients that retry immediately would keep the process busy rejecting them,
 * and slow down the requests that were admitted.
 */
const rejectionDelayMs = 250;

const report = countPerSecond<RejectionReason>((count, reason) =>
  log().warn({ event: 'request.shed', count, reason }, 'Overloaded: requests were rejected with 503'),
);

/** Counts work that is refused, and logs the number at most once a second. @returns what to throw, after a delay unless it had to wait. */
export async function shed(reason: RejectionReason): Promise<Overloaded> {
  countShed(reason);
  report(reason);
  if (reason !== 'late') await sleep(rejectionDelayMs);
  return new Overloaded(reason);
}
