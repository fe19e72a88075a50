type Chunk = Uint8Array<ArrayBuffer>;

/** How far (bytes) the source may be read ahead of the quickest reader. */
const readAhead = 1_048_576;

/**
 * A body that several readers get, each from its beginning, while it is still being made. It is made once. Readers that
 * are slow hold up nobody: the quickest one sets the pace.
 */
export class SharedStream {
  /** Ends with the whole body; with undefined when it failed, or is larger than `limit` bytes. */
  readonly whole: Promise<Buffer<ArrayBuffer> | undefined>;
  private readonly chunks: Chunk[] = [];
  private readonly readers = new Set<{ sent: number }>();
  private bytes = 0;
  private state: 'open' | 'ended' | { error: unknown } = 'open';
  private changed = Promise.withResolvers<void>();
  private readonly limit: number;

  /** @param before runs before each chunk is handed on. */
  constructor(start: Chunk[], source: AsyncIterator<Chunk>, { limit, before }: { limit: number; before: () => Promise<unknown> }) {
    this.limit = limit;
    for (const chunk of start) this.add(chunk);
    this.whole = this.pump(source, before);
  }

  /** Whether a new reader can still have all of it. */
  get isJoinable(): boolean {
    return this.bytes <= this.limit && this.state === 'open';
  }

  /** A reader of its own. Once the last one is gone, a body that is too large to keep is no longer made. */
  open(): ReadableStream<Chunk> {
    const reader = { sent: 0 };
    let index = 0;
    this.readers.add(reader);
    return new ReadableStream<Chunk>({
      pull: async (controller) => {
        while (index >= this.chunks.length && this.state === 'open') await this.changed.promise;
        const chunk = this.chunks[index];
        if (chunk) {
          index += 1;
          reader.sent += chunk.byteLength;
          controller.enqueue(chunk);
          this.wake();
          return;
        }
        this.readers.delete(reader);
        if (typeof this.state === 'object') controller.error(this.state.error);
        else controller.close();
      },
      cancel: () => {
        this.readers.delete(reader);
        this.wake();
      },
    });
  }

  private async pump(source: AsyncIterator<Chunk>, before: () => Promise<unknown>): Promise<Buffer<ArrayBuffer> | undefined> {
    try {
      for (;;) {
        const { value, done } = await source.next();
        if (done) break;
        await before();
        this.add(value);
        while (this.mustWait()) await this.changed.promise;
        if (this.bytes > this.limit && this.readers.size === 0) {
          await source.return?.();
          break;
        }
      }
      this.state = 'ended';
    } catch (error) {
      this.state = { error };
    }
    this.wake();
    return this.state === 'ended' && this.bytes <= this.limit ? Buffer.concat(this.chunks) : undefined;
  }

  private mustWait(): boolean {
    if (this.readers.size === 0) return false;
    return this.bytes - Math.max(...[...this.readers].map(({ sent }) => sent)) > readAhead;
  }

  private add(chunk: Chunk): void {
    this.chunks.push(chunk);
    this.bytes += chunk.byteLength;
    this.wake();
  }

  private wake(): void {
    this.changed.resolve();
    this.changed = Promise.withResolvers<void>();
  }
}
