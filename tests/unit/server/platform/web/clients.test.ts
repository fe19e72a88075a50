import { afterEach, expect, it, vi } from 'vitest';
import type { Address } from '#server/platform/web/app-env.ts';
import { maxBatchSize } from '#shared/schemas/limits.ts';
import { passLimits } from '#tests/support/limits.ts';

const warn = vi.fn();
vi.mock('#server/platform/log.ts', () => ({ log: () => ({ warn }) }));
passLimits({ apiRequestsPerMinute: 3 });
const { callsOf, countFurtherCalls, rateLimitPolicy, countRequests, countResponses } = await import('#server/platform/web/clients.ts');

afterEach(() => {
  warn.mockClear();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

it.each([
  ...['false: 6.6.6.6 => 10.0.0.9', '0: 6.6.6.6 => 10.0.0.9', 'true: 6.6.6.6, 1.2.3.4 => 1.2.3.4', '1: 1.2.3.4 => 1.2.3.4'],
  ...['2: 6.6.6.6, 1.2.3.4, 10.0.0.8 => 1.2.3.4', '2: 1.2.3.4 => 10.0.0.9', 'true: 2001:db8::1 => 2001:db8::/64'],
  ...['true: 2001:DB8:0:0:ffff::2 => 2001:db8::/64', 'true: 2001:db8:0:1::1 => 2001:db8:0:1::/64', 'true: ::ffff:1.2.3.4 => 1.2.3.4'],
  ...['true: ::1 => ::/64', 'true: fe80::1%eth-0.1 => fe80::/64', 'true: 6.6.6.6, 1.2.3.4:40001 => 1.2.3.4'],
  ...['true: [2001:db8::1]:443 => 2001:db8::/64', 'true: "[2001:db8::1]" => 2001:db8::/64', 'true: "1.2.3.4" => 1.2.3.4'],
  ...['true: 0x7f.1:80 => 10.0.0.9', 'true: 1.2.3.4/x => 10.0.0.9', 'true: ada@1.2.3.4:80 => 10.0.0.9', 'true:  => 10.0.0.9'],
  'true: no header => 10.0.0.9',
])('the client address, by TRUST_PROXY and X-Forwarded-For: %s', async (row) => {
  const [, trust = '', header = '', address] = /^(\w+): (.*) => (.*)$/.exec(row) ?? [];
  vi.stubEnv('TRUST_PROXY', trust);
  const { addressOf } = await import('#server/platform/web/clients.ts');
  expect(addressOf({ connection: '10.0.0.9', forwardedFor: header === 'no header' ? undefined : header })).toBe(address);
  // A proxy of ours has not said whom it passes on: then all visitors share one limit.
  expect(warn).toHaveBeenCalledTimes(address === '10.0.0.9' && !['false', '0'].includes(trust) ? 1 : 0);
});

it('an address has a number of requests a minute, and is told what is left and when it has all of them again', () => {
  const answers = [0, 1_000, 2_000, 3_000, 20_000].map((now) => countRequests('10.0.0.1', { now }));
  expect(answers.map(({ wait }) => wait)).toEqual([0, 0, 0, 17, 0]);
  const left = ['r=2;t=20', 'r=1;t=39', 'r=0;t=58', 'r=0;t=57', 'r=0;t=60'];
  expect(answers.map(({ rateLimit }) => rateLimit)).toEqual(left.map((parts) => `"requests";${parts}`));
  expect(rateLimitPolicy).toBe('"requests";q=3;w=60');
});

it('the calls of a batch count one by one: those of a path, and those that only its body tells', () => {
  const rpc = { api: 'rpc' } as Address;
  expect(['a', 'a,b%2Cc', 'a,'.repeat(1_000)].map((path) => callsOf(`/api/trpc/${path}`, rpc))).toEqual([1, 3, maxBatchSize]);
  expect(callsOf('/api/v1/a,b', undefined)).toBe(1);
  expect([3, 0, 1].map((calls) => countFurtherCalls('10.0.0.2', calls) > 0)).toEqual([false, false, true]);
});

it('uncached requests of one client are limited to a burst of 200 and then 20 a second, and report when the next is allowed', () => {
  vi.useFakeTimers();
  const waitsOf = (count: number) => Array.from({ length: count }, () => countResponses('192.0.2.1'));
  expect(waitsOf(201)).toEqual([...Array(200).fill(0), 1]);
  vi.advanceTimersByTime(1_000);
  expect(waitsOf(21).filter((seconds) => seconds === 0)).toHaveLength(20);
});

it('uncached requests of an IPv6 client count against its networks too: /64, twice as much for a /56, four times for a /48', () => {
  vi.useFakeTimers();
  const allowed = (addresses: (index: number) => string) =>
    Array.from({ length: 900 }, (_, index) => countResponses(addresses(index))).filter((seconds) => seconds === 0).length;
  expect(allowed(() => '2001:db8:1:1::/64')).toBe(200);
  // What a client asks for beyond its limit takes nothing from others in its networks.
  expect(countResponses('2001:db8:1:2::/64')).toBe(0);
  expect(allowed((index) => `2001:db8:2:${(index % 256).toString(16)}::/64`)).toBe(400);
  // By 61: four or five /64 in each /56, so that only the /48 is exhausted.
  expect(allowed((index) => `2001:db8:3:${(index * 61).toString(16)}::/64`)).toBe(800);
});
