import { afterEach, expect, it, vi } from 'vitest';
import { passLimits } from '#tests/support/limits.ts';

passLimits({ RATE_LIMIT_REQUESTS_PER_MINUTE: 3 });
const { rateLimitPolicy, consumeRateLimit, takeTokens } = await import('#server/platform/web/rate-limit.ts');

afterEach(() => vi.useRealTimers());

it('limits an address to a number of requests a minute, reports what is left and when there are all again', () => {
  const results = [0, 1_000, 2_000, 3_000, 20_000].map((now) => consumeRateLimit('10.0.0.1', { now }));
  expect(results.map(({ wait }) => wait)).toEqual([0, 0, 0, 17, 0]);
  expect(results.map(({ rateLimit }) => rateLimit)).toEqual(
    [2, 1, 0, 0, 0].map((left, index) => `"requests";r=${left};t=${[20, 39, 58, 57, 60][index]}`),
  );
  expect(rateLimitPolicy).toBe('"requests";q=3;w=60');
});

it('uncached requests of one client are limited to a burst of 200 and then 20 a second, and report when the next is allowed', () => {
  vi.useFakeTimers();
  const waits = Array.from({ length: 201 }, () => takeTokens('192.0.2.1'));
  expect(waits.slice(0, 200).every((seconds) => seconds === 0)).toBe(true);
  expect(waits[200]).toBe(1);
  vi.advanceTimersByTime(1_000);
  const next = Array.from({ length: 21 }, () => takeTokens('192.0.2.1'));
  expect(next.filter((seconds) => seconds === 0)).toHaveLength(20);
});

it('uncached requests of an IPv6 client count against its networks too: /64, twice as much for a /56, four times for a /48', () => {
  vi.useFakeTimers();
  const allowed = (addresses: (index: number) => string) =>
    Array.from({ length: 900 }, (_, index) => takeTokens(addresses(index))).filter((seconds) => seconds === 0).length;
  expect(allowed(() => '2001:db8:1:1::/64')).toBe(200);
  expect(allowed((index) => `2001:db8:2:${(index % 256).toString(16)}::/64`)).toBe(400);
  expect(allowed((index) => `2001:db8:3:${(index * 61).toString(16)}::/64`)).toBe(800);
});

it('uncached requests of one client are forgotten for the clients idle longest, so that memory is bounded', () => {
  for (let count = 0; count < 201; count += 1) takeTokens('192.0.2.4');
  expect(takeTokens('192.0.2.4')).toBe(1);
  for (let client = 0; client < 50_000; client += 1) takeTokens(`client ${client}`);
  expect(takeTokens('192.0.2.4')).toBe(0);
});
