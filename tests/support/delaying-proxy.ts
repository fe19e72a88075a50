import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Puts a proxy in front of a server that passes on everything `delay` ms late, in both directions. Returns its address. */
export async function startDelayingProxy(target: string, delay: number): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const passOn = (from: Socket, to: Socket) => {
    open.add(from);
    from.on('data', (chunk) => setTimeout(() => to.write(chunk), delay));
    from.on('end', () => setTimeout(() => to.end(), delay));
    from.on('error', () => to.destroy()).on('close', () => open.delete(from));
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const onward = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    passOn(socket, onward);
    passOn(onward, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
