import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { inPairs, type RawHeaders } from '#server/http/remembered.ts';

/** The head of a kept answer, but for what differs by request. */
export type ReadyHead = {
  status: number;
  /** Those that Node acts upon. */
  own: RawHeaders;
  /** All others, written out; the name of the request's id is the last. */
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
  const lines = pairs.filter((pair) => !isOwn(pair)).map(([name, value]) => `${name}: ${value}\r\n`);
  return { status, own: pairs.filter(isOwn).flat(), lines: [...lines, 'x-request-id: '].join('') };
}

/** What differs by request, made or checked by the site: the request's id, and what its limit leaves it. */
type OfRequest = { requestId: string; rateLimit: string | undefined };

/**
 * Gives an answer its head. Node itself would look through every line of it again, for each answer: a tenth of the time
 * that one takes. So it writes those that are its own (status, length, date, connection), and the others are put after them.
 */
export function writeReadyHead(response: ServerResponse, { status, own, lines }: ReadyHead, { requestId, rateLimit }: OfRequest): void {
  response.writeHead(status, own);
  const kept = response as { _header?: unknown };
  // Not Node's promise, but how it has been since its first versions. tests/unit/http/ready-head.test.ts sees it change.
  if (typeof kept._header !== 'string') throw new Error('Node keeps the head of an answer elsewhere');
  const end = rateLimit ? `\r\nratelimit: ${rateLimit}\r\n\r\n` : '\r\n\r\n';
  kept._header = `${kept._header.slice(0, -2)}${lines}${requestId}${end}`;
}
