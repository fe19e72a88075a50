import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isMainThread } from 'node:worker_threads';

/** Monitors a site's event loop: the environment to start it with, and the longest time (ms of its processor) for which work blocks it. */
export function monitorEventLoop() {
  const socket = path.join(tmpdir(), `carma-loop-${randomUUID()}`);
  const readLongest = async () => Number(await text(connect(socket)));
  return {
    env: { LOOP_SOCKET: socket, NODE_OPTIONS: `--import ${new URL(import.meta.url).pathname}` },
    /** Returns the best of at most `attempts` runs, stopping at the first below `goodEnough`: on a busy machine any run may be slow. */
    longestBlock: async (work: (attempt: number) => Promise<unknown>, { goodEnough = 0, attempts = 5 } = {}): Promise<number> => {
      let best = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < attempts && best >= goodEnough; attempt += 1) {
        // Each reading begins the next measurement.
        await readLongest();
        await work(attempt);
        best = Math.min(best, await readLongest());
      }
      return best;
    },
  };
}

// In the site, into which NODE_OPTIONS preloads this file: reports on LOOP_SOCKET the longest time (ms of processor time, so that other
// processes do not count) for which its event loop was blocked since the previous reading.
if (isMainThread && process.env.LOOP_SOCKET) {
  let longest = 0;
  let last = process.threadCpuUsage();
  const measure = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1_000);
    last = now;
  };
  // Runs once in each turn of the loop that takes 1 ms or longer.
  setInterval(measure, 1).unref();
  const server = createServer((socket) => {
    // The timer behind the measurement is itself delayed, so wait for it.
    setTimeout(() => {
      socket.end(String(longest));
      longest = 0;
    }, 5);
  });
  server.listen(process.env.LOOP_SOCKET);
  server.unref();
}
