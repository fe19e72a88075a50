import { expect, test } from 'vitest';
import catalogue from '#db/sample-catalogue.json' with { type: 'json' };
import {
  defaultImage,
  kindShown,
  landscapeAlt,
  landscapeKindFor,
  landscapeKinds,
  pictureOf,
  sceneAlt,
} from '#src/lib/projects/landscape-kinds.ts';

const title = 'Project 12';
const shown = (imageUrl: string) => ({ title: 'Kent orchards', slug: 'kent', category: 'Biochar', location: 'Kent', imageUrl });

test.each([
  ['Reforestation', 'UK tree planting', 'woodland'],
  ['Renewable Energy', 'Onshore wind', 'wind'],
  // It may be a dam or burn wood, so turbines would be misleading.
  ['Renewable Energy', null, 'default'],
  ['Renewable Energy', 'Biomass power', 'default'],
  ['Renewable Energy', 'Rooftop solar', 'solar'],
  ['Solar Energy', null, 'solar'],
  ['Coastal Protection', null, 'coast'],
  ['Forest Conservation', null, 'forest'],
  ['Agroforestry', null, 'agroforestry'],
  ['Biochar', null, 'biochar'],
  ['Peatland Restoration', null, 'wetland'],
  ['Cookstoves', null, 'default'],
] as const)('the category %s with type %s is drawn as %s', (category, projectType, kind) => {
  expect(landscapeKindFor({ title, category, projectType })).toBe(kind);
});

test.each([
  ['biochar', 'biochar'],
  ['UK tree planting', 'woodland'],
  // Neither says what there is to see: a rice field or a mine, a heath or a pond.
  ['methane avoidance', 'default'],
  ['Biodiversity Net Gain', 'default'],
] as const)('a category without its own picture is drawn by its type: %s', (projectType, kind) => {
  expect(landscapeKindFor({ title, category: 'Other', projectType })).toBe(kind);
});

test.each([
  ['Osage Orphan Wells', null, 'plugged-wells'],
  ['Project 12', 'Sample methodology for orphaned wells', 'plugged-wells'],
  ['Tees Closed Landfill Gas', null, 'methane'],
  ['Valley Mine Gas', null, 'mine-gas'],
  ['Covered Lagoons', null, 'lagoons'],
] as const)('methane avoidance called %s by the methodology %s is drawn as %s', (title, methodology, kind) => {
  expect(landscapeKindFor({ title, category: 'Methane Avoidance', methodology })).toBe(kind);
});

test('words of a title decide only within what the category says is done', () => {
  expect(landscapeKindFor({ title: 'Oakwood Orchard Mine Solar', category: 'Solar Energy' })).toBe('solar');
  expect(landscapeKindFor({ title: 'Farm Digester', category: 'Renewable Energy', projectType: 'Methane avoidance' })).toBe('digester');
  expect(landscapeKindFor({ title: 'Solway Merse', category: 'Coastal Protection', projectType: 'Biodiversity net gain' })).toBe(
    'saltmarsh',
  );
});

test('at most two sample projects share a kind, and each is stored with the picture that its words give', () => {
  const kinds = new Map<string, number>();
  for (const project of catalogue.projects) {
    const picture = pictureOf({ ...project, imageUrl: project.imageUrl ?? defaultImage });
    const kind = picture.split('/')[2] ?? '';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    // Its category says less than its picture.
    if (project.slug !== 'karoo-ridge-wind') expect(kind, project.slug).toBe(landscapeKindFor(project));
  }
  expect([...kinds].filter(([, count]) => count > 2)).toEqual([]);
});

test('the alternative text describes the picture that the address names, not what the project might be', () => {
  expect(landscapeAlt(shown('/pictures/wind/kent.svg'))).toBe(
    'Drawn landscape: slim turbines along a ridge, under lines of wind, for Kent orchards',
  );
  expect(sceneAlt(shown(defaultImage))).toBe('Drawn landscape: a soil section with flecks of char, under a row of fruit trees');
});

test('a picture from elsewhere is not called a drawing', () => {
  const elsewhere = shown('https://pictures.example/kent.jpg');
  expect(kindShown(elsewhere)).toBeUndefined();
  expect(sceneAlt(elsewhere)).toBe('');
  expect(landscapeAlt({ ...elsewhere, location: 'Ashford' })).toBe('Picture for Kent orchards, Ashford');
});

test('no two kinds share a description', () => {
  const texts = landscapeKinds.map((kind) => sceneAlt(shown(`/pictures/${kind}/kent.svg`)));
  expect(new Set(texts).size).toBe(landscapeKinds.length);
});
