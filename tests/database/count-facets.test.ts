import { beforeAll, expect, it } from 'vitest';
import { matches } from '#server/domain/projects/carbon-projects.ts';
import { countFacets } from '#server/domain/projects/search.ts';
import { inTransaction } from '#server/platform/database/query.ts';
import { type CatalogueQuery, facetNames, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

const database = ownDatabase();
beforeAll(async () => {
  await database.sql`
    insert into carbon_projects (
      slug, title, description, category, project_type, price_per_credit, available_credits, verification_standard, location,
      country, impact_per_year, status, units_status, unit_type, vintage_start, vintage_end, labels
    )
    select
      'project-' || n,
      (array['Birch wood', 'Mangrove coast', 'Straw biochar'])[1 + n % 3] || ' ' || n,
      'Plot ' || n,
      (array['Reforestation', 'Coastal Protection', 'Biochar', 'Solar Energy'])[1 + n % 4],
      (array['UK tree planting', null, 'Biochar'])[1 + n % 3],
      case when n % 11 = 0 then null else 500 + (n * 79) % 2000 end,
      case when n % 9 = 0 then 0 else (n * 31) % 5000 end,
      (array['VCS', 'Gold Standard'])[1 + n % 2],
      'Parish ' || n,
      (array['GB', 'CO', null])[1 + n % 3],
      (n * 171) % 30000,
      case when n % 11 = 0 then 'Not yet on sale' else 'On sale' end,
      (array['issued', 'expected', null])[1 + n % 3],
      (array['Removal - nature', 'Avoidance', null])[1 + n % 3],
      case when n % 5 = 0 then null else 2015 + n % 6 end,
      case when n % 7 = 0 then null else 2021 + n % 3 end,
      (array[
        null,
        '[{"label":"CCP-labelled","vintageStart":2018,"vintageEnd":2019,"source":"Register","asOf":"2026-03-31"}]',
        '[{"label":"CCP-labelled","vintageStart":null,"vintageEnd":null,"source":"Register","asOf":"2026-03-31"},
          {"label":"SDG 13","vintageStart":null,"vintageEnd":null,"source":"Register","asOf":"2026-03-31"}]',
        '[{"label":"CORSIA 2024-2026","vintageStart":2021,"vintageEnd":2021,"source":"Register","asOf":"2026-03-31"}]'
      ]::jsonb[])[1 + n % 4]
    from generate_series(1, 240) as n
  `;
});

const addresses = [
  ...['', 'q=birch', 'q=biochar&category=Biochar', 'vintage=2016&vintage=2022&country=GB&type=UK+tree+planting'],
  ...['impact=10000&category=Solar+Energy', 'min=8&max=20&available=1000&status=On+sale', 'record=stated+by+us&status=Sold+out'],
  ...['status=Sold+out&status=Not+yet+on+sale', 'label=CCP-labelled&label=SDG+13&country=GB'],
  'label=CORSIA+2024-2026&vintage=2021&units=issued',
];

it.each(addresses)('the counts beside the filters match what choosing a value finds: %j', (address) => expectExactCounts(query(address)));

const query = (address: string) => parseCatalogueQuery(new URLSearchParams(address)).query;

/** Compares each count with a separate query that uses the same conditions as the list. */
async function expectExactCounts(criteria: CatalogueQuery): Promise<void> {
  const { total, credits, facets } = await inTransaction('isolation level repeatable read read only', (db) =>
    countFacets(db, criteria, false),
  );
  const find = (changed: Partial<CatalogueQuery>) =>
    inTransaction('isolation level repeatable read read only', async (db) => {
      const [row] = await db<{ total: number; onSale: number }[]>`
        select
          count(*)::int as total,
          coalesce(sum(available_credits) filter (where sale_status = 'On sale'), 0)::int as on_sale
        from carbon_projects
        where ${matches({ ...criteria, ...changed }, false)}
      `;
      return row ?? { total: -1, onSale: -1 };
    });
  expect(total).toBe((await find({})).total);
  if (criteria.units.length === 0) {
    expect(credits.issued).toBe((await find({ units: ['issued'] })).onSale);
    expect(credits['not stated']).toBe((await find({ units: ['not stated'] })).onSale);
  }
  for (const name of facetNames)
    for (const { value, count } of facets[name]) {
      // A project must have all selected labels, but only one of the values of any other filter.
      const chosen = name === 'label' ? [...criteria.label, value] : [value];
      expect({ name, value, count }).toEqual({ name, value, count: (await find({ [name]: chosen })).total });
    }
  for (const { value, count } of facets.impact)
    expect({ value, count }).toEqual({ value, count: (await find({ impact: Number(value) as CatalogueQuery['impact'] })).total });
}
