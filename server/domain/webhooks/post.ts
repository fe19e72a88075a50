import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { hostOf, type ResolvedAddress } from '#server/domain/webhooks/receiver-address.ts';

/** What a receiver answered. `retryAfter`: seconds that it asked us to wait. */
export type ReceiverAnswer = { status: number; retryAfter: number | undefined };

/** Bytes of an answer's body that are read, and thrown away, so that an ordinary receiver sees its answer arrive. */
const longestBody = 16_384;
/** Bytes of an answer's headers. */
const longestHeaders = 16_384;

/**
 * Posts a text to a receiver at one of these addresses and no other; TLS checks the certificate for the name in `url`. Redirects are not
 * followed. Nothing of the answer but status and Retry-After is kept.
 * @throws the connection's error; TimeoutError when `signal` ends it before the answer's headers have arrived.
 */
export function post(
  url: URL,
  {
    addresses,
    headers,
    body,
    signal,
  }: { addresses: ResolvedAddress[]; headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<ReceiverAnswer> {
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
  request.end(body);
  return promise;
}

/** Reads Retry-After: seconds, or a time (RFC 9110, section 10.2.3). */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}
