import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A port that nobody serves and nobody can listen on, until `release`: the end of a connection that opened it. */
export async function holdPort(): Promise<{ port: number; release: () => void }> {
  const other = createServer((accepted) => accepted.on('error', () => {})).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const socket = connect((other.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  other.close();
  // A reset leaves nothing behind; an orderly end would hold the port for a minute more.
  return { port: socket.localPort ?? 0, release: () => void socket.resetAndDestroy() };
}
