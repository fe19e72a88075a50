import { expect, test } from 'vitest';
import { landscapeAlt, landscapeKindFor, landscapeKinds } from '#src/lib/projects/landscape-kinds.ts';

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
] as const)('the category %s with type %s is drawn as %s', (category, projectType, kind) => {
  expect(landscapeKindFor({ category, projectType })).toBe(kind);
});

test.each([
  ['biochar', 'biochar'],
  ['methane avoidance', 'methane'],
  ['methane-avoidance', 'methane'],
  ['UK tree planting', 'woodland'],
  ['Biodiversity Net Gain', 'meadow'],
] as const)('a category without its own picture is drawn by its type: %s', (projectType, kind) => {
  expect(landscapeKindFor({ category: 'Other', projectType })).toBe(kind);
});

test('renewable energy from captured gas shows wells, not turbines', () => {
  expect(landscapeKindFor({ category: 'Renewable Energy', projectType: 'methane avoidance' })).toBe('methane');
});

test('a category that names a landscape takes precedence over the type', () => {
  expect(landscapeKindFor({ category: 'Coastal Protection', projectType: 'biodiversity net gain' })).toBe('coast');
});

test('a category that names the activity needs no type', () => {
  expect(landscapeKindFor({ category: 'Biochar' })).toBe('biochar');
  expect(landscapeKindFor({ category: 'Peatland Restoration' })).toBe('meadow');
});

test('anything else gets contours alone', () => {
  expect(landscapeKindFor({ category: 'Cookstoves', projectType: null })).toBe('default');
});

test('the alternative text says that it is a drawing, of what, and for which project', () => {
  expect(landscapeAlt({ kind: 'coast', title: 'Solway saltmarsh restoration', location: 'Dumfries, Scotland' })).toBe(
    'Drawn landscape: tide lines and saltmarsh around low contours, for Solway saltmarsh restoration, Dumfries, Scotland',
  );
});

test('the alternative text does not repeat a place', () => {
  expect(landscapeAlt({ kind: 'default', title: 'Kent orchards', location: 'Kent' })).toMatch(/for Kent orchards$/);
  expect(landscapeAlt({ kind: 'default', title: 'Orchards', location: '' })).toMatch(/for Orchards$/);
});

test('no two kinds share a description', () => {
  const texts = landscapeKinds.map((kind) => landscapeAlt({ kind, title: 'T', location: 'L' }));
  expect(new Set(texts).size).toBe(landscapeKinds.length);
});
