import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countPerSecond, throttleByKey } from '#server/platform/throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('reports the first call at once, then each key once a minute with the number of calls suppressed', () => {
  const reported: [string | undefined, number][] = [];
  const report = throttleByKey<string | undefined>(60_000, (code, suppressed) => reported.push([code, suppressed]));
  for (let second = 0; second < 121; second += 1) {
    report('ECONNREFUSED');
    if (second === 30) report(undefined);
    vi.advanceTimersByTime(1_000);
  }
  expect(reported).toEqual([
    ['ECONNREFUSED', 0],
    [undefined, 0],
    ['ECONNREFUSED', 59],
    ['ECONNREFUSED', 59],
  ]);
});

it('counts calls for a second, and passes on the argument of the first', () => {
  vi.useFakeTimers();
  const emitted: [number, string][] = [];
  const report = countPerSecond<string>((count, first) => emitted.push([count, first]));
  for (const reason of ['full', 'late', 'late']) report(reason);
  expect(emitted).toEqual([]);
  vi.advanceTimersByTime(1_000);
  report('behind');
  vi.advanceTimersByTime(1_000);
  expect(emitted).toEqual([
    [3, 'full'],
    [1, 'behind'],
  ]);
});
