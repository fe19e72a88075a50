import { expect, it } from 'vitest';
import { parseTonnes } from '#shared/schemas/typed.ts';

it.each(['1200', ' 1,200 ', '1 200', '1,000,000'])('tonnes are parsed from %j', (text) => {
  expect(parseTonnes(text)).toBe(Number(text.replaceAll(/[ ,]/g, '')));
});

it.each(['60 000 t', '60k', '60,000 tonnes', '60000tCO2e'])('tonnes are parsed from %j, with k and unit', (text) => {
  expect(parseTonnes(text)).toBe(60_000);
});

const noTonnes = [
  ...['1.200', '1.2k', '5 years', '12,5', '1,20', '1,2345', '1,234 567', ',5', '0', '', '-3', '1.5', '1e3', '٣'],
  '9'.repeat(40),
];
it.each(noTonnes)('tonnes are not %j', (text) => {
  expect(parseTonnes(text)).toBeNull();
});
