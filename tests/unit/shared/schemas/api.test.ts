import { expect, it } from 'vitest';
import { catalogueQueryOf, projectsParameters, readParameters } from '#shared/schemas/api.ts';

const read = (query: string) => readParameters(projectsParameters, new URLSearchParams(query));

it('the parameters of the API become the query of the catalogue, with prices in pence', () => {
  const { values = {} } = read('minPence=1000&maxPence=2000&category=a&category=b&q=&limit=5');
  expect(catalogueQueryOf(values)).toMatchObject({ min: 1_000, max: 2_000, category: ['a', 'b'], q: '', page: 1 });
  expect(catalogueQueryOf(values)).not.toHaveProperty('limit');
});

it('a wrong parameter has one error, however much is wrong with it', () => {
  expect(read('vintage=1&vintage=2&limit=0').errors?.map(({ field }) => field)).toEqual(['vintage', 'limit']);
});
