import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { requestContext } from '#server/platform/request-context.ts';

/** A read that an answer was made from: it can be done again, to see whether the answer would be the same. */
export type RecordedRead = { again: () => Promise<unknown>; hash: string };

/** Does a read for the running request, and notes it where that asks for it. Everything that was read is in its result. */
export async function recorded<Result>(read: () => Promise<Result>): Promise<Result> {
  const reads = requestContext()?.reads;
  if (!reads) return read();
  try {
    const result = await read();
    const hash = hashOf(result);
    if (hash === undefined) recordNothing();
    else reads.push({ again: read, hash });
    return result;
  } catch (error) {
    recordNothing();
    throw error;
  }
}

/** From now on nobody can say of the running request's answer what it was made from: it writes, or reads without an end. */
export function recordNothing(): void {
  const context = requestContext();
  if (context) context.reads = undefined;
}

/** Whether reads done now give what they gave. Never throws: what fails gives something else. */
export async function readTheSame(reads: readonly RecordedRead[]): Promise<boolean> {
  const same = await Promise.all(
    reads.map(({ again, hash }) =>
      again()
        .then((result) => hashOf(result) === hash)
        .catch(() => false),
    ),
  );
  return same.every(Boolean);
}

/** Undefined for what is no data, such as a function. */
function hashOf(result: unknown): string | undefined {
  try {
    return createHash('sha256').update(serialize(result)).digest('base64');
  } catch {
    return undefined;
  }
}
