// Generates server/domain/projects/country-boxes.json, each country's bounding box in degrees, from Natural Earth's outlines
// (public domain; package world-atlas). Run by hand with `node scripts/make-country-boxes.ts`; the result is committed.
import { readFileSync, writeFileSync } from 'node:fs';
import { geoBounds } from 'd3-geo';
import { feature } from 'topojson-client';
import { countryCode } from '#server/domain/projects/countries.ts';

/** Natural Earth's abbreviations, which no list of country names has. */
const shortNames: Record<string, string> = {
  'Antigua and Barb.': 'AG',
  'Bosnia and Herz.': 'BA',
  'Br. Indian Ocean Ter.': 'IO',
  'British Virgin Is.': 'VG',
  'Cayman Is.': 'KY',
  'Central African Rep.': 'CF',
  'Cook Is.': 'CK',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  'Faeroe Is.': 'FO',
  'Falkland Is.': 'FK',
  'Fr. Polynesia': 'PF',
  'Heard I. and McDonald Is.': 'HM',
  'Marshall Is.': 'MH',
  'N. Mariana Is.': 'MP',
  'Pitcairn Is.': 'PN',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'St. Kitts and Nevis': 'KN',
  'St. Pierre and Miquelon': 'PM',
  'St. Vin. and Gren.': 'VC',
  'Turks and Caicos Is.': 'TC',
  'U.S. Virgin Is.': 'VI',
  'W. Sahara': 'EH',
  'Wallis and Futuna Is.': 'WF',
  'São Tomé and Principe': 'ST',
  eSwatini: 'SZ',
  Åland: 'AX',
};

type Country = Parameters<typeof geoBounds>[0] & { properties: { name: string } };
type Atlas = Parameters<typeof feature>[0];
const atlas = JSON.parse(readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8')) as Atlas;
const countries = feature(atlas, atlas.objects.countries as Parameters<typeof feature>[1]) as unknown as { features: Country[] };
const boxes = countries.features.flatMap((country) => {
  const code = shortNames[country.properties.name] ?? countryCode(country.properties.name);
  if (!code) console.error(`No code: ${country.properties.name}`);
  const [[west, south], [east, north]] = geoBounds(country);
  return code ? [[code, [Math.floor(west), Math.floor(south), Math.ceil(east), Math.ceil(north)]] as const] : [];
});
const lines = boxes.toSorted(([a], [b]) => a.localeCompare(b, 'en-GB')).map(([code, box]) => `  "${code}": [${box.join(', ')}]`);
writeFileSync('server/domain/projects/country-boxes.json', `{\n${lines.join(',\n')}\n}\n`);
