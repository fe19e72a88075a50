import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { env, isLoopback } from '#server/platform/env.ts';
import { longestUrl } from '#shared/schemas/webhook.ts';

export type ResolvedAddress = { address: string; family: 4 | 6 };
/** Finds the addresses of a name. @throws the resolver's error. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

/** Why an event was not taken, in words of our own, which quote nobody and so may be stored, and with its code in the log. */
export class NotTaken extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
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
  if (!URL.canParse(text)) return 'is not an address';
  const url = new URL(text);
  // As it is stored: an ä has become %C3%A4.
  if (url.href.length > longestUrl) return `is longer than ${longestUrl} characters`;
  if (url.username !== '' || url.password !== '') return 'has a user name or a password, which would be sent unseen: leave it out';
  if (url.hash !== '') return 'has a fragment (#), which is never sent';
  if (env().WEBHOOK_LOOPBACK && /^https?:$/.test(url.protocol) && isLoopback(url.hostname)) return undefined;
  if (url.protocol !== 'https:') return 'does not begin with https://';
  if (url.port !== '') return 'names a port other than 443';
  if (isLoopback(url.hostname)) return 'is in a network that is not public: loopback';
  const host = hostOf(url);
  return ipaddr.isValid(host) && !mayReach(host) ? `is in a network that is not public: ${rangeOf(host)}` : undefined;
}

/**
 * Returns where to connect to for a receiver: all addresses of its name, looked up now, each of them public. Called for each delivery,
 * which connects to these and looks nothing up again: a name may lead elsewhere a moment later.
 * @throws NotTaken (EADDRESS) if any of the addresses may not be reached; the resolver's error.
 */
export async function resolveReceiver(url: URL, resolve: Resolve): Promise<ResolvedAddress[]> {
  const problem = addressProblem(url.href);
  if (problem) throw new NotTaken('EADDRESS', `The address ${problem}`);
  const host = hostOf(url);
  const found: ResolvedAddress[] = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }]
    : await resolve(host);
  const refused = found.find(({ address }) => !mayReach(address));
  if (refused) throw new NotTaken('EADDRESS', `The address leads into a network that is not public: ${rangeOf(refused.address)}`);
  if (found.length === 0) throw new NotTaken('EADDRESS', 'The name has no address');
  return found;
}

/** The host of an address without the brackets of an IPv6 literal. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

function mayReach(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() === 'loopback') return env().WEBHOOK_LOOPBACK;
  // Only public addresses are 'unicast': ipaddr.js has a range for each special network, also for IPv6 that contains an IPv4 address.
  if (address.range() !== 'unicast' || platformAddresses.includes(address.toString())) return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast);
}

/** Names the special range of an address that may not be reached. */
function rangeOf(text: string): string {
  const range = ipaddr.isValid(text) ? ipaddr.parse(text).range() : 'unknown';
  // A platform's own address, or one that IANA has not given out.
  return range === 'unicast' ? 'reserved' : range;
}

type PostOptions = { addresses: ResolvedAddress[]; headers: Record<string, string>; body: string; signal: AbortSignal };
/** What a receiver answered. `retryAfter`: seconds that it asked us to wait, negative for a time that has passed. */
type ReceiverAnswer = { status: number; retryAfter: number | undefined };

/** Bytes of an answer's body that are read, and thrown away, so that an ordinary receiver sees its answer arrive. */
const longestBody = 16_384;
/** Bytes of an answer's headers. */
const longestHeaders = 16_384;

/**
 * Posts a text to a receiver at one of these addresses and no other; TLS checks the certificate for the name in `url`. Redirects are not
 * followed. Nothing of the answer but status and Retry-After is kept.
 * @throws the connection's error; TimeoutError when `signal` ends it before the answer's headers have arrived.
 */
export function post(url: URL, { addresses, headers, body, signal }: PostOptions): Promise<ReceiverAnswer> {
  const lookup: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, addresses);
    else if (first) done(null, first.address, first.family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<ReceiverAnswer>();
  const request = (url.protocol === 'https:' ? https : http).request({
    method: 'POST',
    protocol: url.protocol,
    hostname: hostOf(url),
    port: url.port,
    path: url.pathname + url.search,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup,
    // A connection of its own, which no proxy of the environment takes over.
    agent: false,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    maxHeaderSize: longestHeaders,
    signal,
  });
  // Once a status has been said it counts, however the rest of the answer ends.
  let isAnswered = false;
  request.on('error', (error) => {
    if (!isAnswered) reject(signal.aborted ? signal.reason : error);
  });
  request.on('response', (response) => {
    isAnswered = true;
    let bytes = 0;
    response.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes > longestBody) response.destroy();
    });
    response.on('error', () => {});
    response.on('close', () => resolve({ status: response.statusCode ?? 0, retryAfter: secondsOf(response.headers['retry-after']) }));
  });
  // Node says nothing more of a connection that the receiver goes on with in another protocol.
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy();
    resolve({ status: statusCode, retryAfter: undefined });
  });
  request.end(body);
  return promise;
}

/** Reads Retry-After: seconds, or a time, which begins with the day of the week and, if it ends with its year, is UTC too (RFC 9110). */
function secondsOf(text = ''): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text) - Date.now()) / 1_000);
  return /^[A-Z]/.test(text) && Number.isFinite(seconds) ? seconds : undefined;
}
