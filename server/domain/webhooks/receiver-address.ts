import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { env, isLoopback } from '#server/platform/env.ts';

/** An address that a name leads to. */
export type ResolvedAddress = { address: string; family: 4 | 6 };
/** Finds the addresses of a name. @throws the resolver's error. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

/** An address that nothing may be sent to. */
export class ReceiverRefused extends Error {
  readonly code = 'EADDRESS';
}

/** All IPv6 addresses that IANA has given out for use between networks lie here (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public addresses at which a host's own platform answers it: Azure's WireServer, which hands out settings and certificates. */
const platformAddresses = ['168.63.129.16'];

/**
 * Asks the system's name servers. Not `dns.lookup`, which holds one of the process's few threads while a name server is slow: four such
 * receivers would hold up everything else that needs one, mails and compression among it.
 */
export const askNameServers: Resolve = async (name) => {
  if (isLoopback(name)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new Resolver({ timeout: 4_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [...addressesOf(four, 4), ...addressesOf(six, 6)];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
};

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

/**
 * Says what is wrong with the address of a receiver, as far as its text shows; undefined if nothing is. With WEBHOOK_LOOPBACK this
 * machine itself is admitted, also by http and at any port.
 */
export function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is no address';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'has a user name or a password, which would be sent unseen: leave it out';
  if (url.hash !== '') return 'has a fragment (#), which is never sent';
  if (env().WEBHOOK_LOOPBACK && /^https?:$/.test(url.protocol) && isLoopback(url.hostname)) return undefined;
  if (url.protocol !== 'https:') return 'does not begin with https://';
  if (url.port !== '') return 'names a port other than 443';
  const host = hostOf(url);
  return ipaddr.isValid(host) && !mayReach(host) ? `is in a network that is not public: ${rangeOf(host)}` : undefined;
}

/**
 * Returns where to connect to for a receiver: all addresses of its name, looked up now, each of them public. Called for each delivery,
 * which connects to these and looks nothing up again: a name may lead elsewhere a moment later.
 * @throws ReceiverRefused if any of them may not be reached; the resolver's error.
 */
export async function resolveReceiver(url: URL, resolve: Resolve): Promise<ResolvedAddress[]> {
  const problem = addressProblem(url.href);
  if (problem) throw new ReceiverRefused(`The address ${problem}`);
  const host = hostOf(url);
  const found: ResolvedAddress[] = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }]
    : await resolve(host);
  const refused = found.find(({ address }) => !mayReach(address));
  if (refused) throw new ReceiverRefused(`The address leads into a network that is not public: ${rangeOf(refused.address)}`);
  if (found.length === 0) throw new ReceiverRefused('The name has no address');
  return found;
}

/** The host of an address without the brackets of an IPv6 literal. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

function mayReach(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() === 'loopback') return env().WEBHOOK_LOOPBACK;
  // Every network with a purpose of its own is named by its range, those that contain an IPv4 address among them.
  if (address.range() !== 'unicast' || platformAddresses.includes(address.toString())) return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast);
}

function rangeOf(text: string): string {
  const range = ipaddr.isValid(text) ? ipaddr.parse(text).range() : 'unknown';
  return range === 'unicast' ? 'reserved' : range;
}
