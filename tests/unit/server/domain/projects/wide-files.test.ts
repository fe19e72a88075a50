import { expect, it } from 'vitest';
import { parseTable } from '#server/domain/projects/import/read-rows.ts';

it.each([
  ['CSV', `${Array.from({ length: 100_000 }, (_, index) => `a${index}`).join()}\n1,2`],
  ['JSON', JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ [`a${index}`]: 1 })))],
])('rejects a %s file with far too many columns before comparing them', (_kind, text) => {
  expect(() => parseTable(text)).toThrow('The file has more than 1,000 columns.');
});
