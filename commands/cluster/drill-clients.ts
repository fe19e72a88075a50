import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { publicUrl } from './layout.ts';

const kinds = ['contact', 'quote', 'newsletter', 'retire'] as const;
export type Kind = (typeof kinds)[number];
export type Written = { kind: Kind; key: string; acknowledgedAt: number };

/** The project whose units are retired. */
export const project = 'moray-brash-biochar';
const clients = 20;
/** Between two things of one client, in ms. */
const restMs = 1_000;
/** How long a client waits for an answer, and between two tries, in ms. */
const answerMs = 10_000;
const againMs = 250;
/** A client that gets no yes for so long gives up. */
const patienceMs = 90_000;

/** The address that a thing with this key is sent from: what is stored is found by it. */
export const emailOf = (key: string) => `${key}@drill.example`;

/**
 * 20 clients that write, each thing again under the same key until it is acknowledged, as a careful sender does.
 * `stop` waits until each has its last answer.
 */
export function startClients(recordKey: string) {
  const written: Written[] = [];
  const refused: string[] = [];
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
    for (const deadline = Date.now() + patienceMs; ; await sleep(againMs)) {
      const answer = await send(kind, key, recordKey).catch((error: Error) => error);
      if (answer instanceof Response && answer.ok) {
        written.push({ kind, key, acknowledgedAt: Date.now() });
        return;
      }
      failures += 1;
      const isFinal = answer instanceof Response && answer.status < 500 && ![408, 429].includes(answer.status);
      if (isFinal || Date.now() > deadline) {
        refused.push(`${kind}: ${answer instanceof Response ? `${answer.status} ${await answer.text()}` : answer.message}`);
        return;
      }
    }
  }

  return {
    written,
    /** What was answered with a refusal, which none of them deserves. */
    refused,
    failures: () => failures,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function send(kind: Kind, key: string, recordKey: string): Promise<Response> {
  const person = { name: 'Ada Lovelace', email: emailOf(key) };
  const [path, body] = {
    contact: ['/api/v1/contact', { ...person, message: key }] as const,
    quote: ['/api/v1/quotes', { ...person, lines: [{ slug: project, tonnes: 1 }] }] as const,
    newsletter: ['/api/v1/newsletter', { email: person.email }] as const,
    retire: ['/api/v1/record/retire', { project, quantity: 1, beneficiary: 'Example plc', purpose: key }] as const,
  }[kind];
  const answer = await fetch(`${publicUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(kind === 'retire' ? { authorization: `Bearer ${recordKey}` } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerMs),
  });
  // An answer that breaks off is none.
  const text = await answer.text();
  return new Response(text, { status: answer.status });
}
