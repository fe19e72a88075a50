import type { Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { openConnection } from '#tests/support/raw-http.ts';

const site = ownSite(
  { HEADERS_TIMEOUT_MS: '1500', REQUEST_TIMEOUT_MS: '2500', STALLED_TIMEOUT_MS: '3000', DELIVERY_TIMEOUT_MS: '4000' },
  'shared',
);
/** In ms. On an idle machine it takes a tenth of this; Node's own limits are 60 s and more. */
const soon = 45_000;
const opened: Socket[] = [];

afterAll(async () => {
  for (const socket of opened) socket.destroy();
});

async function open(): Promise<Socket> {
  const socket = await openConnection(site.url);
  socket.on('error', () => {});
  socket.resume();
  opened.push(socket);
  return socket;
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** Writes `piece` repeatedly, as slowloris does. Returns the response and the time (ms) until the site closed the connection. */
async function trickle(start: string, piece: string): Promise<{ text: string; ms: number }> {
  const socket = await open();
  const startedAt = performance.now();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 200);
  await closed(socket);
  clearInterval(timer);
  return { text, ms: performance.now() - startedAt };
}

describe.concurrent('a slow client', () => {
  it('sending headers gets 408 with all security headers and is disconnected', async () => {
    const { text, ms } = await trickle('GET / HTTP/1.1\r\nHost: carma.example\r\n', 'X-A: b\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toMatch(/content-security-policy: default-src 'none'/);
    expect(ms).toBeLessThan(soon);
  });

  it('sending its body gets 4xx and is disconnected, without being logged as a failure', async () => {
    const { text, ms } = await trickle(
      'POST /api/contact HTTP/1.1\r\nHost: carma.example\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"name":"',
      'a',
    );
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(ms).toBeLessThan(soon);
    expect(site.lines.filter(({ event }) => event === 'request.failed')).toEqual([]);
  });

  it('sending its first byte is disconnected', async () => {
    const { ms } = await trickle('', '');
    expect(ms).toBeLessThan(soon);
  });

  it('that never reads the response is disconnected', async () => {
    const socket = await open();
    socket.pause();
    const startedAt = performance.now();
    const page = 'GET /credits HTTP/1.1\r\nHost: carma.example\r\n\r\n';
    socket.write(page.repeat(60));
    const end = closed(socket);
    // Only writing to a socket reveals that the other side is gone.
    const timer = setInterval(() => socket.write(page), 250);
    await end;
    clearInterval(timer);
    expect(performance.now() - startedAt).toBeLessThan(soon);
  });
});
