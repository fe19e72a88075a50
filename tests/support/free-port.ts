import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Lets a server listen on a free port of this machine, and returns the port. */
export async function listenOn(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}

export async function closeServer(server: HttpServer): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Returns a local port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
