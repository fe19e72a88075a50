import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { whenQuiet } from '#server/http/when-quiet.ts';

/** Keeps the event loop busy for so long (ms). */
async function work(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await setImmediate()) {
    for (const pause = performance.now() + 5; performance.now() < pause; );
  }
}

const timed = async (patience: number) => {
  const began = performance.now();
  await whenQuiet(patience);
  return performance.now() - began;
};

describe('what nobody waits for', () => {
  it('begins at once where there is nothing to do', async () => {
    expect(await timed(5_000)).toBeLessThan(2_500);
  });

  it('waits until the process is no longer busy', async () => {
    const [waited] = await Promise.all([timed(30_000), work(400)]);
    expect(waited).toBeGreaterThan(350);
    expect(waited).toBeLessThan(10_000);
  });

  it('does not wait for ever', async () => {
    const [waited] = await Promise.all([timed(200), work(800)]);
    expect(waited).toBeLessThan(700);
  });
});
