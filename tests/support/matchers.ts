import { expect } from 'vitest';

/** Matches a text with this in it. */
export const has = (part: string) => expect.stringContaining(part);
/** Matches a text that fits this pattern. */
export const like = (pattern: RegExp) => expect.stringMatching(pattern);
