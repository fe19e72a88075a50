// Limits of connections, and refusals that the app never sees: malformed HTTP, no usable host or path, too slow, too large.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { answerPolicy, fixedHeaders } from '#server/platform/web/security-policy.ts';

/** Room for an address of 4,096 bytes and for the list of known pages that the router sends along. */
const maxHeaderBytes = 32_768;
const maxHeaders = 100;
/** Longer than a proxy in front keeps its connections, so that it is never the site that closes one being used. */
const keepAliveTimeoutMs = 65_000;
/** How often connections are looked through for those that are over their time, in ms. */
const checkEveryMs = 1_000;
/** How long (ms) nothing moves on any connection before those without a request are ended: one may be on its way. */
const lastRequestsMs = 500;
/** How often that is looked at, in ms. */
const lookEveryMs = 50;
/** A turn of the event loop that takes longer (ms) may have left something unread. */
const quietTurnMs = 5;

type Limits = Pick<Env, 'REQUEST_TIMEOUT_MS' | 'HEADERS_TIMEOUT_MS'>;

/** Limits for `createServer`: the time to receive a request's headers and all of it, and sizes. */
export function connectionLimits({ REQUEST_TIMEOUT_MS, HEADERS_TIMEOUT_MS }: Limits): ServerOptions {
  return {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkEveryMs,
    // A request without a Host is refused by `rejectMalformed`, with all headers.
    requireHostHeader: false,
    // Nearly all requests have no body: they are spared a stream that nobody reads.
    optimizeEmptyRequests: true,
  };
}

type Guarded = Pick<Env, 'PUBLIC_URL' | 'MAX_CONNECTIONS' | 'STALLED_TIMEOUT_MS' | 'DELIVERY_TIMEOUT_MS'>;

/**
 * Ends connections on which nothing moves (STALLED_TIMEOUT_MS: a reader that does not read, a request that is not
 * served), and those that take an answer too slowly (DELIVERY_TIMEOUT_MS until nothing waits to be sent). Refuses more
 * than MAX_CONNECTIONS, and answers what node would answer without the site's headers. Returns the open connections, which
 * change as they come and go.
 */
export function guardConnections(server: Server, settings: Guarded): ReadonlySet<Socket> {
  const { PUBLIC_URL, MAX_CONNECTIONS, STALLED_TIMEOUT_MS, DELIVERY_TIMEOUT_MS } = settings;
  const headers = plainHeaders(PUBLIC_URL);
  server.timeout = STALLED_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.maxHeadersCount = maxHeaders;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOf(error.code);
    const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse };
    // In the middle of an answer a second one would be taken for its text.
    if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) return socket.destroy();
    rejectOnSocket(socket, status, headers, error.code);
  });
  server.on('connect', (_request, socket) => rejectOnSocket(socket, 405, { ...headers, allow: 'GET, HEAD' }, 'CONNECT'));
  server.on('checkExpectation', (request: IncomingMessage, answer: ServerResponse) => refuse(request, answer, 417, headers));
  const connections = openConnections(server);
  endSlowReaders(connections, DELIVERY_TIMEOUT_MS);
  reportDropped(server);
  return connections;
}

/** `connections` are the open ones; `delay` and `limit` are ms. */
type Ending = { connections: ReadonlySet<Socket>; delay: number; limit: number };

/**
 * Accepts no more connections once `delay` has passed, and ends when there are none. What is in flight then is finished,
 * within `limit`. From the first moment each answer says that it is the last on its connection. Those without a request
 * stay until nothing has moved on any for a moment: an answer that had begun before promised its client another one.
 */
export async function endConnections(server: Server, { connections, delay, limit }: Ending): Promise<void> {
  server.prependListener('request', (_request, answer) => {
    answer.shouldKeepAlive = false;
  });
  await sleep(delay);
  // What is done here comes right after everything that has arrived is taken up: to a busy process, a connection on which a
  // request waits looks idle, and one that waits to be accepted is not there.
  await setImmediate();
  const closed = new AbortController();
  const all = setTimeout(() => server.closeAllConnections(), limit);
  void endIdle(server, connections, closed.signal);
  // The HTTP server's own `close` would end idle connections at once, under a request on its way.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  clearTimeout(all);
  closed.abort();
}

async function endIdle(server: Server, connections: Ending['connections'], closed: AbortSignal): Promise<void> {
  let moved = 0;
  let movedAt = performance.now();
  while (!closed.aborted) {
    await sleep(lookEveryMs);
    await quietTurn();
    const now = performance.now();
    const bytes = [...connections].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);
    if (bytes !== moved) movedAt = now;
    else if (now - movedAt >= lastRequestsMs) server.closeIdleConnections();
    moved = bytes;
  }
}

/** Ends right after a turn of the event loop in which everything that had arrived was read. */
async function quietTurn(): Promise<void> {
  for (;;) {
    await setImmediate();
    const begun = performance.now();
    await setImmediate();
    if (performance.now() - begun < quietTurnMs) return;
  }
}

/**
 * Answers 400 to requests that name no address of a site: without exactly one well-formed Host, or with an address that
 * is no path (`http://elsewhere/`, `*`) or that browsers would read as another (a backslash). The rest goes to `listener`.
 */
export function rejectMalformed({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, listener: RequestListener): RequestListener {
  const headers = plainHeaders(PUBLIC_URL);
  return (request, answer) => {
    if (isWellFormed(request)) return listener(request, answer);
    refuse(request, answer, 400, headers);
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
    'content-security-policy': answerPolicy,
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

function refuse(request: IncomingMessage, answer: ServerResponse, status: number, headers: Record<string, string>): void {
  const requestId = randomUUID();
  log().info({ event: 'request.malformed', requestId, status }, 'Refused a request without a usable host, path or expectation');
  const text = STATUS_CODES[status] ?? '';
  answer.writeHead(status, { ...headers, 'x-request-id': requestId, 'content-length': text.length });
  answer.end(request.method === 'HEAD' ? undefined : text);
}

/** For requests of which there is no answer object. Nobody waits for a client to read it. */
function rejectOnSocket(socket: Duplex, status: number, headers: Record<string, string>, code: string | undefined): void {
  const requestId = randomUUID();
  log().info({ event: 'request.malformed', requestId, status, code }, 'Refused a request that is not HTTP, or did not arrive in time');
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

/** A reader of a byte now and then is never idle; it has `limit` ms until everything sent so far has left. */
function endSlowReaders(connections: ReadonlySet<Socket>, limit: number): void {
  const waitingSince = new WeakMap<Socket, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of connections) {
      const since = waitingSince.get(socket);
      if (socket.writableLength === 0) waitingSince.delete(socket);
      else if (since === undefined) waitingSince.set(socket, now);
      else if (now - since > limit) socket.destroy();
    }
  }, checkEveryMs);
  timer.unref();
}

/** Connections over the limit are closed unanswered; one line a second at most says how many. */
function reportDropped(server: Server): void {
  let dropped = 0;
  server.on('drop', () => {
    dropped += 1;
    if (dropped > 1) return;
    const timer = setTimeout(() => {
      log().warn({ event: 'connections.dropped', count: dropped }, 'More connections than MAX_CONNECTIONS: closed the newest');
      dropped = 0;
    }, 1_000);
    timer.unref();
  });
}
