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
  // Far longer than any browser sends, so not parsed.
])('from %j chooses %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
