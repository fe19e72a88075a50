import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { log } from '#server/platform/log.ts';
import { fixedHeaders, nonPagePolicy } from '#server/platform/web/security-policy.ts';

const wellFormedHost = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** A path with or without a query: visible ASCII, except a backslash, which browsers read as a slash, and `#`, which they never send. */
const wellFormedTarget = /^\/[\x21\x22\x24-\x5b\x5d-\x7e]*$/;

/**
 * Checks whether a request names exactly one well-formed Host and a target that is a path, not `http://elsewhere/` or `*`. HTTP/1.0
 * knows no Host, and health checks of load balancers use it without one.
 */
export function isWellFormed({ url = '', httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (!wellFormedTarget.test(url)) return false;
  if (headers.host === undefined) return httpVersion === '1.0';
  if (!wellFormedHost.test(headers.host)) return false;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}

/** Most characters of a header's value. Nothing that we read is longer, and parsing some takes more than linear time. */
const longestHeader = 4_096;

/** Checks whether a header has an absurdly long value. The Referer may: it is an address with its query, and nothing reads it. */
export function hasLongHeader({ headers: { referer: _, ...headers } }: IncomingMessage): boolean {
  return Object.values(headers).some((value) => String(value).length > longestHeader);
}

/** The headers of a rejection, which ends the connection. */
export function rejectionHeaders(publicUrl: string): Record<string, string> {
  return {
    ...fixedHeaders({ https: publicUrl.startsWith('https:') }),
    'content-security-policy': nonPagePolicy,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  };
}

/** Rejects a request before anything else looks at it. */
export function reject(request: IncomingMessage, response: ServerResponse, status: number, headers: Record<string, string>): void {
  const requestId = randomUUID();
  log().info({ event: 'request.malformed', requestId, status }, 'Rejected a request without a usable host, path, header or expectation');
  const text = STATUS_CODES[status] ?? '';
  response.writeHead(status, { ...headers, 'x-request-id': requestId, 'content-length': text.length });
  response.end(request.method === 'HEAD' ? undefined : text);
}
