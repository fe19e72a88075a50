import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The share of its time that a quiet process works at most, over so long (ms). */
type Quiet = { busy: number; lookMs: number };

const timeToSpare: Quiet = { busy: 0.6, lookMs: 20 };
/** Long enough to notice a visitor who asks for one answer after the other. */
export const nobodyHere: Quiet = { busy: 0.2, lookMs: 40 };

/** Resolves as soon as the event loop has time to spare, or as little to do as asked for; at the latest after `patienceMs` (ms). */
export async function whenQuiet(patienceMs: number, { busy, lookMs } = timeToSpare): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let share = 1;
  while (share > busy && performance.now() < deadline) {
    const before = performance.eventLoopUtilization();
    await sleep(lookMs, undefined, { ref: false });
    share = performance.eventLoopUtilization(before).utilization;
  }
}
