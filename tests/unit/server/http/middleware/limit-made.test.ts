import { afterEach, describe, expect, it, vi } from 'vitest';
import { takeToken } from '#server/http/middleware/limit-made.ts';

afterEach(() => vi.useRealTimers());

describe('uncached requests of one client', () => {
  it('are limited to a burst of 200 and then 20 a second, and report when the next is allowed', () => {
    vi.useFakeTimers();
    const waits = Array.from({ length: 201 }, () => takeToken('192.0.2.1'));
    expect(waits.slice(0, 200).every((seconds) => seconds === 0)).toBe(true);
    expect(waits[200]).toBe(1);
    vi.advanceTimersByTime(1_000);
    const next = Array.from({ length: 21 }, () => takeToken('192.0.2.1'));
    expect(next.filter((seconds) => seconds === 0)).toHaveLength(20);
  });

  it('do not count against another client', () => {
    for (let count = 0; count < 300; count += 1) takeToken('192.0.2.2');
    expect(takeToken('192.0.2.3')).toBe(0);
  });

  it('of an IPv6 client count against its networks too: /64, twice as much for a /56, four times for a /48', () => {
    vi.useFakeTimers();
    const allowed = (addresses: (index: number) => string) =>
      Array.from({ length: 900 }, (_, index) => takeToken(addresses(index))).filter((seconds) => seconds === 0).length;
    expect(allowed(() => '2001:db8:1:1::/64')).toBe(200);
    expect(allowed((index) => `2001:db8:2:${(index % 256).toString(16)}::/64`)).toBe(400);
    expect(allowed((index) => `2001:db8:3:${(index * 61).toString(16)}::/64`)).toBe(800);
  });

  it('are forgotten for the clients idle longest, so that memory is bounded', () => {
    for (let count = 0; count < 201; count += 1) takeToken('192.0.2.4');
    expect(takeToken('192.0.2.4')).toBe(1);
    for (let client = 0; client < 50_000; client += 1) takeToken(`client ${client}`);
    expect(takeToken('192.0.2.4')).toBe(0);
  });
});
