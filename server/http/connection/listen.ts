// A port that nobody serves can still be held: by a connection whose own end has that number, and for a minute after it was
// closed (RFC 9293, TIME-WAIT). Ports from 32768 on, which Linux gives to outgoing connections, are hit by that.
import { connect, type ListenOptions, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often a held port is tried again, and how long a server gets to take a connection, in ms. */
const againMs = 100;
const answerMs = 1_000;
/** The minute of TIME-WAIT, and some (ms). */
const longestWait = 65_000;

type Where = ListenOptions & { port: number; host: string };

/** `waits` is told once, when the port is held and nobody serves it; `limit` is how long to try then, in ms. */
type Patience = { signal: AbortSignal; waits: (error: Error) => void; limit?: number };

/**
 * Lets `server` listen, and waits while its port is held by no server. Returns whether it listens: not where `signal` ended
 * the wait.
 * @throws Error with the code of the system: EADDRINUSE at once where a server answers on that port, or after `limit`.
 */
export async function listen(server: Server, where: Where, { signal, waits, limit = longestWait }: Patience): Promise<boolean> {
  const latest = performance.now() + limit;
  for (let tries = 1; !signal.aborted; tries += 1) {
    const error = await attempt(server, where);
    if (!error) return true;
    if (error.code !== 'EADDRINUSE' || performance.now() > latest || (await isServed(where))) throw error;
    if (tries === 1) waits(error);
    await sleep(againMs, undefined, { signal }).catch(() => {});
  }
  return false;
}

function attempt(server: Server, where: Where): Promise<NodeJS.ErrnoException | undefined> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | undefined>();
  const listens = () => resolve(undefined);
  server.once('error', resolve).once('listening', listens).listen(where);
  return promise.finally(() => server.off('error', resolve).off('listening', listens));
}

async function isServed({ port, host }: Where): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // The address that stands for all of them is this machine's own, to whoever connects.
  const socket = connect({ port, host, timeout: answerMs });
  // Where nobody listens, a connection may meet itself.
  socket.once('connect', () => resolve(socket.localPort !== port));
  socket.once('error', () => resolve(false));
  // Somebody is there, and too busy to answer.
  socket.once('timeout', () => resolve(true));
  return promise.finally(() => socket.destroy());
}
