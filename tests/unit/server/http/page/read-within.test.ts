import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readWithin } from '#server/http/page/read-within.ts';

describe('reading a stream within a time limit', () => {
  it('reads all of a stream that ends in time', async () => {
    expect(
      await readWithin(
        parts(3, () => sleep(1)),
        1_000,
      ),
    ).toEqual({ chunks: [chunk(0), chunk(1), chunk(2)], rest: undefined });
  });

  it('returns what arrived in time of a stream that waits for its data, and the rest, of which nothing is missing', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { chunks, rest } = await readWithin(
      parts(3, async (index) => {
        if (index === 2) await released;
      }),
      20,
      60_000,
    );
    expect(chunks).toEqual([chunk(0), chunk(1)]);
    release();
    expect(await rest?.next()).toEqual({ done: false, value: chunk(2) });
    expect(await rest?.next()).toEqual({ done: true, value: undefined });
  });

  it('waits longer for a stream while the processor is busy', async () => {
    const busy = (index: number) => {
      const until = performance.now() + 20;
      while (performance.now() < until) Math.sqrt(index);
      return sleep(0);
    };
    expect((await readWithin(parts(10, busy), 50, 60_000)).rest).toBeUndefined();
    expect((await readWithin(parts(10, busy), 50)).rest).toBeDefined();
  });

  it('throws the error of the stream', async () => {
    const failing = parts(2, async (index) => {
      if (index === 1) throw new Error('lost');
    });
    await expect(readWithin(failing, 1_000)).rejects.toThrow('lost');
  });
});

const chunk = (index: number) => Uint8Array.of(index);

async function* parts(count: number, before: (index: number) => Promise<void>) {
  for (let index = 0; index < count; index += 1) {
    await before(index);
    yield chunk(index);
  }
}
