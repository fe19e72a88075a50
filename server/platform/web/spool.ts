import { createHash } from 'node:crypto';

/**
 * A buffer for a long response body, written piece by piece and held once, as bytes. Database rows can be converted and released
 * batch by batch, the connection is free before a slow client starts to read, and the ETag covers exactly these bytes.
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

  /** Returns the headers that depend on the bytes. Call it once, after the last `write`. */
  headers(): { etag: string; 'content-length': string } {
    return { etag: `"${this.#hash.digest('base64url').slice(0, 22)}"`, 'content-length': String(this.#length) };
  }

  /** Returns the bytes as a stream; each piece is released once it has been read. */
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
