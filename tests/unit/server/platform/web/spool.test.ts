import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { Overloaded, unread } from '#server/platform/web/gate.ts';
import { type Spool, spooled } from '#server/platform/web/spool.ts';

async function* batchesOf<Row>(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}
const read = (body: Spool) => new Response(body.stream()).text();
/** A request from this address. */
const from = (remoteAddress: string) =>
  ({ env: { incoming: { socket: { remoteAddress } } }, req: { header: () => undefined } }) as unknown as Context<AppEnv>;
let clients = 0;
const another = () => {
  clients += 1;
  return from(`192.0.2.${clients}`);
};
const megabytes = (count: number, c = another()) => spooled(c, async (spool) => spool.write('x'.repeat(count * 1_000_000)));

it('a spooled answer holds all rows in order, and its headers are those of its bytes', async () => {
  const numbers = Array.from({ length: 130 }, (_, number) => number);
  const { body, result } = await spooled(another(), async (spool) => {
    spool.write('[');
    await spool.writeRows(batchesOf(numbers.slice(0, 120), [], numbers.slice(120)), (rows) => rows.join(), ',');
    spool.write(']');
    return 'done';
  });
  const text = JSON.stringify(numbers);
  expect(result).toBe('done');
  expect(body.headers()).toEqual({
    etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
    'content-length': String(text.length),
  });
  expect(await read(body)).toBe(text);
});

it('a spooled answer is refused while others hold too much that nobody has read, until they are read, dropped or fail', async () => {
  await expect(
    spooled(another(), async (spool) => {
      spool.write('x'.repeat(50_000_000));
      throw new Error('The list could not be read');
    }),
  ).rejects.toThrow('The list could not be read');
  const [first, second] = [await megabytes(30), await megabytes(30)];
  await expect(megabytes(1)).rejects.toThrow(Overloaded);
  expect(unread.isFull('192.0.2.250')).toBe(true);
  await first.body.stream().cancel();
  const third = await megabytes(30);
  await expect(megabytes(1)).rejects.toThrow(Overloaded);
  await Promise.all([read(second.body), read(third.body)]);
  await expect(megabytes(1).then(({ body }) => read(body))).resolves.toHaveLength(1_000_000);
});
