import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const sockets = '/proc/net/tcp';
const tries = 20;

/** A port that nobody serves and nobody can listen on, until `release`: the end of a connection that opened it. */
export async function holdPort(): Promise<{ port: number; release: () => void }> {
  const other = createServer((accepted) => accepted.on('error', () => {})).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const socket = await connectAlone((other.address() as AddressInfo).port);
  other.close();
  // A reset leaves nothing behind; an orderly end would hold the port for a minute more.
  return { port: socket.localPort ?? 0, release: () => void socket.resetAndDestroy() };
}

/**
 * A connection whose own end is no other's. Linux gives one port to several connections that lead elsewhere, so that of
 * another process could hold it after `release`; it cannot be chosen, since a port that was asked for holds nobody off.
 */
async function connectAlone(to: number): Promise<Socket> {
  for (let tried = 0; tried < tries; tried += 1) {
    const socket = connect(to, '127.0.0.1');
    await once(socket, 'connect');
    if (!isShared(socket.localPort ?? 0)) return socket;
    socket.resetAndDestroy();
  }
  throw new Error(`Every port was another connection's too, in ${tries} tries`);
}

function isShared(port: number): boolean {
  if (!existsSync(sockets)) return false;
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const ends = readFileSync(sockets, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/)[1] ?? '');
  return ends.filter((end) => end.endsWith(own)).length > 1;
}
