import { env } from '#server/platform/env.ts';
import { leastProgress, maxDrainedBytes } from '#server/platform/web/read-body.ts';
import type { Visit } from './visit.ts';
import type { Representation } from './whole-response.ts';

/**
 * Sends a response to a request whose body has not arrived yet, such as an upload that is too large, and ends the connection. What the
 * client still sends is read and discarded first, within bounds: closed earlier, the connection would be reset, and the answer lost.
 */
export function sendBeforeBody({ request, response }: Visit, { status, headers, body }: Representation): void {
  response.writeHead(status, [...headers, 'connection', 'close']);
  if (body) response.write(body);
  // Whoever had begun to read the body has stopped, and would hold what arrives.
  request.removeAllListeners('data');
  let size = 0;
  let before = 0;
  const isSending = () => size - before >= leastProgress.bytes;
  const finish = () => {
    clearInterval(progress);
    clearTimeout(limit);
    response.end();
  };
  const progress = setInterval(() => {
    if (!isSending()) finish();
    before = size;
  }, leastProgress.ms);
  const limit = setTimeout(finish, env().REQUEST_TIMEOUT_MS);
  request.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > maxDrainedBytes) finish();
  });
  request.once('end', finish);
  request.once('close', finish);
  request.resume();
}
