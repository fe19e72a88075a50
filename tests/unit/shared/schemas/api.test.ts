import { expect, it } from 'vitest';
import { z } from 'zod';
import { catalogueQueryOf, filterParameters, projectsParameters, readParameters } from '#shared/schemas/api.ts';
import { has } from '#tests/support/matchers.ts';

const read = (query: string) => readParameters(projectsParameters, new URLSearchParams(query));

it('the parameters of the API become the query of the catalogue, with prices in pence', () => {
  const { values = {} } = read('minPence=1000&maxPence=2000&category=a&category=b&q=&limit=5');
  expect(catalogueQueryOf(values)).toMatchObject({ min: 1_000, max: 2_000, category: ['a', 'b'], q: '', page: 1 });
  expect(catalogueQueryOf(values)).not.toHaveProperty('limit');
});

const wrongQueries = ['limit=0', 'limit=101', 'limit=x', 'min=9', 'sort=price&sort=name', 'q=%00', 'vintage=1&vintage=2'];
it.each(wrongQueries)('a wrong parameter is refused with one error, however much is wrong with it: %s', (query) => {
  expect(read(query).errors?.map(({ field }) => field)).toEqual([query.split('=')[0]]);
});

it.each([
  ['max=40', { max: 'No such parameter' }],
  ['minPence=2000&maxPence=1500', { minPence: 'Must not be above maxPence, which is 1500', maxPence: 'below minPence, which is 2000' }],
  ['minPence=99999999999', { minPence: 'At most 2147483647' }],
  ['minPence=12.50', { minPence: 'A whole number of pence, such as 1250' }],
])('a wrong parameter for prices is refused, and so is each that disagrees with it: %s', (query, wrong) => {
  for (const parameters of [projectsParameters, filterParameters])
    expect(readParameters(parameters, new URLSearchParams(query)).errors).toMatchObject(
      Object.entries(wrong).map(([field, message]) => ({ field, message: has(message) })),
    );
});

it('a parameter has several values if its schema is of a list, whatever it is called', () => {
  const parameters = z.strictObject({ status: z.string().optional(), entry: z.array(z.string()).optional() });
  expect(readParameters(parameters, new URLSearchParams('status=Held&entry=1&entry=2')).values).toEqual({
    status: 'Held',
    entry: ['1', '2'],
  });
});
