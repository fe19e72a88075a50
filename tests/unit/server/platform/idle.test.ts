import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { recordActivity, strictIdle, whenIdle } from '#server/platform/idle.ts';

/** Keeps the event loop busy for `ms` milliseconds. */
async function work(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; await setImmediate()) {
    for (const pause = performance.now() + 5; performance.now() < pause; );
  }
}

/** Returns the order in which two things end: the work, and waiting (at most `patienceMs`) for the process to be idle. */
async function order(patienceMs: number, workMs: number): Promise<string[]> {
  const ended: string[] = [];
  await Promise.all([whenIdle(patienceMs).then(() => ended.push('waiting')), work(workMs).then(() => ended.push('work'))]);
  return ended;
}

describe('background work', () => {
  it('starts at once if the process is idle', async () => {
    await whenIdle(600_000);
  });

  it('waits until the process is no longer busy', async () => {
    expect(await order(600_000, 400)).toEqual(['work', 'waiting']);
  });

  it('does not wait for ever', async () => {
    expect(await order(100, 1_500)).toEqual(['waiting', 'work']);
  });

  it('waits a while after each request, but only so long when requests never stop', async () => {
    recordActivity();
    const options = { ...strictIdle, maxUtilisation: 1, quietMs: 300 };
    const requests = setInterval(recordActivity, 10);
    const startedAt = performance.now();
    await whenIdle(600_000, options);
    clearInterval(requests);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(300);
  });
});
