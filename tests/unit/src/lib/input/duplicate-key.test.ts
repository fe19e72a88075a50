import { describe, expect, it } from 'vitest';
import { duplicateKey } from '#verify/file.ts';

describe('a duplicate key', () => {
  it('is found in the outermost object, even when written with escapes', () => {
    expect(duplicateKey('{"a":1,"b":{"a":2},"\\u0061":3}')).toBe('a');
  });
  it.each([
    ['{"projects":[{"project":"oak","quantity":1},{"project":"elm","quantity":1,"quantity":5}]}', 'projects.1.quantity'],
    ['{"serials":[[1,2],{"a":{"first":1,"last":2,"first":3}}]}', 'serials.1.a.first'],
    ['[{"a":1,"a":1}]', '0.a'],
  ])('is found below it, and named by the way to it: %s', (json, key) => {
    expect(duplicateKey(json)).toBe(key);
  });
  it('is not one in two objects, in a string or as a value', () => {
    expect(duplicateKey('{"a":"\\"a\\":","b":[{"c":1},{"c":2}],"d":{"a":"a"},"e":["a","a"]}')).toBeUndefined();
  });
});
