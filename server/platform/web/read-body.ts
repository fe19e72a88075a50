/** Bytes that are read and discarded of a body that is refused, so that the client can finish sending and read the answer. */
export const maxDrainedBytes = 64 * 1024 * 1024;

/** The least that a client must send to count as sending: `bytes` in each window of `ms`. A file of 5 MB has to arrive twice as fast. */
export const leastProgress = { bytes: 50_000, ms: 5_000 };

/** Why reading ended: the body did, `take` has had enough, or the time was over. */
export type ReadingEnd = 'complete' | 'enough' | 'late';

/**
 * Passes the pieces of a body to `take` as they arrive, until it ends, `take` returns false or `ms` have passed. What is left stays
 * readable, so that it can be drained. @throws if the client goes away.
 */
export async function readPieces(
  body: ReadableStream<Uint8Array> | null,
  { ms, take }: { ms: number; take: (piece: Uint8Array) => boolean | Promise<boolean> },
): Promise<ReadingEnd> {
  if (!body) return 'complete';
  const reader = body.getReader();
  let isLate = false;
  // Ends the read that is waiting. A race against one promise for the whole time would hold every piece until then.
  const timer = setTimeout(() => {
    isLate = true;
    reader.releaseLock();
  }, ms);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'complete';
      if (!(await take(value))) return 'enough';
    }
  } catch (error) {
    if (isLate) return 'late';
    throw error;
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}
