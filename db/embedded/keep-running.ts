import { setTimeout as sleep } from 'node:timers/promises';
import type { LogLike } from '#db/log-like.ts';
import { isRunning } from './processes.ts';

type Kept = {
  /** The server's process. */
  pid: number;
  /** Returns the process of the server that runs then. */
  startAgain: () => Promise<number>;
  /** Ends the looking. */
  stopping: AbortSignal;
  log: LogLike;
};

/** Between two looks (ms); after a start that failed it doubles each time, up to the longest. */
const lookEveryMs = 5_000;
const longestWaitMs = 60_000;

/** Starts the server again each time that it has ended: killed by somebody, or by a system without memory. */
export async function keepRunning({ pid, startAgain, stopping, log }: Kept): Promise<void> {
  for (let waitMs = lookEveryMs; ; ) {
    await sleep(waitMs, undefined, { signal: stopping, ref: false }).catch(() => {});
    if (stopping.aborted) return;
    if (isRunning(pid)) continue;
    try {
      pid = await startAgain();
      waitMs = lookEveryMs;
    } catch (error) {
      waitMs = Math.min(2 * waitMs, longestWaitMs);
      log.error({ event: 'database.ended', err: error, waitMs }, 'PostgreSQL ended and does not start; it is tried again');
    }
  }
}
