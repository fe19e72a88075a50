import { expect, it } from 'vitest';
import { addReceivedType, contradictsKind } from '#server/domain/record/book/unit-types.ts';
import { nothingStoredWords } from '#shared/lib/projects/facts.ts';

const removedBy = (category: string) =>
  addReceivedType('Removal - technical', { slug: 'oak', unitType: null, category, projectType: null, receivedTypes: [] });
const avoiding = ['Fuel switching', 'Cook-stoves', 'Hydroelectricity', 'Ozone-depleting substances'];
it.each([...nothingStoredWords, ...avoiding, 'Landfills', 'Windfarms', 'Photovoltaics'])(
  'removals by technology are refused under the category %s',
  (category) => expect(removedBy(category)).toBe(`oak is ${category}`),
);
it.each(['Direct air capture, geothermal', 'BECCS (biogas)', 'Biochar for soil', 'Enhanced weathering in agriculture'])(
  'removals by technology are taken under the category %s',
  (category) => expect(removedBy(category)).toBeUndefined(),
);

it('removals are contradicted by a registry that names another kind, in words or as a whole unit type', () => {
  const words = ['Avoidance', 'Reduction - technical', 'Emission reductions', 'Removal - technical', 'not a reduction'];
  expect(words.filter((word) => contradictsKind('Removal - nature', word))).toEqual(words.slice(0, 3));
});
