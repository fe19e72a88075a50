import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicUrl } from './layout.ts';

const kinds = ['contact', 'quote', 'newsletter', 'retire'] as const;
export type Kind = (typeof kinds)[number];
export type Acknowledged = { kind: Kind; key: string; acknowledgedAt: number };

/** The project whose units are retired. */
export const project = 'moray-brash-biochar';
const clients = 20;
/** How long (ms) a client rests between two requests. */
const restMs = 1_000;
/** How long (ms) a client waits for a response, and before a retry. */
const responseMs = 10_000;
const retryMs = 250;
/** How long (ms) a client keeps retrying. */
const giveUpMs = 90_000;

/** The sender's address for a key, by which the stored row is found. */
export const emailOf = (key: string) => `${key}@drill.example`;

/**
 * Starts 20 clients that write. Each repeats a request under the same idempotency key until it is acknowledged.
 * `stop` waits for the last response of each.
 */
export function startClients(recordKey: string) {
  const acknowledged: Acknowledged[] = [];
  const rejected: string[] = [];
  let failures = 0;
  let stopped = false;
  const running = Array.from({ length: clients }, async (_, client) => {
    const kind = kinds[client % kinds.length] as Kind;
    while (!stopped) {
      await write(kind, randomUUID());
      await sleep(restMs);
    }
  });

  async function write(kind: Kind, key: string): Promise<void> {
    for (const deadline = Date.now() + giveUpMs; ; await sleep(retryMs)) {
      const response = await send(kind, key, recordKey).catch((error: Error) => error);
      if (response instanceof Response && response.ok) {
        acknowledged.push({ kind, key, acknowledgedAt: Date.now() });
        return;
      }
      failures += 1;
      const isFinal = response instanceof Response && response.status < 500 && ![408, 429].includes(response.status);
      if (isFinal || Date.now() > deadline) {
        rejected.push(`${kind}: ${response instanceof Response ? `${response.status} ${await response.text()}` : response.message}`);
        return;
      }
    }
  }

  return {
    acknowledged,
    /** Requests that were rejected or never acknowledged, although all are valid. */
    rejected,
    failures: () => failures,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function send(kind: Kind, key: string, recordKey: string): Promise<Response> {
  const sender = { name: 'Ada Lovelace', email: emailOf(key) };
  const [path, body] = {
    contact: ['/api/v1/contact', { ...sender, message: key }] as const,
    quote: ['/api/v1/quotes', { ...sender, lines: [{ slug: project, tonnes: 1 }] }] as const,
    newsletter: ['/api/v1/newsletter', { email: sender.email }] as const,
    retire: ['/api/v1/record/retire', { project, quantity: 1, beneficiary: 'Example plc', purpose: key }] as const,
  }[kind];
  const response = await fetch(`${publicUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(kind === 'retire' ? { authorization: `Bearer ${recordKey}` } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(responseMs),
  });
  // A truncated response does not count.
  const text = await response.text();
  return new Response(text, { status: response.status });
}
