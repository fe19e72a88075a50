import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string };

export type WebhookReceiver = {
  url: string;
  received: ReceivedWebhook[];
  /** Answers a request that has arrived whole; by default 204. */
  answer: (response: ServerResponse, webhook: ReceivedWebhook) => void | Promise<void>;
  close: () => Promise<void>;
};

/** A receiver of webhooks on a free port of this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: '',
    received: [],
    answer: (response) => void response.writeHead(204).end(),
    close: async () => {},
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const webhook = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
    receiver.received.push(webhook);
    await receiver.answer(response, webhook);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return receiver;
}
