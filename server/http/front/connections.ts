// Limits of connections, and rejections of what is not HTTP, too slow or too large.
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { warningEvery } from '#server/platform/throttle.ts';
import { nonPagePolicy, securityHeaders } from '#server/platform/web/security-policy.ts';

/** Room for the longest address (`maxAddressLength`), and for the headers that proxies add. */
const maxHeaderBytes = 32_768;
/** Longer than a reverse proxy keeps idle connections, so that the site never closes one that the proxy is about to reuse. */
const keepAliveTimeoutMs = 65_000;
/** How often connections are checked against their timeouts, in ms. */
const checkIntervalMs = 1_000;
/** How often idle connections are closed while draining, in ms. */
const drainIntervalMs = 100;

/** Options for `createServer`: time limits for receiving a request's headers and the whole of it, and size limits. */
export function connectionLimits(): ServerOptions {
  const { requestTimeoutMs, headersTimeoutMs } = limits;
  return {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkIntervalMs,
    // `isWellFormed` finds requests without a Host, which the front then rejects with the site's headers.
    requireHostHeader: false,
    // Nearly all requests have no body: this saves creating a stream that nobody reads.
    optimizeEmptyRequests: true,
  };
}

/**
 * Closes connections on which nothing moves (`stalledTimeoutMs`: the client neither sends nor reads, or the request is never answered),
 * and those whose client reads too slowly (`deliveryTimeoutMs` until everything written has been sent). Accepts at most `maxConnections`,
 * and writes the error responses that Node would otherwise send without the site's headers.
 */
export function guardConnections(server: Server): void {
  const { maxConnections, stalledTimeoutMs, deliveryTimeoutMs } = limits;
  server.timeout = stalledTimeoutMs;
  server.maxConnections = maxConnections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Node's own field for the response that a socket is sending: it has no public one.
    const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse };
    // The client would take an error response in the middle of another response for part of its body.
    if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) return socket.destroy();
    rejectOnSocket(socket, statuses[error.code ?? ''] ?? 400, error.code);
  });
  server.on('connect', (_request, socket) => rejectOnSocket(socket, 405, 'CONNECT', { allow: 'GET, HEAD' }));
  server.on('checkExpectation', (_request, response: ServerResponse) => reject(response, 417));
  closeSlowReaders(server, deliveryTimeoutMs);
  const reportDropped = warningEvery(1_000, { event: 'connections.dropped' }, 'More connections than maxConnections: closed the newest');
  server.on('drop', () => reportDropped());
}

/**
 * Drains the server: stops accepting connections after `delayMs`, and resolves when none is left. From the start, the response to each
 * further request says `Connection: close`; requests in flight have `limitMs` to finish.
 */
export async function drainConnections(server: Server, { delayMs, limitMs }: { delayMs: number; limitMs: number }): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await sleep(delayMs);
  const closed = new Promise((resolve) => server.close(resolve));
  const closeIdle = setInterval(() => server.closeIdleConnections(), drainIntervalMs);
  const forceClose = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearInterval(closeIdle);
  clearTimeout(forceClose);
}

/** The statuses that answer errors of Node's HTTP parser; all others are answered with 400. */
const statuses: Partial<Record<string, number>> = {
  ...{ ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431, HPE_CHUNK_EXTENSIONS_OVERFLOW: 413 },
};

/** Rejects a request that has no response object, and closes the connection without waiting for the client to read it. */
function rejectOnSocket(socket: Duplex, status: number, code: string | undefined, more: Record<string, string> = {}): void {
  const { text, headers } = rejectionOf(status, code);
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${text}`, ...lines].join('\r\n');
  socket.on('error', () => {});
  socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}

/** Closes connections whose send buffer has not been empty for `limitMs`. A client that reads a byte now and then never counts as idle. */
function closeSlowReaders(server: Server, limitMs: number): void {
  /** When each open connection was first seen with something unsent. */
  const unsentSince = new Map<Socket, number | undefined>();
  server.on('connection', (socket) => {
    unsentSince.set(socket, undefined);
    socket.once('close', () => unsentSince.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, since] of unsentSince) {
      if (socket.writableLength === 0) unsentSince.set(socket, undefined);
      else if (since === undefined) unsentSince.set(socket, now);
      else if (now - since > limitMs) socket.destroy();
    }
  }, checkIntervalMs);
  timer.unref();
}

/** A name of up to 253 characters or an IPv6 address in brackets, with or without a port. */
const wellFormedHost = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** A path with or without a query: visible ASCII, except a backslash, which browsers read as a slash, and `#`, which they never send. */
const wellFormedTarget = /^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/;

/**
 * Checks whether a request names exactly one well-formed Host and a target that is a path, not `http://elsewhere/` or `*`. HTTP/1.0
 * knows no Host, and health checks of load balancers use it without one.
 */
export function isWellFormed({ url = '', httpVersion, headers: { host }, rawHeaders }: IncomingMessage): boolean {
  if (!wellFormedTarget.test(url)) return false;
  if (host === undefined) return httpVersion === '1.0';
  // Not `headersDistinct`: of a header named `__proto__`, Node before 22.22.2 and 24.14.1 throws there.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  // What looks like an IPv4 address and is none, or a port that there is not, is no part of an address.
  return hosts.length === 1 && wellFormedHost.test(host) && URL.canParse(`http://${host}`);
}

/** Most characters of a header's value. Nothing that we read is longer, and parsing some takes more than linear time. */
const longestHeader = 4_096;

/** Checks whether a header has an absurdly long value. The Referer may: it is an address with its query, and nothing reads it. */
export function hasLongHeader({ headers: { referer: _, ...headers } }: IncomingMessage): boolean {
  return Object.values(headers).some((value) => String(value).length > longestHeader);
}

/** Rejects a request before anything else looks at it. */
export function reject(response: ServerResponse, status: number): void {
  const { text, headers } = rejectionOf(status);
  response.writeHead(status, headers).end(text);
}

/** Logs a rejection, and returns what is answered. `code`: that of Node's HTTP parser, or CONNECT. */
function rejectionOf(status: number, code?: string) {
  const requestId = randomUUID();
  log().info({ event: 'request.malformed', requestId, status, code }, 'Rejected a request that is malformed, late or too large');
  const text = STATUS_CODES[status] ?? '';
  const headers = {
    ...securityHeaders(),
    'content-security-policy': nonPagePolicy,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(text.length),
    'x-request-id': requestId,
    connection: 'close',
  };
  return { text, headers };
}
