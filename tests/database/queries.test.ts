import { expect, it, vi } from 'vitest';
import { listProjects } from '#server/domain/projects/list.ts';
import { searchProjects } from '#server/domain/projects/search.ts';
import { query } from '#server/platform/database/query.ts';
import { log } from '#server/platform/log.ts';
import { catalogueSorts, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { readWholeList } from '#tests/support/whole-list.ts';

// Prepared statements belong to a connection.
ownDatabase({ DATABASE_POOL_SIZE: '1', DATABASE_SLOW_QUERY_MS: '1000' });

it('searches of many shapes leave no prepared statement behind', async () => {
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

it('a query that is slow is logged with its name and duration, without values', async () => {
  const lines: unknown[] = [];
  vi.spyOn(log(), 'warn').mockImplementation(((line: object) => void lines.push(line)) as never);
  const secret = 'ada@example.com';
  await query`select pg_sleep(1.1), ${secret}::text from carbon_projects limit 1`;
  // The catalogue is empty, so nothing slept and nothing was slow.
  expect(lines).toEqual([]);
  await query`select pg_sleep(1.1), ${secret}::text from schema_migrations limit 1`;
  vi.restoreAllMocks();
  expect(lines).toEqual([{ event: 'query.slow', query: 'select schema_migrations', durationMs: expect.any(Number), failed: false }]);
});
