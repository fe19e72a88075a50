import { createHash } from 'node:crypto';

/**
 * A long body, written piece by piece and held once, as bytes: rows of the database become bytes batch by batch and are
 * let go of, its connection is free before a slow reader begins, and the ETag is that of exactly these bytes.
 */
export class Spool {
  #chunks: Uint8Array[] = [];
  #hash = createHash('sha256');
  #length = 0;

  write(text: string): void {
    const bytes = Buffer.from(text);
    this.#chunks.push(bytes);
    this.#hash.update(bytes);
    this.#length += bytes.byteLength;
  }

  /** The headers that follow from the bytes. Call it once, after the last `write`. */
  headers(): { etag: string; 'content-length': string } {
    return { etag: `"${this.#hash.digest('base64url').slice(0, 22)}"`, 'content-length': String(this.#length) };
  }

  /** The bytes; each piece is let go of when it is read. */
  stream(): ReadableStream<Uint8Array> {
    const chunks = this.#chunks;
    return new ReadableStream({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: () => {
        chunks.length = 0;
      },
    });
  }
}
