import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

type IdleCriteria = {
  /** The highest event-loop utilisation that counts as idle, 0 to 1. */
  maxUtilisation: number;
  /** The period (ms) over which utilisation is measured. */
  sampleMs: number;
  /** The time (ms) that must have passed since the last visit, or since the wait began if visits keep arriving. */
  quietMs: number;
};

const normalIdle: IdleCriteria = { maxUtilisation: 0.6, sampleMs: 20, quietMs: 1_000 };
/**
 * Stricter criteria: opening a page costs this process next to nothing, but takes the browser some seconds, and it may be
 * running on this machine.
 */
export const strictIdle: IdleCriteria = { maxUtilisation: 0.2, sampleMs: 40, quietMs: 3_000 };

let lastActivityAt = Number.NEGATIVE_INFINITY;

/** Records a visit at this `performance.now()`. Monitoring requests do not count. */
export function recordActivity(at = performance.now()): void {
  lastActivityAt = at;
}

/** Resolves once the process is idle by these criteria, or after `maxWaitMs` (ms) at the latest. */
export async function whenIdle(maxWaitMs: number, { maxUtilisation, sampleMs, quietMs } = normalIdle): Promise<void> {
  const begun = performance.now();
  let isIdle = false;
  while (!isIdle && performance.now() - begun < maxWaitMs) {
    const before = performance.eventLoopUtilization();
    await sleep(sampleMs, undefined, { ref: false });
    const { utilization } = performance.eventLoopUtilization(before);
    isIdle = utilization <= maxUtilisation && performance.now() - Math.min(begun, lastActivityAt) >= quietMs;
  }
}
