import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleByKey } from '#server/platform/throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('what is said seldom is said at once, then once a minute for each key, with how often it was left out', () => {
  const said: [string | undefined, number][] = [];
  const say = throttleByKey<string | undefined>(60_000, (code, leftOut) => said.push([code, leftOut]));
  for (let second = 0; second < 121; second += 1) {
    say('ECONNREFUSED');
    if (second === 30) say(undefined);
    vi.advanceTimersByTime(1_000);
  }
  expect(said).toEqual([
    ['ECONNREFUSED', 0],
    [undefined, 0],
    ['ECONNREFUSED', 59],
    ['ECONNREFUSED', 59],
  ]);
});
