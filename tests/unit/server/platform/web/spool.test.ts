import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Spool, spooled, TooManySpools } from '#server/platform/web/spool.ts';

async function* batchesOf<Row>(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}
const read = (body: Spool) => new Response(body.stream()).text();
const megabytes = (count: number) => spooled(async (spool) => spool.write('x'.repeat(count * 1_000_000)));

describe('a spooled answer', () => {
  it('holds all rows in order, and its headers are those of its bytes', async () => {
    const numbers = Array.from({ length: 130 }, (_, number) => number);
    const { body, result } = await spooled(async (spool) => {
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

  it('is one of two that are written at once; a few more wait, the others are refused', async () => {
    let writing = 0;
    let most = 0;
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const answers = Array.from({ length: 12 }, () =>
      spooled(async () => {
        writing += 1;
        most = Math.max(most, writing);
        await mayEnd;
        writing -= 1;
      }),
    );
    const settled = Promise.allSettled(answers);
    await expect(answers.at(-1)).rejects.toThrow(TooManySpools);
    end();
    const outcomes = await settled;
    expect(most).toBe(2);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
  });

  it('is refused while others hold too much that nobody has read, until they are read, dropped or fail', async () => {
    await expect(
      spooled(async (spool) => {
        spool.write('x'.repeat(70_000_000));
        throw new Error('The list could not be read');
      }),
    ).rejects.toThrow('The list could not be read');
    const [first, second] = [await megabytes(40), await megabytes(40)];
    await expect(megabytes(1)).rejects.toThrow(TooManySpools);
    await first.body.stream().cancel();
    const third = await megabytes(30);
    await expect(megabytes(1)).rejects.toThrow(TooManySpools);
    await Promise.all([read(second.body), read(third.body)]);
    await expect(megabytes(1).then(({ body }) => read(body))).resolves.toHaveLength(1_000_000);
  });
});
