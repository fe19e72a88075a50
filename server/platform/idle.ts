import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

type Quiet = {
  /** The largest share of the event loop's time that counts as idle, 0 to 1. */
  busy: number;
  /** Over how long (ms) it is measured. */
  lookMs: number;
  /** How long (ms) the last visitor is left alone; counted from the beginning of the wait where others come all the time. */
  aloneMs: number;
};

const timeToSpare: Quiet = { busy: 0.6, lookMs: 20, aloneMs: 1_000 };
/**
 * Somebody who opens a page takes next to nothing of this process, but some seconds to see it, and the browser may be on this
 * very machine.
 */
export const unattended: Quiet = { busy: 0.2, lookMs: 40, aloneMs: 3_000 };

let visitedAt = Number.NEGATIVE_INFINITY;

/** Somebody asks for something, at this `performance.now()`; not what watches the process. */
export function recordActivity(at = performance.now()): void {
  visitedAt = at;
}

/** Resolves as soon as the event loop has time to spare, or as little to do as asked for; at the latest after `patienceMs` (ms). */
export async function whenIdle(patienceMs: number, { busy, lookMs, aloneMs } = timeToSpare): Promise<void> {
  const begun = performance.now();
  let isQuiet = false;
  while (!isQuiet && performance.now() - begun < patienceMs) {
    const before = performance.eventLoopUtilization();
    await sleep(lookMs, undefined, { ref: false });
    const { utilization } = performance.eventLoopUtilization(before);
    isQuiet = utilization <= busy && performance.now() - Math.min(begun, visitedAt) >= aloneMs;
  }
}
