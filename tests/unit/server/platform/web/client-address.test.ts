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
    ['true', '6.6.6.6, 1.2.3.4:40001', '1.2.3.4', 'with a port'],
    ['true', '[2001:db8::1]:443', '2001:db8::/64', 'IPv6 with a port'],
    ['true', '"[2001:db8::1]"', '2001:db8::/64', 'IPv6 in brackets and quotation marks'],
    ['true', '"1.2.3.4"', '1.2.3.4', 'in quotation marks'],
    ['true', '0x7f.1:80', '10.0.0.9', 'not an address'],
    ['true', '1.2.3.4/x', '10.0.0.9', 'not an address'],
    ['true', 'ada@1.2.3.4:80', '10.0.0.9', 'not an address'],
    ['true', '', '10.0.0.9', 'an empty header'],
  ])('with TRUST_PROXY=%s and %j is %s: %s', async (trust, header, address) => {
    expect(await addressOf(trust, header)).toBe(address);
  });

  it.each([
    ['1', '_hidden', [{ event: 'client.unread', entry: 'not an address' }]],
    ['2', '1.2.3.4', [{ event: 'client.unread', entry: 'missing' }]],
    ['1', '1.2.3.4:5', []],
    ['1', undefined, []],
  ])('with TRUST_PROXY=%s and %j is reported if it is not understood, without the address', async (trust, header, lines) => {
    vi.stubEnv('TRUST_PROXY', trust);
    const { log } = await import('#server/platform/log.ts');
    const warn = vi.spyOn(log(), 'warn').mockReturnValue();
    await addressOf(trust, header);
    expect(warn.mock.calls.map(([facts]) => facts)).toMatchObject(lines);
  });
});
