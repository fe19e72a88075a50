import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { inPairs, type RawHeaders } from '#server/http/cache/remembered.ts';

/** The head of a kept answer, but for what differs by request. */
export type ReadyHead = {
  status: number;
  /** Those that Node acts upon. */
  own: RawHeaders;
  others: RawHeaders;
  /** The others, written out; the name of the request's id is the last. */
  lines: string;
};

const nodesOwn = ['content-length', 'connection', 'keep-alive', 'transfer-encoding', 'trailer', 'date', 'expect'];

/**
 * Checks headers and writes them out, once for all who get the same answer.
 * @throws TypeError of Node for a name or a value that no header may have.
 */
export function readyHead(status: number, headers: RawHeaders): ReadyHead {
  const pairs = inPairs(headers);
  for (const [name, value] of pairs) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const isOwn = ([name]: [string, string]) => nodesOwn.includes(name.toLowerCase());
  const others = pairs.filter((pair) => !isOwn(pair));
  const lines = [...others.map(([name, value]) => `${name}: ${value}\r\n`), 'x-request-id: '].join('');
  return { status, own: pairs.filter(isOwn).flat(), others: others.flat(), lines };
}

/** What differs by request, made or checked by the site: the request's id, and what its limit leaves it. */
type OfRequest = { requestId: string; rateLimit: string | undefined };

/**
 * Gives an answer its head. Node itself would look through every line of it again, for each answer: a tenth of the time
 * that one takes. So it writes those that are its own (status, length, date, connection), and the others are put after them.
 */
export function writeReadyHead(response: ServerResponse, head: ReadyHead, { requestId, rateLimit }: OfRequest): void {
  const { status, own, others, lines } = head;
  // Where Node keeps a head until the body comes. Not its promise, but so since its first versions; the test sees it change.
  const open = response as { _header?: unknown };
  if (open._header !== null) {
    const limit = rateLimit ? ['ratelimit', rateLimit] : [];
    response.writeHead(status, [...own, ...others, ...limit, 'x-request-id', requestId]);
    return;
  }
  // HTTP/1.1 keeps a connection unless told otherwise (RFC 9112, 9.3): two lines that say so are two more to send and to read.
  if (response.shouldKeepAlive && response.req.httpVersion === '1.1') response.removeHeader('connection');
  response.writeHead(status, own);
  const end = rateLimit ? `\r\nratelimit: ${rateLimit}\r\n\r\n` : '\r\n\r\n';
  open._header = `${String(open._header).slice(0, -2)}${lines}${requestId}${end}`;
}
