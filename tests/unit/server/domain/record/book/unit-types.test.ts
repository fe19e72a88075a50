import { expect, it } from 'vitest';
import { addReceivedType, contradictsKind } from '#server/domain/record/book/unit-types.ts';
import { nothingStoredWords } from '#shared/lib/projects/facts.ts';

const avoiding = [
  'Fuel switching',
  'Cook-stoves',
  'Hydroelectricity',
  'Ozone-depleting substances',
  'Landfills',
  'Windfarms',
  'Photovoltaics',
];
it.each([
  ...[...nothingStoredWords, ...avoiding].map((category) => [category, `oak is ${category}`] as const),
  ...['Direct air capture, geothermal', 'BECCS (biogas)', 'Biochar for soil', 'Enhanced weathering in agriculture'].map(
    (category) => [category, undefined] as const,
  ),
])('removals by technology under the category %s are refused with: %s', (category, reason) => {
  const project = { slug: 'oak', unitType: null, category, projectType: null, receivedTypes: [] };
  expect(addReceivedType('Removal - technical', project)).toBe(reason);
});

it('removals are contradicted by a registry that names another kind, in words or as a whole unit type', () => {
  const words = ['Avoidance', 'Reduction - technical', 'Emission reductions', 'Removal - technical', 'not a reduction'];
  expect(words.filter((word) => contradictsKind('Removal - nature', word))).toEqual(words.slice(0, 3));
});
