// The baseline: a `node:http` server in its own process that only sends the bytes it was given.
import { createServer } from 'node:http';

type Answer = { type: string; body: Uint8Array };

let answer: Answer = { type: 'text/plain', body: Buffer.from('') };

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': answer.type, 'content-length': answer.body.byteLength });
  response.end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
process.on('message', (next: Answer) => {
  answer = next;
  process.send?.('taken');
});
process.on('disconnect', () => process.exit(0));
