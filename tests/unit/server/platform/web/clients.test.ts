import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Returns the client address for a request that arrives from 10.0.0.9, as if from a proxy. */
async function addressOf(trustProxy: string, forwardedFor: string): Promise<string> {
  vi.stubEnv('TRUST_PROXY', trustProxy);
  const { clientAddress } = await import('#server/platform/web/clients.ts');
  const app = new Hono<import('#server/platform/web/app-env.ts').AppEnv>().get('/', (c) => c.text(clientAddress(c)));
  const headers: Record<string, string> = forwardedFor === 'no header' ? {} : { 'x-forwarded-for': forwardedFor };
  const incoming = { url: '/', socket: { remoteAddress: '10.0.0.9' } };
  return (await app.request('/', { headers }, { incoming } as object)).text();
}

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
  expect(await addressOf(trust, header)).toBe(address);
});
