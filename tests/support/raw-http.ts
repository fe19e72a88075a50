import { connect, type Socket } from 'node:net';

/** A response as its bytes are: one character a byte, a chunked body with its lengths, and of a header that is repeated the last. */
export type RawResponse = { status: number; headers: Map<string, string>; body: string };

/** Opens a TCP connection to the site at `url` and sends nothing. */
export function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket));
  socket.once('error', reject);
  return promise;
}

/** Sends bytes unchanged and reads until the site closes the connection. Status 0: it closed without a response. */
export async function sendRaw(url: string, request: string | Buffer): Promise<RawResponse> {
  const socket = await openConnection(url);
  const chunks: Buffer[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.once('close', resolve);
  socket.write(request);
  await closed;
  return parseResponse(Buffer.concat(chunks).toString('latin1'));
}

/** Parses what was received until the connection was closed. Status 0: nothing. */
export function parseResponse(text: string): RawResponse {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
}
