import { hash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { Overloaded, unread } from '#server/platform/web/gate.ts';
import { jsonItems, type Spool, spooled } from '#server/platform/web/spool.ts';

const read = (body: Spool) => new Response(body.stream()).text();
let clients = 0;
/** A request from another address. */
const another = (outgoing = new EventEmitter()) => {
  clients += 1;
  const incoming = { socket: { remoteAddress: `192.0.2.${clients}` } };
  return { env: { incoming, outgoing }, req: { header: () => undefined } } as unknown as Context<AppEnv>;
};
/** Writes so much, and returns what ends the response. */
const megabytes = async (count: number) => {
  const outgoing = new EventEmitter();
  await spooled(another(outgoing), async (spool) => spool.write('x'.repeat(count * 1_000_000)));
  return () => outgoing.emit('close');
};

it('a spooled answer holds all rows in order, and its headers are those of its bytes', async () => {
  const numbers = Array.from({ length: 130 }, (_, number) => number);
  const { body, result } = await spooled(another(), async (spool) => {
    spool.write('[');
    await spool.writeRows(Readable.from([numbers.slice(0, 120), [], numbers.slice(120)]), jsonItems(Number));
    spool.write(']');
    return 'done';
  });
  const text = JSON.stringify(numbers);
  expect(result).toBe('done');
  expect(body.headers()).toEqual({ etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`, 'content-length': String(text.length) });
  expect(await read(body)).toBe(text);
});

it('others have their turn while a spooled answer of many rows is written', async () => {
  let turns = 0;
  const asked = (rows: readonly number[]) => {
    setImmediate(() => (turns += 1));
    return String(rows);
  };
  await spooled(another(), (spool) => spool.writeRows(Readable.from([Array(250).fill(1)]), asked));
  expect(turns).toBeGreaterThan(3);
});

it('a spooled answer is refused while others hold too much (48 MB) that nobody has read, until their responses end', async () => {
  const failed = new EventEmitter();
  const failing = spooled(another(failed), async (spool) => {
    spool.write('x'.repeat(50_000_000));
    throw new Error('The list could not be read');
  });
  await expect(failing).rejects.toThrow('The list could not be read');
  failed.emit('close');
  const [endFirst, endSecond] = [await megabytes(30), await megabytes(30)];
  await expect(megabytes(1)).rejects.toThrow(Overloaded);
  expect(unread.isFull('192.0.2.250')).toBe(true);
  endFirst();
  const endThird = await megabytes(30);
  await expect(megabytes(1)).rejects.toThrow(Overloaded);
  endSecond();
  endThird();
  await expect(megabytes(1)).resolves.toBeTypeOf('function');
});
