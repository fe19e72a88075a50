import { expect, it } from 'vitest';
import { parseTable } from '#server/domain/projects/import/read-rows.ts';
import { growth, linear } from '#tests/support/growth.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);

it.each([
  ['CSV', 6_250, (columns: number) => `${names(columns).join()}\n1,2`],
  ['JSON', 1_250, (columns: number) => JSON.stringify(names(columns).map((name) => ({ [name]: 1 })))],
])('rejects a %s file with far too many columns before comparing them', (_kind, count, textOf) => {
  const rejectFile = (columns: number) => {
    const text = textOf(columns);
    return () => expect(() => parseTable(text)).toThrow('The file has more than 1,000 columns.');
  };
  expect(growth(rejectFile, count)).toBeLessThan(linear);
});
