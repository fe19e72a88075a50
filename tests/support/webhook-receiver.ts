import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenOn } from './free-port.ts';

type Answer = (response: ServerResponse) => void | Promise<void>;
export const accept = (response: ServerResponse) => void response.writeHead(204).end();

/** A receiver of webhooks on a free port of this machine, which answers 204 unless a test changes that. */
export async function startWebhookReceiver() {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = { url: '', received, answer: accept as Answer, close: () => closeServer(server) };
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    await receiver.answer(response);
  });
  receiver.url = `http://127.0.0.1:${await listenOn(server)}/hook`;
  return receiver;
}
