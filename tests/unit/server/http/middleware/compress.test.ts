import { expect, it } from 'vitest';
import { acceptedEncoding } from '#server/platform/web/encodings.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip ; q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
  // Nobody's browser says so much, and nobody has to read it.
  [`br,${' '.repeat(31_000)}`, undefined],
])('of %j the better encoding is %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
