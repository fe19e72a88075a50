import { expect, test } from 'vitest';
import { countAnswers, readCatalogueFigures, readLowestPrices } from '#server/domain/projects/figures.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

const database = ownDatabase();

test('an empty catalogue has no figures', async () => {
  expect(await readLowestPrices(['Biochar'])).toEqual([]);
  expect((await countAnswers()).answered.map(({ projects }) => projects)).toEqual(Array(8).fill(0));
  expect(await readCatalogueFigures()).toEqual({
    onSale: 0,
    surveyed: 0,
    countries: 0,
    issuedCredits: 0,
    expectedCredits: 0,
    otherCredits: 0,
    standards: 0,
  });
});

test('the totals are those that PostgreSQL adds up', async () => {
  await database.sql`
    insert into carbon_projects (slug, title, description, category, price_per_credit, available_credits, verification_standard, location, impact_per_year, status, units_status, country, surveyed_on)
    select
      'p-' || n, 'P', 'D', 'C', case when n % 7 = 0 then null else 500 + (n * 7919) % 20000 end, n % 5 * 1000, 'S' || n % 4, 'L', 1,
      case when n % 7 = 0 then 'Not yet on sale' else 'On sale' end, (array['issued', 'expected', null])[1 + n % 3],
      (array['GB', 'KE', null])[1 + n % 3], case when n % 4 = 0 then date '2026-05-01' end
    from generate_series(1, 600) as n
  `;
  const [expected] = await database.sql`
      select
        (count(*) filter (where can_be_bought))::int as "onSale",
        (count(*) filter (where can_be_bought and surveyed_on is not null))::int as surveyed,
        (count(distinct country) filter (where can_be_bought))::int as countries,
        coalesce(sum(available_credits) filter (where can_be_bought and units_status = 'issued'), 0)::float8 as "issuedCredits",
        coalesce(sum(available_credits) filter (where can_be_bought and units_status = 'expected'), 0)::float8 as "expectedCredits",
        coalesce(sum(available_credits) filter (where can_be_bought and units_status is null), 0)::float8 as "otherCredits",
        (count(distinct verification_standard) filter (where can_be_bought))::int as standards
      from carbon_projects
      cross join lateral (select status = 'On sale' and available_credits > 0) as sale (can_be_bought)
    `;
  expect(expected?.issuedCredits).toBeGreaterThan(0);
  expect(await readCatalogueFigures()).toEqual(expected);
});

test('the lowest price of a project type is that of credits that can be bought, issued before pending', async () => {
  await database.sql`delete from carbon_projects`;
  const project = (slug: string, type: string, price: number, available: number, units: string | null, status = 'On sale') => database.sql`
    insert into carbon_projects (slug, title, description, category, project_type, price_per_credit, available_credits, verification_standard, location, impact_per_year, status, units_status)
    values (${slug}, 'P', 'D', 'C', ${type}, ${price}, ${available}, 'S', 'L', 1, ${status}, ${units})
  `;
  await project('sold-out', 'Biochar', 100, 0, 'issued');
  await project('not-yet', 'Biochar', 200, 10, 'issued', 'Not yet on sale');
  await project('pending', 'Biochar', 300, 10, 'expected');
  await project('issued', 'Biochar', 300, 10, 'issued');
  await project('wood', 'UK tree planting', 2520, 10, 'expected');
  expect(await readLowestPrices(['UK tree planting', 'Methane avoidance', 'Biochar'])).toEqual([
    { type: 'UK tree planting', pence: 2520, isPending: true },
    { type: 'Biochar', pence: 300, isPending: false },
  ]);
});
