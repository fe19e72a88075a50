import { describe, expect, it } from 'vitest';
import { duplicateKey } from '#server/platform/web/duplicate-key.ts';

describe('a duplicate key', () => {
  it('is found in the outermost object, even when written with escapes', () => {
    expect(duplicateKey('{"a":1,"b":{"a":2},"\\u0061":3}')).toBe('a');
  });
  it('is not looked for in strings, arrays or nested objects', () => {
    expect(duplicateKey('{"a":"\\"a\\":","b":[{"c":1},{"c":2}]}')).toBeUndefined();
  });
});
