import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compare } from '#shared/content/projects/compare.ts';
import { comparisonOf } from '#shared/lib/projects/comparison.ts';
import { adjustmentOf, citedMethodology, isSoldWith, permanenceOf } from '#shared/lib/projects/facts.ts';
import { defaultImage, landscapeAlt, sceneAlt } from '#shared/lib/projects/landscapes.ts';
import { readCompared } from '#shared/lib/shortlist.ts';
import type { Project, ProjectLabel } from '#shared/schemas/project.ts';

const label = (vintageStart: number | null, vintageEnd: number | null, name = 'CCP-labelled'): ProjectLabel => ({
  ...{ label: name as ProjectLabel['label'], vintageStart, vintageEnd },
  ...{ source: 'Register', asOf: '2026-03-31' },
});

it.each([
  [label(null, null), null, null, true],
  [label(2021, 2023), 2019, 2021, true],
  [label(2021, 2023), 2024, 2025, false],
  [label(2021, 2023), null, null, null],
])('a label of certain vintages is one of the units sold if they have one of these (%#)', (stated, vintageStart, vintageEnd, expected) => {
  expect(isSoldWith(stated, { vintageStart, vintageEnd })).toBe(expected);
});

it.each([
  [null, null],
  [[label(null, null, 'Corresponding adjustment not required')], 'Not Required'],
  [[label(2021, 2022, 'Corresponding adjustment committed')], 'Committed'],
  [[label(2020, 2023, 'Corresponding adjustment applied')], 'Applied'],
  [[label(2021, 2021, 'Corresponding adjustment applied')], null],
])('the corresponding adjustment of units is what is stated of all their vintages (%#)', (labels, expected) => {
  expect(adjustmentOf(labels, [{ vintageStart: '2021-01-01', vintageEnd: '2022-12-31' }])).toBe(expected);
});

it.each([
  [{ permanenceYears: 100, category: 'Methane Avoidance', projectType: null }, 100],
  [{ permanenceYears: null, category: 'Solar Energy', projectType: null }, 'nothing stored'],
  [{ permanenceYears: null, category: 'Other', projectType: 'wind' }, 'nothing stored'],
  [{ permanenceYears: null, category: 'Window boxes', projectType: null }, 'not stated'],
] as const)('the permanence of %j is %s', (project, permanence) => {
  expect(permanenceOf(project)).toBe(permanence);
});

it.each([
  ['VM0047', '1.0', 'VM0047, version 1.0'],
  ['Biochar Methodology', 'Edition 2022', 'Biochar Methodology, Edition 2022'],
  [null, '1.0', undefined],
])('the methodology %s in its version %s is cited as %s', (methodology, version, cited) => {
  expect(citedMethodology(methodology, version)).toBe(cited);
});

const shown = (imageUrl: string) => ({ title: 'Kent orchards', location: 'Kent', imageUrl });

it('every landscape on file has a description of its own', () => {
  const files = readdirSync('public/pictures/landscapes');
  const texts = new Map(files.map((file) => [file.replace(/-\d\.svg$/, ''), sceneAlt(shown(`/pictures/landscapes/${file}`))]));
  expect([...texts].filter(([, text]) => !text.startsWith('Drawn landscape: '))).toEqual([]);
  expect(new Set(texts.values()).size).toBe(texts.size);
});

it('the alternative text describes the picture that the address names, not what the project might be', () => {
  expect(landscapeAlt(shown('/pictures/landscapes/wind-2.svg'))).toBe(
    'Drawn landscape: slim turbines along a ridge, under lines of wind, for Kent orchards',
  );
  expect(sceneAlt(shown(defaultImage))).toBe('Drawn landscape: contour lines alone');
});

it('a picture from elsewhere is not called a drawing', () => {
  const elsewhere = shown('https://pictures.example/kent.jpg');
  expect(sceneAlt(elsewhere)).toBe('');
  expect(landscapeAlt({ ...elsewhere, location: 'Ashford' })).toBe('Picture for Kent orchards, Ashford');
});

const decided = { unitsStatus: 'issued', serials: 'A-1 to A-9', figuresSource: 'Register', permanenceYears: 100 } as const;
it.each<[more: Partial<Project>, open: string[]]>([
  [{}, []],
  [{ unitsStatus: 'expected' }, ['unitsStatus']],
  [{ unitsStatus: null }, ['unitsStatus']],
  [{ serials: null }, ['serials']],
  [{ serials: null, isOnRecord: true }, []],
  [{ figuresSource: null, figuresAsOf: '2026-03-31' }, ['figuresSource']],
  [{ permanenceYears: null }, ['permanenceYears']],
])('a comparison marks what is not stated or only to come, whatever else its words say: %o', (more, open) => {
  const { facts } = comparisonOf(readCompared(new URLSearchParams()), [], compare);
  const project = { ...decided, isOnRecord: false, figuresAsOf: null, ...more } as Project;
  const names = Object.assign({}, ...Object.values(compare.facts)) as Record<string, string>;
  expect(Object.keys(decided).filter((fact) => facts.find(({ name }) => name === names[fact])?.isOpen?.(project))).toEqual(open);
});
