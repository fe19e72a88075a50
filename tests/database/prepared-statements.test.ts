import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listProjects } from '#server/domain/projects/list.ts';
import { searchProjects } from '#server/domain/projects/search.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { query } from '#server/platform/database/query.ts';
import { catalogueSorts, parseCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readWholeList } from '#tests/support/whole-list.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  // Prepared statements belong to a connection.
  vi.stubEnv('DATABASE_POOL_SIZE', '1');
});
afterAll(async () => {
  await closePool(1);
  vi.unstubAllEnvs();
  await database.drop();
});

test('searches of many shapes leave no prepared statement behind', async () => {
  const filters = ['category=A', 'type=B', 'standard=C', 'country=GB', 'status=On+sale', 'units=issued', 'mechanism=Removal', 'max=12'];
  const words = ['', 'q=oak', 'q=oak+hedges', 'q=oak+hedges+at+the+river'];
  // Each filter with and without each other one.
  const addresses = Array.from({ length: 24 }, (_, at) => {
    const n = at * 11;
    const years = Array.from({ length: n % 40 }, (_, year) => `vintage=${1990 + year}`);
    const chosen = filters.filter((_, bit) => n & (1 << bit));
    return [...years, ...chosen, words[n % 4], `sort=${catalogueSorts[n % catalogueSorts.length]}`].join('&');
  });
  for (const address of addresses) {
    const criteria = parseCatalogueQuery(new URLSearchParams(address)).query;
    await searchProjects(criteria);
    if (criteria.q === '') await readWholeList(criteria);
  }
  await listProjects({}, { limit: 5 });
  const [row] = await query<{ count: number }[]>`select count(*)::int as count from pg_prepared_statements`;
  expect(row?.count).toBe(0);
});

test('values are still sent apart from the statement, with the types of their places', async () => {
  const text = "'; drop table carbon_projects; -- $1 \\";
  const [row] = await query`
    select
      ${text}::text as text, ${['a"b', "c'd", 'e,f', '{}']}::text[] as texts, ${[1, 2]}::int[] as numbers, ${7}::bigint as big,
      ${true}::boolean as flag, ${null}::int as nothing, ${new Date(0)}::timestamptz as time
  `;
  expect(row).toEqual({
    text,
    texts: ['a"b', "c'd", 'e,f', '{}'],
    numbers: [1, 2],
    big: '7',
    flag: true,
    nothing: null,
    time: new Date(0),
  });
});
