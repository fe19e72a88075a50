/** Something took longer than its time limit. */
export class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Returns the result of `work`. @throws TimeoutError, which says that `who` did not answer, after `ms`; or whatever `work` throws. */
export async function withTimeout<Result>(ms: number, work: PromiseLike<Result>, who: string): Promise<Result> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeoutError(`${who} did not answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
