import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { readyHead, writeReadyHead } from '#server/http/cache/ready-head.ts';

const requestId = '50ebc860-e9a4-4455-84a0-3116cfa06813';
const rateLimit = '"requests";r=9;t=60';
/** Longer in bytes than in characters. */
const body = Buffer.from('tCO₂e, 12 £');
const headers = ['content-type', 'text/plain; charset=utf-8', 'etag', '"abc"', 'content-length', String(body.byteLength)];

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Way = (response: ServerResponse, status: number, headers: string[]) => void;

const byNode: Way = (response, status, sent) => {
  response.writeHead(status, [...sent, 'x-request-id', requestId, 'ratelimit', rateLimit]);
};
const ready: Way = (response, status, sent) => writeReadyHead(response, readyHead(status, sent), { requestId, rateLimit });

/** All that a server sends on one connection to these requests, until it closes it; without the time of day, which may differ. */
async function exchange(way: Way, requests: string, answer = (response: ServerResponse) => respond(way, response)): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(requests);
  return (await readAll(socket)).replaceAll(/Date: .+/g, 'Date: now');
}

function respond(way: Way, response: ServerResponse): void {
  way(response, 200, headers);
  response.end(body.toString('latin1'), 'latin1');
}

/** The lines of every answer in order of their names, with its status line and its body. */
function lines(sent: string): string[][] {
  return sent.split('HTTP/1.1 ').map((one) => one.split('\r\n').sort());
}

const get = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';
const lastGet = 'GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n';

describe('a head that was written out beforehand', () => {
  it('is what Node would send, with the same body, and the next answer follows on the same connection', async () => {
    const sent = await exchange(ready, get + lastGet);
    expect(sent.match(/\r\n\r\ntCO₂e, 12 £/g)).toHaveLength(2);
    const unsaid = /^(Connection: keep-alive|Keep-Alive: timeout=\d+)\r\n/gm;
    const expected = await exchange(byNode, get + lastGet);
    expect(expected.match(unsaid)).toHaveLength(2);
    expect(lines(sent)).toEqual(lines(expected.replaceAll(unsaid, '')));
  });

  it('says to a client of HTTP/1.0 that asks for it that its connection stays', async () => {
    const requests = `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${lastGet}`;
    const sent = await exchange(ready, requests);
    expect(sent.match(/\r\nConnection: (keep-alive|close)\r\n/g)).toEqual(['\r\nConnection: keep-alive\r\n', '\r\nConnection: close\r\n']);
    expect(lines(sent)).toEqual(lines(await exchange(byNode, requests)));
  });

  it('is the same where a body must not follow: for HEAD, and with 304', async () => {
    const head = lastGet.replace('GET', 'HEAD');
    const asked = (way: Way) => exchange(way, head, (response) => void [way(response, 200, headers), response.end()]);
    expect(lines(await asked(ready))).toEqual(lines(await asked(byNode)));
    const unchanged = (way: Way) => exchange(way, lastGet, (response) => void [way(response, 304, ['etag', '"abc"']), response.end()]);
    const sent = await unchanged(ready);
    expect(sent).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/);
    expect(lines(sent)).toEqual(lines(await unchanged(byNode)));
  });

  it('says that the connection ends where the server wants that, or an old client does not know better', async () => {
    const ending = (way: Way) =>
      exchange(way, get, (response) => {
        response.shouldKeepAlive = false;
        respond(way, response);
      });
    const sent = await ending(ready);
    expect(sent).toContain('\r\nConnection: close\r\n');
    expect(lines(sent)).toEqual(lines(await ending(byNode)));
    const old = 'GET / HTTP/1.0\r\n\r\n';
    expect(lines(await exchange(ready, old))).toEqual(lines(await exchange(byNode, old)));
  });

  it('is left to Node where that keeps heads elsewhere', async () => {
    const elsewhere: Way = (response, status, sent) => {
      Object.assign(response, { _header: undefined });
      ready(response, status, sent);
    };
    expect(lines(await exchange(elsewhere, lastGet))).toEqual(lines(await exchange(byNode, lastGet)));
  });

  it('is where Node keeps it, in this version', async () => {
    const seen: unknown[] = [];
    await exchange(ready, lastGet, (response) => {
      seen.push((response as { _header?: unknown })._header);
      respond(ready, response);
      seen.push((response as { _header?: unknown })._header);
    });
    expect(seen).toEqual([null, expect.stringContaining('\r\netag: "abc"\r\n')]);
  });

  it('has nothing in it that could end a line', () => {
    expect(() => readyHead(200, ['x-note', 'one\r\nset-cookie: a=b'])).toThrow(TypeError);
    expect(() => readyHead(200, ['x-note: a\r\nx', 'b'])).toThrow(TypeError);
  });
});
