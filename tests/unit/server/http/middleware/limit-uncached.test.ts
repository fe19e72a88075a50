import { afterEach, describe, expect, it, vi } from 'vitest';
import { takeUncachedToken } from '#server/http/middleware/limit-uncached.ts';

afterEach(() => vi.useRealTimers());

describe('uncached requests of one client', () => {
  it('are limited to a burst of 200 and then 20 a second, and report when the next is allowed', () => {
    vi.useFakeTimers();
    const waits = Array.from({ length: 201 }, () => takeUncachedToken('192.0.2.1'));
    expect(waits.slice(0, 200).every((seconds) => seconds === 0)).toBe(true);
    expect(waits[200]).toBe(1);
    vi.advanceTimersByTime(1_000);
    const next = Array.from({ length: 21 }, () => takeUncachedToken('192.0.2.1'));
    expect(next.filter((seconds) => seconds === 0)).toHaveLength(20);
  });

  it('do not count against another client', () => {
    for (let count = 0; count < 300; count += 1) takeUncachedToken('192.0.2.2');
    expect(takeUncachedToken('192.0.2.3')).toBe(0);
  });

  it('are forgotten for the clients idle longest, so that memory is bounded', () => {
    for (let count = 0; count < 201; count += 1) takeUncachedToken('192.0.2.4');
    expect(takeUncachedToken('192.0.2.4')).toBe(1);
    for (let client = 0; client < 20_000; client += 1) takeUncachedToken(`client ${client}`);
    expect(takeUncachedToken('192.0.2.4')).toBe(0);
  });
});
