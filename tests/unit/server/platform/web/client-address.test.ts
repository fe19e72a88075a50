import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Returns the client address for a request that arrives from 10.0.0.9, as if from a proxy. */
async function addressOf(trustProxy: string, forwardedFor?: string): Promise<string> {
  vi.stubEnv('TRUST_PROXY', trustProxy);
  const { clientAddress } = await import('#server/platform/web/client-address.ts');
  const app = new Hono<import('#server/platform/web/app-env.ts').AppEnv>().get('/', (c) => c.text(clientAddress(c)));
  const headers: Record<string, string> = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const incoming = { url: '/', socket: { remoteAddress: '10.0.0.9' } };
  return (await app.request('/', { headers }, { incoming } as object)).text();
}

describe('the client address', () => {
  it.each([
    ['false', '6.6.6.6', '10.0.0.9', 'the header can be forged'],
    ['0', '6.6.6.6', '10.0.0.9', 'no proxy'],
    ['true', '6.6.6.6, 1.2.3.4', '1.2.3.4', 'added by the only proxy'],
    ['1', '1.2.3.4', '1.2.3.4', 'added by the only proxy'],
    ['2', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4', 'added by the outer of two proxies'],
    ['2', '1.2.3.4', '10.0.0.9', 'a proxy is missing'],
    ['true', '2001:db8::1', '2001:db8::/64', 'IPv6, reduced to its /64'],
    ['true', '2001:DB8:0:0:ffff::2', '2001:db8::/64', 'another address of the same /64'],
    ['true', '2001:db8:0:1::1', '2001:db8:0:1::/64', 'the next /64'],
    ['true', '::ffff:1.2.3.4', '1.2.3.4', 'IPv4 in IPv6'],
    ['true', '::1', '::/64', 'this machine'],
    ['true', 'fe80::1%eth-0.1', 'fe80::/64', 'IPv6 with a zone'],
    ['true', 'ada@example.com', '10.0.0.9', 'not an address'],
    ['true', '', '10.0.0.9', 'an empty header'],
  ])('with TRUST_PROXY=%s and %j is %s: %s', async (trust, header, address) => {
    expect(await addressOf(trust, header)).toBe(address);
  });
});
