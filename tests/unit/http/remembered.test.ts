import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recall, remember } from '#server/http/remembered.ts';

const brotli = promisify(brotliCompress);
const compress = async (body: Buffer, quality: number) =>
  (await brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })) as Buffer<ArrayBuffer>;

/** Words that repeat and figures that do not, as in a list of projects: the same every time. */
function listOf(count: number): Buffer<ArrayBuffer> {
  let state = 1;
  const figure = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  const line = () => `<li><h3>Project ${figure()}</h3><p>${figure()} credits from ${figure()} hectares of upland meadow</p></li>`;
  return Buffer.from(Array.from({ length: count }, line).join(''));
}

describe('an answer that was asked for once', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['as small as can be, where that decides whether it needs another round trip', 830, 11],
    ['well enough, where it is short anyway', 200, 10],
    ['well enough, where it is long anyway', 2_000, 10],
  ])('is compressed %s', async (_, count, quality) => {
    const identity = listOf(count);
    const address = `/list-of-${count}`;
    const bodies = { identity, br: await compress(identity, 5) };
    const [quick, best] = [await compress(identity, 10), await compress(identity, 11)];
    expect(best.byteLength).toBeLessThan(quick.byteLength);
    const answer = { status: 200, headers: [], version: undefined, hash: 'h', lastModified: undefined, madeAt: new Date(), hits: 1 };
    remember(address, { ...answer, bodies });
    const size = () => recall(address)?.bodies.br?.byteLength;
    await vi.advanceTimersByTimeAsync(5_000);
    await until(() => size() === quick.byteLength);
    await vi.advanceTimersByTimeAsync(5_000);
    if (quality === 11) await until(() => size() === best.byteLength);
    else await sleep(1_000);
    expect(size()).toBe(quality === 11 ? best.byteLength : quick.byteLength);
  });
});

/** Compressing takes its time beside the timers that are set forward. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 250 && !isSo(); turn += 1) await sleep(20);
  expect(isSo()).toBe(true);
}
