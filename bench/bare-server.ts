// The baseline: a `node:http` server in its own process that only sends the headers and bytes it was given.
import { createServer } from 'node:http';

export type BareResponse = { headers: string[]; body: Uint8Array };

let given: BareResponse = { headers: [], body: Buffer.from('') };

const server = createServer((_, response) => {
  response.writeHead(200, given.headers);
  response.end(given.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
process.on('message', (next: BareResponse) => {
  given = next;
  process.send?.('taken');
});
process.on('disconnect', () => process.exit(0));
