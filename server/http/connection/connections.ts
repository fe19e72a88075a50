// Connection limits, and rejections that the app never sees: malformed HTTP, no usable host or path, too slow, too large.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { countPerSecond } from '#server/platform/throttle.ts';
import { fixedHeaders, nonPagePolicy } from '#server/platform/web/security-policy.ts';

/** Room for an address of 4,096 bytes and the list of cached pages that the router's client sends in a header. */
const maxHeaderBytes = 32_768;
const maxHeaders = 100;
/** Longer than a reverse proxy keeps idle connections, so that the site never closes one that the proxy is about to reuse. */
const keepAliveTimeoutMs = 65_000;
/** How often connections are checked against their timeouts, in ms. */
const checkIntervalMs = 1_000;
/** While draining, idle connections are closed once none has sent or received anything for this long (ms), because a request may be on its way. */
const drainIdleMs = 500;
/** How often that is checked, in ms. */
const drainPollMs = 50;
/** A turn of the event loop that takes longer than this (ms) may have left arrived data unread. */
const shortTickMs = 5;

type Limits = Pick<Env, 'REQUEST_TIMEOUT_MS' | 'HEADERS_TIMEOUT_MS'>;

/** Options for `createServer`: time limits for receiving a request's headers and the whole of it, and size limits. */
export function connectionLimits({ REQUEST_TIMEOUT_MS, HEADERS_TIMEOUT_MS }: Limits): ServerOptions {
  return {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkIntervalMs,
    // `rejectMalformed` rejects requests without a Host, with the site's headers.
    requireHostHeader: false,
    // Nearly all requests have no body: this saves creating a stream that nobody reads.
    optimizeEmptyRequests: true,
  };
}

type Guarded = Pick<Env, 'PUBLIC_URL' | 'MAX_CONNECTIONS' | 'STALLED_TIMEOUT_MS' | 'DELIVERY_TIMEOUT_MS'>;

/**
 * Closes connections on which nothing moves (STALLED_TIMEOUT_MS: the client does not read, or the request is never
 * answered), and those whose client reads too slowly (DELIVERY_TIMEOUT_MS until everything written has been sent). Accepts at
 * most MAX_CONNECTIONS, and writes the error responses that Node would otherwise send without the site's headers. Returns
 * the live set of open connections.
 */
export function guardConnections(server: Server, settings: Guarded): ReadonlySet<Socket> {
  const { PUBLIC_URL, MAX_CONNECTIONS, STALLED_TIMEOUT_MS, DELIVERY_TIMEOUT_MS } = settings;
  const headers = plainHeaders(PUBLIC_URL);
  server.timeout = STALLED_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = maxHeaders;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOf(error.code);
    const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse };
    // The client would take an error response in the middle of another response for part of its body.
    if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) return socket.destroy();
    rejectOnSocket(socket, status, headers, error.code);
  });
  server.on('connect', (_request, socket) => rejectOnSocket(socket, 405, { ...headers, allow: 'GET, HEAD' }, 'CONNECT'));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => reject(request, response, 417, headers));
  const connections = openConnections(server);
  closeSlowReaders(connections, DELIVERY_TIMEOUT_MS);
  server.on(
    'drop',
    countPerSecond((count) =>
      log().warn({ event: 'connections.dropped', count }, 'More connections than MAX_CONNECTIONS: closed the newest'),
    ),
  );
  return connections;
}

/** `connections` are the open ones; `delay` and `limit` are ms. */
type Draining = { connections: ReadonlySet<Socket>; delay: number; limit: number };

/**
 * Drains the server: stops accepting connections after `delay`, and resolves when none is left. Requests in flight have
 * `limit` to finish. From the start, every response says `Connection: close`. Idle connections stay open until nothing has
 * moved on any connection for a moment: a response sent before the drain promised its client another request.
 */
export async function drainConnections(server: Server, { connections, delay, limit }: Draining): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  await sleep(delay);
  // Continue only once everything that has arrived has been read. In a busy process, a connection with an unread request
  // looks idle, and one that is waiting to be accepted is invisible.
  await setImmediate();
  const closed = new AbortController();
  const forceClose = setTimeout(() => server.closeAllConnections(), limit);
  void closeIdle(server, connections, closed.signal);
  // The HTTP server's own `close` would close idle connections at once, even with a request on its way.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  clearTimeout(forceClose);
  closed.abort();
}

async function closeIdle(server: Server, connections: Draining['connections'], closed: AbortSignal): Promise<void> {
  let lastBytes = 0;
  let lastTrafficAt = performance.now();
  while (!closed.aborted) {
    await sleep(drainPollMs);
    await waitForShortTick();
    const now = performance.now();
    const bytes = [...connections].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
    if (bytes !== lastBytes) lastTrafficAt = now;
    else if (now - lastTrafficAt >= drainIdleMs) server.closeIdleConnections();
    lastBytes = bytes;
  }
}

/** Resolves after the first turn of the event loop that was so short that everything that had arrived has been read. */
async function waitForShortTick(): Promise<void> {
  for (;;) {
    await setImmediate();
    const started = performance.now();
    await setImmediate();
    if (performance.now() - started < shortTickMs) return;
  }
}

/**
 * Answers 400 to requests without exactly one well-formed Host, or with a target that is not a path (`http://elsewhere/`,
 * `*`) or that browsers would read as a different one (a backslash). Passes all others to `listener`.
 */
export function rejectMalformed({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, listener: RequestListener): RequestListener {
  const headers = plainHeaders(PUBLIC_URL);
  return (request, response) => {
    if (isWellFormed(request)) return listener(request, response);
    reject(request, response, 400, headers);
  };
}

const wellFormedHost = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const wellFormedAddress = /^\/[\x21-\x5b\x5d-\x7e]*$/;

function isWellFormed({ url = '', headers, rawHeaders }: IncomingMessage): boolean {
  if (!wellFormedAddress.test(url) || !wellFormedHost.test(headers.host ?? '')) return false;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}

function plainHeaders(publicUrl: string): Record<string, string> {
  return {
    ...fixedHeaders({ https: publicUrl.startsWith('https:') }),
    'content-security-policy': nonPagePolicy,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  };
}

function statusOf(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 413;
  return 400;
}

function reject(request: IncomingMessage, response: ServerResponse, status: number, headers: Record<string, string>): void {
  const requestId = randomUUID();
  log().info({ event: 'request.malformed', requestId, status }, 'Rejected a request without a usable host, path or expectation');
  const text = STATUS_CODES[status] ?? '';
  response.writeHead(status, { ...headers, 'x-request-id': requestId, 'content-length': text.length });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Rejects a request that has no response object, and closes the connection without waiting for the client to read it. */
function rejectOnSocket(socket: Duplex, status: number, headers: Record<string, string>, code: string | undefined): void {
  const requestId = randomUUID();
  log().info({ event: 'request.malformed', requestId, status, code }, 'Rejected a request that is not HTTP or did not arrive in time');
  const text = STATUS_CODES[status] ?? '';
  const lines = Object.entries({ ...headers, 'x-request-id': requestId, 'content-length': text.length });
  const head = [`HTTP/1.1 ${status} ${text}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  socket.on('error', () => {});
  socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy());
}

function openConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/** Closes connections whose send buffer has not been empty for `limit` ms. A client that reads a byte now and then never counts as idle. */
function closeSlowReaders(connections: ReadonlySet<Socket>, limit: number): void {
  const unsentSince = new WeakMap<Socket, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of connections) {
      const since = unsentSince.get(socket);
      if (socket.writableLength === 0) unsentSince.delete(socket);
      else if (since === undefined) unsentSince.set(socket, now);
      else if (now - since > limit) socket.destroy();
    }
  }, checkIntervalMs);
  timer.unref();
}
