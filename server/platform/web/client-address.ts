import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** Of an IPv6 address, the bits that name a network; who has one has all its addresses, so limits count the network. */
const networkBits = 64;

/**
 * The visitor's address, as limits count it: IPv4, or the network (/64) of an IPv6 address. Without TRUST_PROXY, of the
 * connection: X-Forwarded-For is what anyone may write. With it, the entry of X-Forwarded-For that the outermost of our own
 * proxies added: the last with one proxy, the last but one with two. An entry that is no IP address means that a proxy is
 * missing, and the connection's address counts.
 */
export function clientAddress(c: Context<AppEnv>): string {
  return addressOf(c.env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'));
}

/** The same from the parts of a request: its connection's address and its X-Forwarded-For. */
export function addressOf(connection: string | undefined, forwardedFor: string | undefined): string {
  const proxies = env().TRUST_PROXY;
  const added = proxies === 0 ? '' : (forwardedFor?.split(',').at(-proxies)?.trim() ?? '');
  return counted(isIP(added) ? added : (connection ?? 'unknown'));
}

const networks = new LRUCache<string, string>({ max: 10_000 });

function counted(address: string): string {
  if (!address.includes(':')) return address;
  let network = networks.get(address);
  if (!network) {
    // A zone names an interface of this machine.
    const [bare = ''] = address.split('%');
    const parsed = ipaddr.process(bare);
    const isNetwork = parsed.kind() === 'ipv6';
    network = isNetwork ? `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/${networkBits}`)}/${networkBits}` : `${parsed}`;
    networks.set(address, network);
  }
  return network;
}
