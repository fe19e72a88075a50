import { setTimeout as sleep } from 'node:timers/promises';

/** The chunks of a stream that arrived in time, and the rest of the stream if it had not ended. */
export type ReadSoFar = { chunks: Uint8Array[]; rest: AsyncIterator<Uint8Array> | undefined };

/** Reads a stream for at most `ms`. @throws the stream's error. */
export async function readWithin(stream: AsyncIterable<Uint8Array>, ms: number): Promise<ReadSoFar> {
  const source = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  const stopTimer = new AbortController();
  const tooLate = sleep(ms, 'too late' as const, { signal: stopTimer.signal }).catch(() => 'too late' as const);
  try {
    for (;;) {
      const next = source.next();
      const part = await Promise.race([next, tooLate]);
      if (part === 'too late') return { chunks, rest: startingWith(next, source) };
      if (part.done) return { chunks, rest: undefined };
      chunks.push(part.value);
    }
  } finally {
    stopTimer.abort();
  }
}

/** Continues `source`, whose next part has already been requested. */
function startingWith<T>(requested: Promise<IteratorResult<T>>, source: AsyncIterator<T>): AsyncIterator<T> {
  let first: Promise<IteratorResult<T>> | undefined = requested;
  return {
    next: () => {
      const part = first ?? source.next();
      first = undefined;
      return part;
    },
  };
}
