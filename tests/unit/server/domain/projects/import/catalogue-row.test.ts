import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCount, parsePence, parsePounds, parseShare, parseValue } from '#server/domain/projects/import/catalogue-row.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { picture, text } from '#shared/schemas/field-types.ts';
import { projectFields } from '#shared/schemas/project.ts';
import { has } from '#tests/support/matchers.ts';
import { formatCount } from '#verify/text.ts';

const integers = fc.integer({ min: 0, max: 2_147_483_647 });
const prices = fc.integer({ min: 1, max: 100_000_000 });

it('money in a file is read to the penny, in any notation', () => {
  fc.assert(
    fc.property(prices, fc.constantFrom('', '£', 'GBP ', '£ '), fc.constantFrom('', '0', '000'), (pence, sign, zeros) => {
      const pounds = `${Math.trunc(pence / 100)}.${String(pence % 100).padStart(2, '0')}`;
      expect(parsePounds(`${sign}${pounds}${zeros}`, 'point')).toEqual({ value: pence });
      expect(parsePounds(`${sign}${pounds.replace('.', ',')}${zeros}`, 'comma')).toEqual({ value: pence });
      expect(parsePounds(formatPounds(pence), 'point')).toEqual({ value: pence });
      expect(parsePence(formatPounds(pence), 'point')).toEqual({ value: pence });
      expect(parsePence(formatCount(pence), 'point')).toEqual({ value: pence });
    }),
  );
});

it.each([
  ['1.234,50', 123_450],
  ['1 234.50', 123_450],
  ['£12.50/t', 1250],
  ['12.50 GBP per tCO2e', 1250],
])('money in a file "%s" is %i pence', (money, value) => expect(parsePounds(money)).toEqual({ value }));

const noMoney = ['12.3456', '1,234', '0.00', '-5', '€9.50', 'USD 20', '12.5.0', '1e3', 'on request', '1000000.01', '£', '5 years', '£5 t'];
it.each(noMoney)('money in a file "%s" is rejected', (money) => expect(parsePounds(money)).toEqual({ reason: expect.any(String) }));

it('money in a file is never rounded in a column of pence, and is pounds there only where it says so', () => {
  expect(parsePence('14.50')).toEqual({ reason: has('pence') });
  expect([parsePence('12 GBP/t'), parsePence('12/t')]).toEqual([{ value: 1200 }, { value: 12 }]);
});

it('counts are read exactly, with or without separators; a fraction is dropped with a note', () => {
  const tonnes = [' tCO2e', 't', ' t CO₂', ' tCO₂-eq', ' tonne', ' tonnes', ' tonnes CO2e'];
  fc.assert(
    fc.property(integers, fc.constantFrom('', '.0', '.00', ...tonnes, ' credit', ' credits', ' unit', ' years'), (count, end) => {
      expect(parseCount(`${count}${end}`)).toEqual({ value: count });
      expect(parseCount(`${formatCount(count)}${end}`, 'point')).toEqual({ value: count });
      expect(parseCount(formatCount(count).replaceAll(',', '.'), 'comma')).toEqual({ value: count });
    }),
  );
  expect(parseCount('(5)')).toEqual({ reason: 'is negative' });
  expect(parseCount('72.5')).toEqual({ value: 72, note: expect.any(String) });
  for (const count of ['-1', '2147483648', '1,234', '1.234', 'many', '1.2.3', '£12', '5 GBP'])
    expect(parseCount(count), count).toHaveProperty('reason');
});

it('shares and degrees are never grouped: a comma is a decimal comma', () => {
  expect(parseShare('0,125')).toEqual({ value: 0.125 });
  expect(parseShare('12,5 %')).toEqual({ value: 0.125 });
  expect([parseShare('12.3%'), parseShare('100%')]).toEqual([{ value: 0.123 }, { value: 1 }]);
  expect(parseShare('100.1%')).toEqual({ reason: has('more than the whole') });
  for (const [degrees, value] of Object.entries({ '51,123': 51.123, '−1.5°': -1.5, '90': 90 }))
    expect(parseValue(projectFields.latitude.type, degrees)).toEqual({ value });
  expect(parseValue(projectFields.latitude.type, '-90.1')).toEqual({ reason: 'is not between -90 and 90' });
});

it.each([
  ['Elan\u202e Valley', 'U+202E'],
  ['Caf\ufffd', 'U+FFFD'],
  ['Oak\u200b \ue000', 'U+E000'],
  ['\u200b\u00ad', 'U+200B'],
])('a text with a character that cannot be read is refused as a title, by the code point: %j', (title, codePoint) =>
  expect(parseValue(text(300, { isName: true }), title)).toEqual({ reason: has(codePoint) }),
);

it('a text loses what cannot be seen in it, and if it is no title what cannot be read, with a note', () => {
  expect(parseValue(text(300, { isName: true }), 'Oak\u2060 wood')).toEqual({ value: 'Oak wood', note: has('U+2060') });
  expect(parseValue(text(100), 'For\u00adest')).toEqual({ value: 'Forest', note: has('U+00AD') });
  expect(parseValue(text(100, { hasParagraphs: true }), 'One\u200b\nTwo')).toEqual({ value: 'One\nTwo', note: expect.any(String) });
  expect(parseValue(text(100, { hasParagraphs: true }), 'One\nTwo')).toEqual({ value: 'One\nTwo' });
});

it('a text is measured in characters, by its type as by the import', () => {
  const type = text(2);
  expect([parseValue(type, '🌲🌲'), type.schema.safeParse('🌲🌲').success]).toEqual([{ value: '🌲🌲' }, true]);
  expect([parseValue(type, '🌲🌲🌲'), type.schema.safeParse('🌲🌲🌲').success]).toEqual([{ reason: has('longer') }, false]);
});

it('a text that was read in another encoding says so, and is refused as a title', () => {
  expect(parseValue(text(100), 'S\ufffdo Paulo')).toEqual({ value: 'So Paulo', note: has('save the text as UTF-8') });
  const note = has('has "Ã¡"');
  expect(parseValue(text(300, { isName: true }), 'Programa de BiogÃ¡s')).toEqual({ reason: note });
  expect(parseValue(text(100), 'BiogÃ¡s')).toEqual({ value: 'BiogÃ¡s', note });
});

it('a list in a cell is checked entry by entry, and an empty one is none', () => {
  const { type } = projectFields.documents;
  const written = '[{ "title": "A", "address": "https://a.example" }, { "title": "B", "address": "nowhere" }]';
  expect(parseValue(type, written)).toEqual({ reason: has('is not a valid list: entry 2, address: ') });
  expect(parseValue(type, '[]')).toEqual({ value: null });
  expect(parseValue(type, 'Report: https://a.example')).toEqual({ reason: has('is not a web address, and not JSON') });
  const inYear = (year: string) => parseValue(type, `[{ "title": "A", "address": "https://a.example", "date": "${year}-02-29" }]`);
  expect([inYear('0000'), inYear('2024')]).toMatchObject([{ reason: has('date: is not a valid date') }, { value: [{ title: 'A' }] }]);
});

it.each(['/\\evil.example', '//evil.example', '/a\\b', 'https://\\evil.example'])(
  'the picture %j is refused: two slashes or a backslash can name another host',
  (address) => expect(parseValue(picture(), address)).toHaveProperty('reason'),
);
