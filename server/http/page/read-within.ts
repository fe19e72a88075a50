import { performance } from 'node:perf_hooks';

/** The share of the time for which a busy event loop was running something. */
const busyUtilization = 0.5;

/** The chunks of a stream that arrived in time, and the rest of the stream if it had not ended. */
export type ReadSoFar = { chunks: Uint8Array[]; rest: AsyncIterator<Uint8Array> | undefined };

/**
 * Reads a stream for at most `ms`, and for `busyMs` more if the event loop was busy for most of that time: then the stream waits
 * for the processor rather than for its data. @throws the stream's error.
 */
export async function readWithin(stream: AsyncIterable<Uint8Array>, ms: number, busyMs = 0): Promise<ReadSoFar> {
  const source = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  const before = performance.eventLoopUtilization();
  const { promise: tooLate, resolve } = Promise.withResolvers<'too late'>();
  const stopWaiting = () => resolve('too late');
  let timer = setTimeout(() => {
    const wasBusy = performance.eventLoopUtilization(before).utilization > busyUtilization;
    if (wasBusy) timer = setTimeout(stopWaiting, busyMs);
    else stopWaiting();
  }, ms);
  try {
    for (;;) {
      const next = source.next();
      const part = await Promise.race([next, tooLate]);
      if (part === 'too late') return { chunks, rest: startingWith(next, source) };
      if (part.done) return { chunks, rest: undefined };
      chunks.push(part.value);
    }
  } finally {
    clearTimeout(timer);
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
