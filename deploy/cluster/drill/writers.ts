import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicUrl } from './layout.ts';

const kinds = ['contact', 'quote', 'newsletter', 'retire'] as const;
export type Kind = (typeof kinds)[number];
export type Acknowledged = { kind: Kind; key: string; at: number };

/** The project whose credits are retired. */
export const project = 'moray-brash-biochar';
const writers = 20;
/** How long (ms) a writer rests between two requests, and before it repeats one; and how long it repeats it. */
const [restMs, retryMs, giveUpMs] = [1_000, 250, 90_000];
/** How long (ms) anybody waits for a response. */
export const responseMs = 10_000;

/** The sender's address for a key, by which the stored row is found. */
export const emailOf = (key: string) => `${key}@drill.example`;

/**
 * Starts 20 writers. Each repeats a request under the same idempotency key until it is acknowledged.
 * `stop` waits for the last response of each.
 */
export function startWriters(recordKey: string) {
  const acknowledged: Acknowledged[] = [];
  /** Requests that were rejected or never acknowledged, although all are valid, and answers that say nothing of when to come back. */
  const wrong: string[] = [];
  const progress = { acknowledged, wrong, refused: 0, stop };
  let stopped = false;
  const running = Array.from({ length: writers }, async (_, writer) => {
    for (; !stopped; await sleep(restMs)) await write(kinds[writer % kinds.length] as Kind, randomUUID());
  });

  async function write(kind: Kind, key: string): Promise<void> {
    for (const deadline = Date.now() + giveUpMs; ; await sleep(retryMs)) {
      const response = await send(kind, key, recordKey).catch((error: Error) => error);
      if (response instanceof Response && response.ok) {
        acknowledged.push({ kind, key, at: Date.now() });
        return;
      }
      progress.refused += 1;
      const said = response instanceof Response ? `${response.status} ${await response.text()}` : response.message;
      if (response instanceof Response && response.status === 503 && !response.headers.has('retry-after')) {
        wrong.push(`${kind}: no Retry-After: ${said}`);
      }
      const isFinal = response instanceof Response && response.status < 500 && ![408, 429].includes(response.status);
      if (isFinal || Date.now() > deadline) {
        wrong.push(`${kind}: ${said}`);
        return;
      }
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    await Promise.all(running);
  }

  return progress;
}

/** Sends one request through the proxy. @throws when there is no response, or it is truncated. */
async function send(kind: Kind, key: string, recordKey: string): Promise<Response> {
  const sender = { name: 'Ada Lovelace', email: emailOf(key) };
  const [path, body] = {
    contact: ['contact', { ...sender, message: key }],
    quote: ['quotes', { ...sender, lines: [{ slug: project, tonnes: 1 }] }],
    newsletter: ['newsletter', { email: sender.email }],
    retire: ['record/retire', { project, quantity: 1, beneficiary: 'Example plc', note: key }],
  }[kind] as [string, object];
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const response = await fetch(`${publicUrl}/api/v1/${path}`, {
    method: 'POST',
    headers: kind === 'retire' ? { ...headers, authorization: `Bearer ${recordKey}` } : headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(responseMs),
  });
  return new Response(await response.text(), response);
}
