import { expect, it } from 'vitest';
import { readPieces } from '#server/platform/web/read-form.ts';

const piece = new Uint8Array(10);
/** A body that sends `count` pieces and then ends, or stalls. */
function bodyOf(count: number, { stalls = false } = {}): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (sent < count) controller.enqueue(piece);
      else if (!stalls) controller.close();
      sent += 1;
      return sent > count && stalls ? new Promise(() => {}) : undefined;
    },
  });
}
const all = { ms: 5_000, take: () => true };

it('reads a body to its end', async () => {
  let size = 0;
  const take = ({ length }: Uint8Array) => {
    size += length;
    return true;
  };
  expect(await readPieces(bodyOf(3), { ms: 5_000, take })).toBe('complete');
  expect(size).toBe(30);
  expect(await readPieces(null, all)).toBe('complete');
});

it('stops when there is enough, and the rest can still be read', async () => {
  const body = bodyOf(3);
  expect(await readPieces(body, { ms: 5_000, take: () => false })).toBe('enough');
  expect(await readPieces(body, all)).toBe('complete');
});

it('stops when the time is over, also one that is busy with a piece, and leaves the body unlocked', async () => {
  const body = bodyOf(1, { stalls: true });
  expect(await readPieces(body, { ...all, ms: 20 })).toBe('late');
  expect(body.locked).toBe(false);

  const busy = readPieces(bodyOf(2), { ms: 20, take: () => new Promise<boolean>((resolve) => setTimeout(resolve, 60, true)) });
  expect(await busy).toBe('late');
});

it('reports that the client has gone', async () => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) });
  await expect(readPieces(body, all)).rejects.toThrow('gone');
});
