import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttleByKey } from '#server/platform/throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('a throttle reports the first call at once, then each key once a minute with the number of calls suppressed', () => {
  const reported: string[] = [];
  const report = throttleByKey<string | undefined>(60_000, (code, suppressed) => reported.push(`${code} ${suppressed}`));
  for (let second = 0; second < 121; second += 1) {
    report('ECONNREFUSED');
    if (second === 30) report(undefined);
    vi.advanceTimersByTime(1_000);
  }
  expect(reported).toEqual(['ECONNREFUSED 0', 'undefined 0', 'ECONNREFUSED 59', 'ECONNREFUSED 59']);
});
