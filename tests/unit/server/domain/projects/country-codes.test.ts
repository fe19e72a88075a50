import { expect, test } from 'vitest';
import { countryAtEnd, countryCode } from '#server/domain/projects/countries.ts';

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
  ['Congo (the Democratic Republic of the)', 'CD'],
  ["Korea (the Democratic People's Republic of)", 'KP'],
  ['tanzania-united-republic-of', 'TZ'],
  ['cote-d-ivoire', 'CI'],
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
