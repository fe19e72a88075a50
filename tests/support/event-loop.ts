import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const tries = 5;

/** Environment for a site whose event loop is monitored, and the longest time (ms) that some work blocks it. */
export function monitorEventLoop() {
  const socket = path.join(tmpdir(), `carma-loop-${randomUUID()}`);
  const longest = async () => Number(await text(connect(socket)));
  return {
    env: { LOOP_SOCKET: socket, NODE_OPTIONS: `--import ${new URL('watch-loop.ts', import.meta.url).pathname}` },
    /** Returns the best of up to `attempts` attempts, stopping below `goodEnough`: on a busy machine a single attempt may be slow by chance. */
    longestBlock: async (work: (attempt: number) => Promise<unknown>, goodEnough: number, attempts = tries): Promise<number> => {
      let best = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < attempts && best >= goodEnough; attempt += 1) {
        await longest();
        await work(attempt);
        best = Math.min(best, await longest());
      }
      return best;
    },
  };
}
