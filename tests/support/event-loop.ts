import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const tries = 5;

/** Monitors a site's event loop: the environment to start it with, and the longest time (ms of its processor) that some work takes. */
export function monitorEventLoop() {
  const socket = path.join(tmpdir(), `carma-loop-${randomUUID()}`);
  const longest = async () => Number(await text(connect(socket)));
  return {
    env: { LOOP_SOCKET: socket, NODE_OPTIONS: `--import ${new URL('watch-loop.ts', import.meta.url).pathname}` },
    /** Returns the best of at most `attempts` runs, stopping at the first below `goodEnough`: on a busy machine any run may be slow. */
    longestBlock: async (work: (attempt: number) => Promise<unknown>, goodEnough: number, attempts = tries): Promise<number> => {
      let best = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < attempts && best >= goodEnough; attempt += 1) {
        // Each reading begins the next measurement.
        await longest();
        await work(attempt);
        best = Math.min(best, await longest());
      }
      return best;
    },
  };
}
