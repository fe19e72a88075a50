// Preloaded into a site (NODE_OPTIONS): reports on LOOP_SOCKET the longest time (ms of processor time, so that other processes do not
// count) for which its event loop was blocked since the previous reading.
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.LOOP_SOCKET) {
  let longest = 0;
  let last = process.threadCpuUsage();
  const measure = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1_000);
    last = now;
  };
  // Runs once in each turn of the loop that takes as long as this.
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
