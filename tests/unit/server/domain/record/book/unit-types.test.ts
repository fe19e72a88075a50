import { expect, it } from 'vitest';
import { addReceivedType, contradictsKind } from '#server/domain/record/book/unit-types.ts';
import { nothingStoredWords } from '#shared/lib/projects/facts.ts';

const said = (unitType: string, category: string) =>
  addReceivedType(unitType, { slug: 'oak', unitType: null, category, projectType: null, receivedTypes: [] });

const avoiding = ['Fuel switching', 'Cook-stoves', 'Hydroelectricity', 'Ozone-depleting substances', 'Landfills'];
it.each([...nothingStoredWords, ...avoiding])('units of what stores nothing are no removals: %s', (category) => {
  expect(said('Removal - technical', category)).toBe(`oak is ${category}`);
});

it.each(['Direct air capture, geothermal', 'BECCS (biogas)', 'Biochar for soil'])('units of %s can be removals', (category) => {
  expect(said('Removal - technical', category)).toBeUndefined();
});

it.each([
  ['Avoidance', true],
  ['Reduction - technical', true],
  ['Removal - technical', false],
  ['not a reduction', false],
])('units that are removals are contradicted by a registry that says %s: %s', (word, isContradicted) => {
  expect(contradictsKind('Removal - nature', word)).toBe(isContradicted);
});
