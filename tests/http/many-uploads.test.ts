import type { Socket } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { openConnection } from '#tests/support/raw-http.ts';

/** A site of its own, whose uploads take all places. */
const site = ownSite({ METRICS_TOKEN: 'a-token-of-this-test', TRUST_PROXY: '1', RENDER_WAIT_MS: '60000' }, 'shared');
const sockets: Socket[] = [];

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
});

/** Client addresses, as forwarded by a proxy. */
const [slowClient, otherClient] = ['192.0.2.1', '192.0.2.2'];

/** Sends nearly all of a large form and then stalls. */
async function stall(): Promise<void> {
  const socket = await openConnection(site.url);
  socket.on('error', () => {});
  sockets.push(socket);
  const head = '--b\r\nContent-Disposition: form-data; name="attachment"; filename="a.pdf"\r\n\r\n%PDF-1.4';
  socket.write(
    `POST /api/enterprise-contact HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${slowClient}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 6200000\r\n\r\n${head}`,
  );
  socket.write(Buffer.alloc(5_900_000, 'x'));
}

async function memory(): Promise<number> {
  const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: 'Bearer a-token-of-this-test' } });
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(await answer.text())?.[1]);
}

function post(accept: string, client: string): Promise<Response> {
  const body = new FormData();
  const typed = {
    kind: 'rfp',
    name: 'Ada Lovelace',
    email: 'ada@uploads.example',
    organisation: 'Engines & Sons',
    sector: 'Manufacturing',
  };
  for (const [name, value] of Object.entries({ ...typed, message: 'Biochar for five years.' })) body.set(name, value);
  body.set('attachment', new File(['%PDF-1.7\n'.padEnd(100_000, 'x')], 'rfp.pdf'));
  return fetch(`${site.url}/api/enterprise-contact`, {
    method: 'POST',
    body,
    headers: { accept, 'x-forwarded-for': client },
    redirect: 'manual',
  });
}

/** Posts until there is no slot left: the stalled uploads take all that their client may have. */
async function rejectedPost(accept: string): Promise<Response> {
  return vi.waitUntil(
    async () => {
      const answer = await post(accept, slowClient);
      return answer.status === 503 && answer;
    },
    { timeout: 30_000 },
  );
}

it('sixty slow uploads from one client are not held in memory, do not delay other clients, and lose their slots', async () => {
  const before = await memory();
  let highest = before;
  const measure = async () => {
    highest = Math.max(highest, await memory());
  };
  const measuring = setInterval(() => void measure().catch(() => {}), 200);
  await Promise.all(Array.from({ length: 60 }, stall));

  const rejected = await rejectedPost('application/json');
  expect(rejected.headers.get('retry-after')).toBe('5');
  expect(await rejected.json()).toMatchObject({ code: 'overloaded', retryable: true });
  const text = await (await rejectedPost('text/html')).text();
  for (const word of ['The site is very busy at the moment', 'Engines &amp; Sons', 'Biochar for five years.', 'type="file"'])
    expect(text).toContain(word);
  expect((await post('application/json', otherClient)).status).toBe(201);

  // Stalled uploads lose their slots, though they are still connected.
  await vi.waitFor(async () => expect((await post('application/json', slowClient)).status).toBe(201), { timeout: 60_000 });
  expect(site.lines.some(({ event }) => event === 'request.shed')).toBe(true);
  clearInterval(measuring);
  expect(highest).toBeGreaterThan(before);
  expect(highest - before).toBeLessThan(250e6);
}, 150_000);
