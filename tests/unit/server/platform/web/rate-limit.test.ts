import { expect, it, vi } from 'vitest';

vi.stubEnv('RATE_LIMIT_REQUESTS_PER_MINUTE', '3');
const { rateLimitPolicy, consumeRateLimit } = await import('#server/platform/web/rate-limit.ts');

it('limits an address to a number of requests a minute, reports what is left, and resets', () => {
  const results = [0, 1_000, 2_000, 59_500].map((now) => consumeRateLimit('10.0.0.1', { now }));
  expect(results.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
  expect(results.map(({ rateLimit }) => rateLimit)).toEqual(
    [2, 1, 0, 0].map((remaining, index) => `"requests";r=${remaining};t=${[60, 59, 58, 1][index]}`),
  );
  expect(results.map(({ reset }) => reset)).toEqual([60, 59, 58, 1]);
  expect(rateLimitPolicy()).toBe('"requests";q=3;w=60');
  expect(consumeRateLimit('10.0.0.1', { now: 60_000 }).allowed).toBe(true);
});

it('counts each address separately', () => {
  for (let call = 0; call < 4; call += 1) consumeRateLimit('10.0.0.2', { now: 0 });
  expect([consumeRateLimit('10.0.0.2', { now: 0 }).allowed, consumeRateLimit('10.0.0.3', { now: 0 }).allowed]).toEqual([false, true]);
});

it('counts a batch as its number of calls', () => {
  expect(consumeRateLimit('10.0.0.4', { now: 0, calls: 2 })).toMatchObject({ allowed: true, rateLimit: '"requests";r=1;t=60' });
  expect(consumeRateLimit('10.0.0.4', { now: 0, calls: 2 })).toMatchObject({ allowed: false, rateLimit: '"requests";r=0;t=60' });
});
