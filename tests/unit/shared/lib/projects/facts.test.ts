import { expect, it } from 'vitest';
import { adjustmentOf, citedMethodology, countryName, isSoldWith, permanenceOf } from '#shared/lib/projects/facts.ts';
import type { ProjectLabel } from '#shared/schemas/project.ts';

const labelled = (vintageStart: number | null, vintageEnd: number | null, label: ProjectLabel['label'] = 'CCP-labelled'): ProjectLabel => ({
  ...{ label, vintageStart, vintageEnd, source: 'Register', asOf: '2026-03-31' },
});

it.each([
  ['of any vintage is one', labelled(null, null), null, null, true],
  ['of a vintage that they have is one', labelled(2021, 2023), 2019, 2021, true],
  ['of other vintages is none', labelled(2021, 2023), 2024, 2025, false],
  ['of certain vintages may be one where theirs is not stated', labelled(2021, 2023), null, null, null],
])('of the units sold a label %s', (_what, stated, vintageStart, vintageEnd, expected) => {
  expect(isSoldWith(stated, { vintageStart, vintageEnd })).toBe(expected);
});

it.each([
  ['nothing', null, null],
  ['one label without vintages', [labelled(null, null, 'Corresponding adjustment not required')], 'Not Required'],
  ['their vintages', [labelled(2021, 2022, 'Corresponding adjustment committed')], 'Committed'],
  ['one of their two vintages', [labelled(2021, 2021, 'Corresponding adjustment applied')], null],
  ['each of their vintages', [2021, 2022].map((year) => labelled(year, year, 'Corresponding adjustment applied')), 'Applied'],
])('the corresponding adjustment of units is what is stated of all their vintages: of %s', (_what, labels, expected) => {
  expect(adjustmentOf(labels, [{ vintageStart: '2021-01-01', vintageEnd: '2022-12-31' }])).toBe(expected);
  expect(adjustmentOf(labels, [])).toBeNull();
});

it.each([
  [{ category: 'Solar Energy' }, 'nothing stored'],
  [{ projectType: 'wind' }, 'nothing stored'],
  [{ category: 'Window boxes' }, 'not stated'],
  [{ category: 'Biochar of wind-thrown trees', unitType: 'Removal - technical' }, 'not stated'],
] as const)('the permanence of %j is %s', (project, permanence) => {
  expect(permanenceOf({ permanenceYears: null, category: 'Other', projectType: null, unitType: null, ...project })).toBe(permanence);
});

it.each(['constructor', 'gb', 'XX', 'ZZ', 'EU', 'EZ', 'QO', 'UN'])('what is no code of a country is its own name: %s', (code) => {
  expect(countryName(code)).toBe(code);
});

it.each([
  ['VM0047', '1.0', 'VM0047, version 1.0'],
  ['Biochar Methodology', 'Edition 2022', 'Biochar Methodology, Edition 2022'],
  ['Biochar Methodology', '2022 edition', 'Biochar Methodology, 2022 edition'],
  [null, '1.0', undefined],
])('the methodology %s in its version %s is cited as %s', (methodology, version, cited) => {
  expect(citedMethodology(methodology, version)).toBe(cited);
});
