import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { log } from '#server/platform/log.ts';
import { warningEvery } from '#server/platform/throttle.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('a throttled warning is logged at once, then once a minute for each set of facts, with the number left out', () => {
  const warn = vi.spyOn(log(), 'warn').mockReturnValue();
  const report = warningEvery(60_000, { event: 'queue.error' }, 'No answer');
  for (let second = 0; second < 121; second += 1) {
    report({ code: 'ECONNREFUSED' });
    if (second === 30) for (const other of [undefined, { code: 'ETIMEDOUT' }]) report(other);
    vi.advanceTimersByTime(1_000);
  }
  const refused = { code: 'ECONNREFUSED' };
  const first = [refused, {}, { code: 'ETIMEDOUT' }].map((facts) => ({ ...facts, leftOut: 0 }));
  const facts = [...first, ...[59, 59].map((leftOut) => ({ ...refused, leftOut }))];
  expect(warn.mock.calls).toEqual(facts.map((one) => [{ event: 'queue.error', ...one }, 'No answer']));
});
