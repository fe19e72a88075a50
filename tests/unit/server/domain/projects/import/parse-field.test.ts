import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countryAtEnd, countryCode } from '#server/domain/projects/country-codes.ts';
import { parseCount, parseDay, parseDegrees, parsePence, parsePounds } from '#server/domain/projects/import/parse-field.ts';
import { slugOf, uniqueSlug } from '#server/domain/projects/import/slugs.ts';
import { escapeFormulaReversibly } from '#server/platform/csv.ts';
import { formatPounds } from '#src/lib/money.ts';
import { formatCount } from '#src/lib/numbers.ts';

const integers = fc.integer({ min: 0, max: 2_147_483_647 });

describe('money in a file', () => {
  test('is read to the penny, in any notation', () => {
    fc.assert(
      fc.property(integers, fc.constantFrom('', '£', 'GBP ', '£ '), fc.constantFrom('', '0', '000'), (pence, sign, zeros) => {
        const plain = `${Math.trunc(pence / 100)}.${String(pence % 100).padStart(2, '0')}`;
        expect(parsePounds(`${sign}${plain}${zeros}`)).toEqual({ value: pence });
        expect(parsePounds(formatPounds(pence))).toEqual({ value: pence });
        expect(parsePence(formatPounds(pence))).toEqual({ value: pence });
        expect(parsePence(formatCount(pence))).toEqual({ value: pence });
      }),
    );
  });

  test.each([
    ['12.5', 1250],
    ['20.0', 2000],
    ['1,234', 123_400],
    ['1 234.50', 123_450],
    ['12.50 GBP', 1250],
  ])('"%s" is %i pence', (text, value) => expect(parsePounds(text)).toEqual({ value }));

  test.each(['12.345', '-5', '12,50', '1,23', '$12', '€9.50', 'USD 20', '12.5.0', '1e3', 'on request', '21474836.48', '£'])(
    '"%s" is rejected',
    (text) => expect(parsePounds(text)).toEqual({ reason: expect.any(String) }),
  );

  test('is never rounded in a column of pence', () => expect(parsePence('14.50')).toEqual({ reason: expect.stringContaining('pence') }));
});

test('counts are read exactly, with or without separators; a fraction is dropped with a note', () => {
  fc.assert(
    fc.property(integers, fc.constantFrom('', '.0', '.00', ' tCO2e'), (count, end) => {
      expect(parseCount(`${count}${end}`)).toEqual({ value: count });
      expect(parseCount(`${formatCount(count)}${end}`)).toEqual({ value: count });
    }),
  );
  expect(parseCount('72.5')).toEqual({ value: 72, note: expect.any(String) });
  for (const text of ['-1', '2147483648', '1,23', 'many', '1.2.3']) expect(parseCount(text), text).toHaveProperty('reason');
});

test('dates are read only if they are unambiguous', () => {
  for (const text of ['2026-03-31', '2026-03-31T10:00:00Z', '31/03/2026', '03-31-2026', '31.03.2026'])
    expect(parseDay(text), text).toEqual({ value: '2026-03-31' });
  for (const text of ['03/04/2026', '2026-02-30', '31/31/2026', 'March', '0000-01-01'])
    expect(parseDay(text), text).toHaveProperty('reason');
});

test('degrees outside their range are rejected', () => {
  expect(parseDegrees('-57.365', 90)).toEqual({ value: -57.365 });
  for (const text of ['91', '57,3', 'north']) expect(parseDegrees(text, 90), text).toHaveProperty('reason');
});

test.each([
  ['gb', 'GB'],
  ['Viet Nam', 'VN'],
  ['Vietnam', 'VN'],
  ['Lao PDR', 'LA'],
  ["Lao People's Democratic Republic", 'LA'],
  ["Côte d'Ivoire", 'CI'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ['United States', 'US'],
  ['USA', 'US'],
  ['The Gambia', 'GM'],
  ['Congo, The Democratic Republic of the', 'CD'],
  ['Tanzania, United Republic of', 'TZ'],
  ['Korea, Republic of', 'KR'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['Bolivia (Plurinational State of)', 'BO'],
  ["Korea, Democratic People's Republic of", 'KP'],
  ['Turkiye', 'TR'],
  ['Ivory Coast', 'CI'],
  ['DR Congo', 'CD'],
  ['Congo, Republic of', 'CG'],
  ['Congo', 'CG'],
  ['United States of America', 'US'],
  ['Russian Federation', 'RU'],
  ['Moldova, Republic of', 'MD'],
  ['Bahamas, The', 'BS'],
  ['Cabo Verde', 'CV'],
  ['Swaziland', 'SZ'],
  ['Scotland', 'GB'],
  ['Kenya, Uganda', undefined],
  ['Namibia', 'NA'],
  ['Narnia', undefined],
  ['XX', undefined],
  ['EU', undefined],
])('the country "%s" has the code %s', (name, code) => expect(countryCode(name)).toBe(code));

test('the country of a location is its last part, if that is unambiguously a country', () => {
  expect(countryAtEnd('Tampere, Finland')).toBe('FI');
  expect(countryAtEnd('California, USA')).toBe('US');
  expect(countryAtEnd('Atlanta, Georgia')).toBeUndefined();
  expect(countryAtEnd('Oakland, CA')).toBeUndefined();
});

describe('slugs', () => {
  const format = /^[a-z0-9]+(-[a-z0-9]+)*$/;

  test('are valid in an address for any title and id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), fc.option(fc.string({ minLength: 1 })), (title, id) => {
        const slug = slugOf(title, id);
        expect(slug).toMatch(format);
        expect(slug).toMatch(/[a-z]/);
        expect(slug.length).toBeLessThanOrEqual(120);
        expect(slug).not.toBe('compare');
        expect(slugOf(title, id)).toBe(slug);
        const next = uniqueSlug(slug, new Set([slug, `${slug}-2`]));
        expect(next).toMatch(format);
        expect(next.length).toBeLessThanOrEqual(120);
      }),
    );
  });

  test.each([
    ['Cwm Tŷ-coch Hillside', null, 'cwm-ty-coch-hillside'],
    ["Farmer's Oak", 'VCS 1477', 'farmers-oak-vcs-1477'],
    ['شجر', 'VCS-9', 'project-vcs-9'],
    ['1234', null, expect.stringMatching(/^project-[0-9a-f]{8}$/)],
    ['Compare', null, 'compare-project'],
  ])('"%s" with the id %s', (title, id, slug) => expect(slugOf(title, id)).toEqual(slug));
});

test('removing the formula guard restores the text exactly', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^'{0,3}[=+\-@a]?[a-z]{0,3}$/), (text) => {
      expect(escapeFormulaReversibly(text).replace(/^'(?='*[=+\-@\t\r])/, '')).toBe(text);
    }),
  );
});
