import { Worker } from 'node:worker_threads';
import type { LoopWatch } from './loop-watcher.ts';

const defaults = {
  /** How long the event loop may stand still. */
  limitMs: 15_000,
  /** How long the end of the process waits for the stack, and then as long for whoever reads the log. */
  lastWordsMs: 400,
};
/** How often (ms) the main thread shows that it runs. */
const beatMs = 250;
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/**
 * Starts a thread that ends the process once the event loop has stood still for `limitMs`: its supervisor starts it again.
 * @param thread ./loop-watcher.ts, or what was built from it.
 */
export function watchLoop({ thread, ...times }: { thread: URL } & Partial<typeof defaults>): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  const workerData: LoopWatch = { beats, ...defaults, ...times };
  // It needs none of the process's own options, such as --import.
  new Worker(thread, { workerData, resourceLimits, execArgv: [] }).unref();
}
