import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordActivity, unattended, whenIdle } from '#server/platform/idle.ts';

/** Keeps the event loop busy for so long (ms). */
async function work(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await setImmediate()) {
    for (const pause = performance.now() + 5; performance.now() < pause; );
  }
}

/** What ended first: the work of `workMs`, or waiting for it with so much patience (ms). */
async function order(patienceMs: number, workMs: number): Promise<string[]> {
  const ended: string[] = [];
  await Promise.all([whenIdle(patienceMs).then(() => ended.push('waiting')), work(workMs).then(() => ended.push('work'))]);
  return ended;
}

describe('what nobody waits for', () => {
  it('begins where there is nothing to do, long before patience is over', async () => {
    await whenIdle(600_000);
  });

  it('waits until the process is no longer busy', async () => {
    expect(await order(600_000, 400)).toEqual(['work', 'waiting']);
  });

  it('does not wait for ever', async () => {
    expect(await order(100, 1_500)).toEqual(['waiting', 'work']);
  });

  it('leaves who has asked for something alone for a while, also where others ask all the time', async () => {
    recordActivity();
    const quiet = { ...unattended, maxUtilisation: 1, quietMs: 300 };
    const others = setInterval(recordActivity, 10);
    const begun = performance.now();
    await whenIdle(600_000, quiet);
    clearInterval(others);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(300);
  });
});
