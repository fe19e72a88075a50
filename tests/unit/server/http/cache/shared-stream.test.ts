import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SharedStream } from '#server/http/cache/shared-stream.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const nothing = async () => {};

async function* source(parts: string[], { pauseMs = 1, asked = [] as string[] } = {}) {
  for (const part of parts) {
    await sleep(pauseMs);
    asked.push(part);
    yield bytes(part);
  }
}

const read = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text();

describe('a body that is made once for several readers', () => {
  it('gives each all of it, whenever they come', async () => {
    const stream = new SharedStream([bytes('a')], source(['b', 'c', 'd'], { pauseMs: 10 }), { limit: 100, before: nothing });
    const first = read(stream.open());
    await sleep(25);
    const second = read(stream.open());
    expect(await Promise.all([first, second])).toEqual(['abcd', 'abcd']);
    expect(String(await stream.whole)).toBe('abcd');
  });

  it('is made to its end for the next visitor though its only reader went away', async () => {
    const stream = new SharedStream([], source(['b', 'c']), { limit: 100, before: nothing });
    await stream.open().cancel();
    expect(String(await stream.whole)).toBe('bc');
  });

  it('is given up when it is too large to keep and nobody reads it', async () => {
    const asked: string[] = [];
    const stream = new SharedStream([], source(['bbb', 'ccc', 'ddd', 'eee'], { asked }), { limit: 4, before: nothing });
    await stream.open().cancel();
    expect(await stream.whole).toBeUndefined();
    expect(asked).toEqual(['bbb', 'ccc']);
  });

  it('waits for its quickest reader instead of filling the memory', async () => {
    const asked: string[] = [];
    const large = 'x'.repeat(600_000);
    const stream = new SharedStream([], source([large, large, large, large], { asked }), { limit: 100_000_000, before: nothing });
    const reader = stream.open().getReader();
    await sleep(50);
    expect(asked.length).toBeLessThan(4);
    for (let part = await reader.read(); !part.done; part = await reader.read());
    expect(asked).toHaveLength(4);
  });

  it('fails for every reader when it fails', async () => {
    async function* failing() {
      yield bytes('a');
      throw new Error('no');
    }
    const stream = new SharedStream([], failing(), { limit: 100, before: nothing });
    await expect(read(stream.open())).rejects.toThrow();
    expect(await stream.whole).toBeUndefined();
  });
});
