import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The share of its time that a quiet process works at most, over so long (ms). */
const busy = 0.6;
const lookMs = 20;

/** Resolves as soon as the event loop has time to spare, at the latest after `patienceMs` (ms). */
export async function whenQuiet(patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let share = 1;
  while (share > busy && performance.now() < deadline) {
    const before = performance.eventLoopUtilization();
    await sleep(lookMs, undefined, { ref: false });
    share = performance.eventLoopUtilization(before).utilization;
  }
}
