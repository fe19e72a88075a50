import { z } from 'zod';

const cursorParts = z.tuple([z.literal('changes'), z.int().nonnegative()]);

/** Returns the cursor of `/api/v1/changes` after a change, by its number. */
export function writeSeq(seq: number): string {
  return Buffer.from(JSON.stringify(['changes', seq])).toString('base64url');
}

/** Returns the number of the change that a cursor is after; undefined if it is none. */
export function readSeq(text: string): number | undefined {
  try {
    return cursorParts.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))[1];
  } catch {
    return undefined;
  }
}
