import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { requestContext } from '#server/platform/request-context.ts';

/** A read that an answer was made from: it can be done again, to see whether the answer would be the same. */
export type RecordedRead = { again: () => Promise<unknown>; hash: string };

const running = new AsyncLocalStorage<true>();

/**
 * Does a read for the running request, and notes it where that asks for it. Everything that matters of it is in its result.
 * @param read is kept with the answer: it should hold on to little.
 */
export async function recorded<Result>(read: () => Promise<Result>): Promise<Result> {
  const reads = requestContext()?.reads;
  if (!reads || running.getStore()) return read();
  try {
    const result = await running.run(true, read);
    const hash = hashOf(result);
    if (hash === undefined) stopRecording();
    else reads.push({ again: read, hash });
    return result;
  } catch (error) {
    stopRecording();
    throw error;
  }
}

/** Notes that a statement is sent: of one outside of `recorded` nobody knows later what it gave. */
export function noteStatement(): void {
  if (!running.getStore()) stopRecording();
}

/** The running request's answer can only be made anew after a change: one of its reads cannot be repeated. */
export function stopRecording(): void {
  const context = requestContext();
  if (context) context.reads = undefined;
}

/** Whether reads done now give what they gave. Never throws: what fails gives something else. */
export async function readTheSame(reads: readonly RecordedRead[]): Promise<boolean> {
  const same = reads.map(async ({ again, hash }) => hashOf(await again()) === hash);
  return (await Promise.all(same.map((one) => one.catch(() => false)))).every(Boolean);
}

/** Whether two answers were made from the same. */
export function gaveTheSame(one: readonly RecordedRead[] = [], other: readonly RecordedRead[] = []): boolean {
  const hashes = (reads: readonly RecordedRead[]) =>
    reads
      .map(({ hash }) => hash)
      .toSorted()
      .join();
  return hashes(one) === hashes(other);
}

/** Undefined for what is no data, such as a function. */
function hashOf(result: unknown): string | undefined {
  try {
    return createHash('sha256').update(serialize(result)).digest('base64');
  } catch {
    return undefined;
  }
}
