import { setTimeout as sleep } from 'node:timers/promises';

/** What could be read of a stream in time, and the rest of it, if there is one. */
export type ReadSoFar = { chunks: Uint8Array[]; rest: AsyncIterator<Uint8Array> | undefined };

/** Reads a stream to its end, or for `ms`: then what has come, and what goes on where that ended. @throws as the stream does. */
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

/** The rest of `source`, whose next part has been asked for already. */
function startingWith<T>(asked: Promise<IteratorResult<T>>, source: AsyncIterator<T>): AsyncIterator<T> {
  let first: Promise<IteratorResult<T>> | undefined = asked;
  return {
    next: () => {
      const part = first ?? source.next();
      first = undefined;
      return part;
    },
  };
}
