// Loaded into a site ahead of it (NODE_OPTIONS): tells whoever connects to LOOP_SOCKET for how long (ms) its event loop stood
// still at most since the last one asked.
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.LOOP_SOCKET) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const server = createServer((socket) => {
    // The timer that measures is late itself.
    setTimeout(() => {
      socket.end(String(delay.max / 1e6));
      delay.reset();
    }, 5);
  });
  server.listen(process.env.LOOP_SOCKET);
  server.unref();
}
