import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { warningEvery } from '#server/platform/throttle.ts';
import { maxBatchSize } from '#shared/schemas/limits.ts';
import type { Address, AppEnv } from './app-env.ts';

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
 * missing, or does not write the header so: then the connection's address is used, and the log says so.
 */
export function clientAddress(c: Context<AppEnv>): string {
  return addressOf({ connection: c.env?.incoming?.socket?.remoteAddress, forwardedFor: c.req.header('x-forwarded-for') });
}

/** As `clientAddress`, from the connection's address and the X-Forwarded-For header. */
export function addressOf({ connection, forwardedFor }: Record<'connection' | 'forwardedFor', string | undefined>): string {
  const proxies = env().TRUST_PROXY;
  if (proxies > 0) {
    const entry = forwardedFor?.split(',').at(-proxies)?.trim();
    const address = entry && addressIn(entry);
    if (address) return narrowest(address);
    logUnread({ entry: entry ? 'not an address' : 'missing' });
  }
  return narrowest(connection ?? 'unknown');
}

const narrowest = (address: string) => limitSubjects(address)[0]?.subject ?? address;

/** Returns the address of an entry, without quotation marks, brackets and the port, which some proxies add; undefined if it has none. */
function addressIn(entry: string): string | undefined {
  const bare = entry.replace(/^"(.*)"$/, '$1');
  const [, ipv6, ipv4] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(bare) ?? [];
  return [ipv6, ipv4, bare].find((address) => address !== undefined && isIP(address));
}

/** Logs what is wrong with an entry, without its text, in which an address may stand. */
const logUnread = warningEvery(
  60_000,
  { event: 'client.unread' },
  'X-Forwarded-For has no address where TRUST_PROXY expects it: visitors share one limit',
);

/** Returns whose share of a gate a request uses: that of the widest network that is one client's. Undefined: the site's own request. */
export function clientShare(c: Context<AppEnv>): string | undefined {
  return c.env?.isOwnRequest ? undefined : widestNetwork(clientAddress(c));
}

/** As `clientShare`, from an address as `clientAddress` returns it. */
export const widestNetwork = (address: string): string => limitSubjects(address).at(-1)?.subject ?? address;

type Subject = { subject: string; times: number };
/** By address, because working out its networks takes longer than looking them up. */
const knownSubjects = new LRUCache<string, Subject[]>({ max: 10_000, memoMethod: networksOf });

/**
 * Returns what every limit counts a client as: its IPv4 address or, for IPv6, its networks from the narrowest to the widest, and how
 * many times the limit of one client each may use. @param address with or without the size of a network.
 */
export function limitSubjects(address: string): Subject[] {
  return address.includes(':') ? knownSubjects.memo(address) : [{ subject: address, times: 1 }];
}

function networksOf(address: string): Subject[] {
  // Without the zone, which only names an interface of this machine.
  const [bare = ''] = address.split(/[%/]/);
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return [{ subject: `${parsed}`, times: 1 }];
  return networkSizes.map(({ bits, times }) => ({ subject: `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/${bits}`)}/${bits}`, times }));
}

const windowSeconds = 60;
/** The most clients and networks that are tracked; beyond that, the least recently active one is forgotten. */
const maxSubjects = 50_000;

/** What a limiter answers. `left` and `reset` are those of the client's network (or address) that has least left. */
type Taken = {
  /** Seconds to wait; 0 if it was allowed. */
  wait: number;
  left: number;
  /** Seconds until all of it is there again. */
  reset: number;
};

/**
 * Returns a function that limits what each client and its networks may take, in this process only: `size` at once, to which `perSecond` is
 * added again. It takes an amount, or `size` if that is less, of the client and each of its networks; nothing if one of them has less.
 * Addresses are as `clientAddress` returns them.
 */
function createLimiter(limit: { size: number; perSecond: number }) {
  const held = new LRUCache<string, { left: number; at: number }>({ max: maxSubjects });
  return (address: string, amount: number, now = Date.now()): Taken => {
    const budgets = limitSubjects(address).map(({ subject, times }) => {
      const [size, perMs] = [limit.size * times, (limit.perSecond * times) / 1_000];
      const { left, at } = held.get(subject) ?? { left: size, at: now };
      return { subject, size, perMs, available: Math.min(size, left + Math.max(0, now - at) * perMs), cost: Math.min(amount, size) };
    });
    const isAllowed = budgets.every(({ available, cost }) => available >= cost);
    const taken = budgets.map(({ subject, size, perMs, available, cost }): Taken => {
      const left = isAllowed ? available - cost : available;
      held.set(subject, { left, at: now });
      // Rounded to ms first, so that an error of the last digit makes no second.
      const seconds = (missing: number) => Math.max(1, Math.ceil(Math.round(missing / perMs) / 1_000));
      return { wait: available < cost ? seconds(cost - available) : 0, left: Math.floor(left), reset: seconds(size - left) };
    });
    const { left, reset } = taken.reduce((least, other) => (other.left < least.left ? other : least));
    return { wait: Math.max(...taken.map(({ wait }) => wait)), left, reset };
  };
}

const perMinute = limits.apiRequestsPerMinute;
/** Of requests to the API, cached or not; and of responses that had to be made. */
const takeRequests = createLimiter({ size: perMinute, perSecond: perMinute / windowSeconds });
const takeResponses = createLimiter({ size: limits.uncachedBurst, perSecond: limits.uncachedRatePerSecond });

/**
 * Counts a request to the API against the limit per minute of its client's address and networks. A batch counts as one request for each
 * of its `calls`. @returns the seconds until another is allowed, 0 if this one is; and the value of the `RateLimit` header, about
 * whichever has least left (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function countRequests(address: string, { now = Date.now(), calls = 1 } = {}): { wait: number; rateLimit: string } {
  const { wait, left, reset } = takeRequests(address, calls, now);
  return { wait, rateLimit: `"requests";r=${wait > 0 ? 0 : left};t=${reset}` };
}

/**
 * Counts calls against the budget of responses made for a client and its networks (`uncachedRatePerSecond`, `uncachedBurst`).
 * @returns 0 if allowed, otherwise the seconds to wait.
 */
export const countResponses = (address: string, calls = 1): number => takeResponses(address, calls).wait;

/** Counts calls that are only known from a body, against both limits. @returns 0 if allowed, otherwise the seconds to wait. */
export function countFurtherCalls(address: string, calls: number): number {
  if (calls <= 0) return 0;
  return countRequests(address, { calls }).wait || countResponses(address, calls);
}

/** Counts the calls that a request to `path` makes. tRPC separates those of a batch by commas; it rejects batches over the maximum. */
export function callsOf(path: string, declared: Address | undefined): number {
  return declared?.api === 'rpc' ? path.split(/,|%2c/i, maxBatchSize).length : 1;
}

/** The `RateLimit-Policy` header, the same for every client. */
export const rateLimitPolicy = `"requests";q=${perMinute};w=${windowSeconds}`;
