import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reader } from '#verify/log.ts';

/** What the server answers to a path below the log's address: unpacked bytes, or where it leads. */
let answer: { bytes?: number; to?: string };
const server = createServer(({ url }, response) => {
  if (url?.startsWith('/moved/')) response.end('here');
  else if (answer.to !== undefined) response.writeHead(302, { location: answer.to }).end();
  else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(answer.bytes ?? 0)));
});
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());
const read = (part: string) => reader(`http://127.0.0.1:${port}/log`)(part);

it.each([
  ['checkpoint', 250_000],
  ['checkpoints/7', 250_000],
  ['keys', 250_000],
  ['log.json', 64_000],
  ['tile/0/000', 8_192],
  ['tile/entries/000', 256 * 65_537],
])('takes no more of %s than %d bytes, unpacked', async (part, limit) => {
  answer = { bytes: limit };
  expect((await read(part)).length).toBe(limit);
  answer = { bytes: limit + 1 };
  await expect(read(part)).rejects.toThrow('is larger than');
});

it('follows redirects within the host of the log, and to no other', async () => {
  answer = { to: '/moved/checkpoint' };
  expect(new TextDecoder().decode(await read('checkpoint'))).toBe('here');
  for (const to of [`http://localhost:${port}/moved/`, '//169.254.169.254/moved/', `http://127.0.0.1:${port + 1}/moved/`]) {
    answer = { to };
    await expect(read('checkpoint'), to).rejects.toThrow('not where it is');
  }
  answer = { to: 'again' };
  await expect(read('checkpoint')).rejects.toThrow('more than 5 times');
});
