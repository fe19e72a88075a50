// Generates server/domain/projects/country-boxes.json, each country's bounding box in degrees, from Natural Earth's outlines
// (public domain; package world-atlas). Run by hand with `node scripts/make-country-boxes.ts`; the result is committed.
import { readFileSync, writeFileSync } from 'node:fs';
import { geoBounds } from 'd3-geo';
import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { feature } from 'topojson-client';

type Country = Parameters<typeof geoBounds>[0] & { id?: string; properties: { name: string } };
type Atlas = Parameters<typeof feature>[0];
const atlas = JSON.parse(readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8')) as Atlas;
const countries = feature(atlas, atlas.objects.countries as Parameters<typeof feature>[1]) as unknown as { features: Country[] };
const boxes = countries.features.flatMap((country) => {
  const { name } = country.properties;
  // Kosovo has no number, and a reef that of Australia. The others without a code are no countries of ISO 3166.
  const [code] = name === 'Kosovo' ? ['XK'] : (isoCodes.find(([, , number]) => number === country.id) ?? []);
  if (!code || name === 'Ashmore and Cartier Is.') return [];
  const [[west, south], [east, north]] = geoBounds(country);
  return [[code, [Math.floor(west), Math.floor(south), Math.ceil(east), Math.ceil(north)]] as const];
});
const lines = boxes.toSorted(([a], [b]) => a.localeCompare(b, 'en-GB')).map(([code, box]) => `  "${code}": [${box.join(', ')}]`);
writeFileSync('server/domain/projects/country-boxes.json', `{\n${lines.join(',\n')}\n}\n`);
