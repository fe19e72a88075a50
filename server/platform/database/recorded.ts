import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { serialize } from 'node:v8';
import { type IsAffectedBy, type RecordedRead, requestContext } from '#server/platform/request-context.ts';
import type { ChangedProject } from '#src/schemas/project.ts';

const isInsideRead = new AsyncLocalStorage<true>();

/**
 * Does a read, and records it if the running request records its reads. Its result must contain everything relevant that it read.
 * @param read is stored with the cached response, so it should retain little memory.
 * @param dependsOn returns which changes can change the result, if that can be said. The read is then repeated only after those.
 * Like `read`, the function that it returns is stored.
 */
export async function recorded<Result>(
  read: () => Promise<Result>,
  dependsOn?: (result: Result) => IsAffectedBy | undefined,
): Promise<Result> {
  const reads = requestContext()?.reads;
  if (!reads || isInsideRead.getStore()) return read();
  try {
    const result = await isInsideRead.run(true, read);
    const hash = hashOf(result);
    if (hash === undefined) stopRecording();
    else reads.push({ repeat: read, hash, isAffectedBy: dependsOn?.(result) });
    return result;
  } catch (error) {
    stopRecording();
    throw error;
  }
}

/** Must be called before each statement. One outside `recorded` cannot be repeated, so it stops the recording. */
export function markStatement(): void {
  if (!isInsideRead.getStore()) stopRecording();
}

/** Marks the running request's response as not repeatable: after a change it is rendered again. */
export function stopRecording(): void {
  const context = requestContext();
  if (context) context.reads = undefined;
}

/** Returns the reads whose results these changes may have changed: all of them if the changes are not known. */
export function affectedReads(reads: readonly RecordedRead[], changes: readonly ChangedProject[] | undefined): readonly RecordedRead[] {
  if (!changes) return reads;
  return reads.filter(({ isAffectedBy }) => !isAffectedBy || changes.some(isAffectedBy));
}

/** Checks whether the reads give the same results now. Never throws; a failed read counts as changed. */
export async function readsUnchanged(reads: readonly RecordedRead[]): Promise<boolean> {
  const unchanged = reads.map(async ({ repeat, hash }) => hashOf(await repeat()) === hash);
  return (await Promise.all(unchanged.map((check) => check.catch(() => false)))).every(Boolean);
}

/** Checks whether the reads of two renders gave the same results, in any order. */
export function sameResults(one: readonly RecordedRead[] = [], other: readonly RecordedRead[] = []): boolean {
  const hashes = (reads: readonly RecordedRead[]) =>
    reads
      .map(({ hash }) => hash)
      .toSorted()
      .join();
  return hashes(one) === hashes(other);
}

/** Returns undefined for a value that cannot be serialised, such as a function. */
function hashOf(result: unknown): string | undefined {
  try {
    return hash('sha256', serialize(result), 'base64');
  } catch {
    return undefined;
  }
}
