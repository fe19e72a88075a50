import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen } from '#server/http/connection/listen.ts';
import { holdPort } from '#tests/support/held-port.ts';

const host = '0.0.0.0';
const going = new AbortController().signal;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function made(server: Server): Server {
  servers.push(server);
  return server;
}

describe('listening', () => {
  it('waits for a port that a connection holds as its own end, says so once, and listens once that is gone', async () => {
    const { port, release } = await holdPort();
    const server = made(createHttpServer((_request, answer) => answer.end('here')));
    const waits = vi.fn();
    const listens = listen(server, { port, host }, { signal: going, waits });
    await vi.waitFor(() => expect(waits).toHaveBeenCalledWith(expect.objectContaining({ code: 'EADDRINUSE' })));
    await sleep(250);
    expect(server.listening).toBe(false);
    release();
    expect(await listens).toBe(true);
    expect(waits).toHaveBeenCalledOnce();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  });

  it('does not wait for a port at which a server answers', async () => {
    const served = made(createServer()).listen(0, host);
    await once(served, 'listening');
    const { port } = served.address() as AddressInfo;
    const waits = vi.fn();
    await expect(listen(made(createServer()), { port, host }, { signal: going, waits })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(waits).not.toHaveBeenCalled();
  });

  it('gives up after the limit, and when it is told to', async () => {
    const { port, release } = await holdPort();
    const server = made(createServer());
    const waits = () => {};
    await expect(listen(server, { port, host }, { signal: going, waits, limit: 150 })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await listen(server, { port, host }, { signal: AbortSignal.timeout(150), waits })).toBe(false);
    expect(server.listening).toBe(false);
    release();
  });

  it('fails at once where waiting would not help', async () => {
    await expect(listen(made(createServer()), { port: 0, host: '203.0.113.1' }, { signal: going, waits: () => {} })).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
    });
  });
});
