import { expect, it } from 'vitest';
import { countryAtEnd, countryCode, placesOf } from '#server/domain/projects/countries.ts';

/** What registries call a country, and its code. */
const names = [
  ...['gb: GB', 'Lao PDR: LA', "Côte d'Ivoire: CI", 'cote-d-ivoire: CI', 'Turkiye: TR', 'Congo: CG', 'Bahamas, The: BS'],
  ...['Tanzania, United Republic of: TZ', "Korea (the Democratic People's Republic of): KP", 'Korea, Republic of: KR'],
  ...['Swaziland: SZ', 'Scotland: GB', 'United Kingdom of Great Britain and Northern Ireland: GB'],
  ...['Bolivia Plurinational State of: BO', 'Congo (DRC): CD', 'Congo, Dem. Rep.: CD', 'Korea (DPR): KP', 'Egypt, Arab Rep.: EG'],
  ...['Venezuela (Bolivarian Republic of): VE', 'Federative Republic of Brazil: BR', 'Viet Nam: VN'],
  ...['Kyrgyz Rep.: KG', 'Rep. of Moldova: MD', 'Kenya, Uganda: none', 'XX: none'],
];

it.each(names)('the country of %s', (row) => {
  const [, name = '', code] = /^(.*): (\w+)$/.exec(row) ?? [];
  expect(countryCode(name) ?? 'none').toBe(code);
});

it('the country of a location is its last part, if that is unambiguously a country', () => {
  expect([countryAtEnd('Tampere, Finland'), countryAtEnd('Dubai, U.A.E.')]).toEqual(['FI', 'AE']);
  for (const name of ['USA', 'U.S.A', 'U.S.']) expect(countryAtEnd(`California, ${name}`)).toBe('US');
  expect(countryAtEnd('Atlanta, Georgia')).toBeUndefined();
  for (const state of ['CA', 'C.A.', 'N.S.W.']) expect(countryAtEnd(`Oakland, ${state}`)).toBeUndefined();
});

it('a project without coordinates is placed in the middle of its country, and one without either nowhere', () => {
  const nowhere = { slug: 'oak', country: null, latitude: null, longitude: null };
  const places = placesOf([nowhere, { ...nowhere, country: 'KE' }, { ...nowhere, country: 'KE', latitude: 1, longitude: 0 }]);
  expect(places).toMatchObject([
    { id: 'oak', latitude: 0.5, longitude: 37.5, isCentre: true },
    { id: 'oak', latitude: 1, longitude: 0, isCentre: false },
  ]);
  // Of a country with islands far away, or on both sides of the 180th meridian, not the middle of them all.
  const far = placesOf(['FR', 'NZ', 'US'].map((country) => ({ ...nowhere, country })));
  expect(far.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).toEqual(['47 2', '-43 172', '39 -98']);
});
