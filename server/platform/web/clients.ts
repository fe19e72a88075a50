import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { throttleByKey } from '#server/platform/throttle.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/**
 * The sizes of IPv6 network that providers assign, and how many times the limit of one client each may use. A client controls every
 * address in its network, so it is known by the narrowest.
 */
const networkSizes = [
  { bits: 64, times: 1 },
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
];

/**
 * Returns the client's address as limits count it: IPv4, or the /64 network of an IPv6 address. Without TRUST_PROXY it is the
 * connection's address, because anyone can send X-Forwarded-For. With it, it is the X-Forwarded-For entry added by the
 * outermost of our own proxies: the last with one proxy, the last but one with two. If there is none, or it has no IP address, a proxy is
 * missing or writes something else: then the connection's address is used, and the log says so.
 */
export function clientAddress(c: Context<AppEnv>): string {
  return addressOf(c.env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'));
}

/** As `clientAddress`, from the connection's address and the X-Forwarded-For header. */
export function addressOf(connection: string | undefined, forwardedFor: string | undefined): string {
  const proxies = env().TRUST_PROXY;
  if (proxies > 0 && forwardedFor?.trim()) {
    const entry = forwardedFor.split(',').at(-proxies)?.trim();
    const address = entry && addressIn(entry);
    if (address) return narrowest(address);
    logUnread(entry ? 'not an address' : 'missing');
  }
  return narrowest(connection ?? 'unknown');
}

const narrowest = (address: string) => limitSubjects(address)[0]?.subject ?? address;

/** Returns the address of an entry, without quotation marks, brackets and the port, which some proxies add; undefined if it has none. */
function addressIn(entry: string): string | undefined {
  const bare = entry.replace(/^"(.*)"$/, '$1');
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(bare) ?? [];
  return [bracketed, withPort, bare].find((address) => address !== undefined && isIP(address));
}

/** The log line does not have the entry, in which an address may stand. */
const logUnread = throttleByKey<'missing' | 'not an address'>(60_000, (entry, leftOut) =>
  log().warn(
    { event: 'client.unread', entry, leftOut },
    'X-Forwarded-For has no address where TRUST_PROXY expects it: visitors share one limit',
  ),
);

/** Returns whose share of a gate a request uses: that of the widest network that is one client's. Undefined: the site's own request. */
export function clientShare(c: Context<AppEnv>): string | undefined {
  return c.env?.isForCache ? undefined : shareOf(clientAddress(c));
}

/** As `clientShare`. @param address as `clientAddress` returns it. */
export const shareOf = (address: string): string => limitSubjects(address).at(-1)?.subject ?? address;

type Subject = { subject: string; times: number };
const known = new LRUCache<string, Subject[]>({ max: 10_000 });

/**
 * Returns what every limit counts a client as: its IPv4 address or, for IPv6, its networks from the narrowest to the widest, and how
 * many times the limit of one client each may use. @param address with or without the size of a network.
 */
export function limitSubjects(address: string): Subject[] {
  if (!address.includes(':')) return [{ subject: address, times: 1 }];
  const subjects = known.get(address) ?? networksOf(address);
  known.set(address, subjects);
  return subjects;
}

function networksOf(address: string): Subject[] {
  // Without the zone, which only names an interface of this machine.
  const [bare = ''] = address.split(/[%/]/);
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return [{ subject: `${parsed}`, times: 1 }];
  return networkSizes.map(({ bits, times }) => ({ subject: `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/${bits}`)}/${bits}`, times }));
}
