import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import { alwaysRevalidate } from './cache-headers.ts';
import { clientShare } from './clients.ts';
import { countingUnread, Gate, overloadedAfterDelay, unread } from './gate.ts';

/** How many rows are converted without a pause. */
const sliceLength = 50;

/** How many large answers are written at once, how many more may wait, and for how long (ms). */
const gate = new Gate({ maxConcurrent: 2, maxQueued: 8, waitMs: 4_000 });

/**
 * Writes a large answer piece by piece, a few at once. Once it resolves, nothing but the bytes is held any more, however slowly the
 * client reads.
 * @returns the body, and what `write` returned.
 * @throws Overloaded, or whatever `write` throws.
 */
export async function spooled<Result>(
  c: Context<AppEnv>,
  write: (spool: Spool) => Promise<Result>,
): Promise<{ body: Spool; result: Result }> {
  const client = clientShare(c);
  return gate.run(client, async () => {
    if (unread.isFull(client)) throw await overloadedAfterDelay('full');
    const body = new Spool(countingUnread(client, c.env?.outgoing));
    return { body, result: await write(body) };
  });
}

/** Sends what was written; `headers` may replace the others, such as `alwaysRevalidate`. */
export function sendSpool(c: Context, body: Spool, headers: Record<string, string>): Response {
  return c.body(body.stream(), 200, { ...alwaysRevalidate, ...body.headers(), ...headers });
}

/**
 * A buffer for a long response body, held once, as bytes: database rows can be converted and released batch by batch, the connection
 * is free before a slow client starts to read, and the ETag covers exactly these bytes.
 */
export class Spool {
  readonly #pieces: Uint8Array[] = [];
  readonly #hash = createHash('sha256');
  readonly #count: (bytes: number) => void;
  #length = 0;

  constructor(count: (bytes: number) => void) {
    this.#count = count;
  }

  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    this.#pieces.push(bytes);
    this.#hash.update(bytes);
    this.#length += bytes.byteLength;
    this.#count(bytes.byteLength);
  }

  /** Writes what `toPiece` makes of the rows, a few at a time, so that nothing else has to wait long. */
  async writeRows<Row>(batches: AsyncIterable<readonly Row[]>, toPiece: (rows: readonly Row[]) => string | Uint8Array): Promise<void> {
    for await (const batch of batches) {
      for (let from = 0; from < batch.length; from += sliceLength) {
        this.write(toPiece(batch.slice(from, from + sliceLength)));
        await pause();
      }
    }
  }

  /** Returns the headers that depend on the bytes; of their hash, the ETag has 132 bits. Call it once, after the last `write`. */
  headers(): { etag: string; 'content-length': string } {
    return { etag: `"${this.#hash.digest('base64url').slice(0, 22)}"`, 'content-length': String(this.#length) };
  }

  /** Returns the bytes as a stream; each piece is released once it has been read. */
  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = this.#pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
  }
}

/** Returns what turns the rows of one JSON list into its items, however they are divided: a comma stands between any two of them. */
export function jsonItems<Row>(itemOf: (row: Row) => unknown = (row) => row): (rows: readonly Row[]) => string {
  let count = 0;
  return (rows) => rows.map((row) => (count++ > 0 ? ',' : '') + JSON.stringify(itemOf(row))).join('');
}
