// Preloaded into a site (NODE_OPTIONS): reports on LOOP_SOCKET the longest time (ms) its event loop was blocked since the previous reading.
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.LOOP_SOCKET) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const server = createServer((socket) => {
    // The timer behind the measurement is itself delayed, so wait for it.
    setTimeout(() => {
      socket.end(String(delay.max / 1e6));
      delay.reset();
    }, 5);
  });
  server.listen(process.env.LOOP_SOCKET);
  server.unref();
}
