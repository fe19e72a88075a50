import { beforeEach, expect, it } from 'vitest';
import { countAnswers, hasTypesBeside, readCatalogueFigures, readLowestPrices, readPricesOn } from '#server/domain/projects/figures.ts';
import { readProjectPage } from '#server/domain/projects/find.ts';
import { findPortfolios, readPortfolioPage } from '#server/domain/projects/find-portfolios.ts';
import { readChanges } from '#server/domain/projects/list.ts';
import { portfolioNeed } from '#shared/schemas/portfolio.ts';
import { auditQuestions } from '#shared/schemas/project.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';

const database = ownDatabase();
beforeEach(() => database.sql`delete from carbon_projects`);
/** Adds a project, and returns its id. */
const insertProject = async (slug: string, facts: object = {}): Promise<number> =>
  (await database.sql`insert into carbon_projects ${database.sql({ ...projectRow(slug), ...facts } as never)} returning id`)[0]?.id;
const labelled = (label: string) => ({
  labels: database.sql.json([{ label, vintageStart: null, vintageEnd: null, source: 'Register', asOf: '2026-03-31' }]),
});

it('an empty catalogue has no figures', async () => {
  expect(await readLowestPrices(['Biochar'])).toEqual([]);
  expect((await countAnswers()).answered.map(({ projects }) => projects)).toEqual(auditQuestions.map(() => 0));
  const none = { onSale: 0, issuedCredits: 0, expectedCredits: 0, unstatedCredits: 0, standards: 0, latestChange: null };
  expect(await readCatalogueFigures()).toEqual(none);
});

it('the lowest price of a project type is that of credits that can be bought, at one price the issued ones; what is not on sale is in no figure', async () => {
  const project = (slug: string, project_type: string, price_per_credit: number, units_status: string, more: object = {}) => ({
    ...{ ...projectRow(slug), project_type, price_per_credit, units_status, status: 'On sale', ...more },
  });
  const rows = [
    project('sold-out', 'Biochar', 100, 'issued', { available_credits: 0 }),
    project('not-yet', 'Biochar', 200, 'issued', { status: 'Not yet on sale' }),
    ...[project('pending', 'Biochar', 300, 'expected'), project('issued', 'Biochar', 300, 'issued')],
    project('wood', 'UK tree planting', 2520, 'expected'),
  ];
  await database.sql`insert into carbon_projects ${database.sql(rows)}`;
  const lowest = await readLowestPrices(['UK tree planting', 'Methane avoidance', 'Biochar']);
  const said = lowest.map(({ type, pence, isPending, projects }) => `${type} ${pence}${isPending ? ', pending' : ''}, ${projects}`);
  expect(said).toEqual(['UK tree planting 2520, pending, 1', 'Biochar 300, 2']);
  expect(await hasTypesBeside(['Biochar'])).toBe(true);
  await database.sql`update carbon_projects set units_status = null, price_per_credit = 301 where slug = 'issued'`;
  expect(await readLowestPrices(['Biochar'])).toMatchObject([{ pence: 300, isPending: true }]);
  const [{ latestChange } = {}] = await database.sql`select max(updated_at) as "latestChange" from carbon_projects`;
  const credits = { issuedCredits: 0, expectedCredits: 200, unstatedCredits: 100 };
  expect(await readCatalogueFigures()).toEqual({ onSale: 3, ...credits, standards: 1, latestChange });
  await database.sql`update carbon_projects set withdrawn_at = now() where slug = 'wood'`;
  await insertProject('untyped', { category: 'Reforestation', project_type: null });
  expect(await hasTypesBeside(['Biochar'])).toBe(false);
});

it('an answer says how long carbon is stored, unless none is, and whether an adjustment is made, which no other label does', async () => {
  await insertProject('labelled', { unit_type: 'Avoidance', ...labelled('CCP-labelled') });
  const wind = { unit_type: 'Avoidance', category: 'Energy', project_type: 'Wind' };
  await insertProject('wind', { ...wind, ...labelled('Corresponding adjustment not required') });
  await insertProject('capture', { unit_type: 'Removal - technical', category: 'Direct air capture', project_type: 'Solar' });
  const { answered } = await countAnswers();
  expect(answered.filter(({ projects }) => projects > 0)).toEqual([
    { question: 'storage', projects: 1 },
    { question: 'adjustment', projects: 1 },
  ]);
});

it('a mix has two projects at least, each with 5% or more, and says of its tonnes what they are', async () => {
  const priced = (price_per_credit: number, available_credits: number) => ({ price_per_credit, available_credits });
  await insertProject('oak', { ...priced(100, 5_000), unit_type: 'Removal - nature', country: 'KE', permanence_years: 100 });
  await insertProject('kiln', { ...priced(200, 460), permanence_years: 30, ...labelled('SDG 13'), country: 'GB' });
  await insertProject('mast', { ...priced(300, 5_000), category: 'Energy', project_type: 'Wind' });
  const { mixes, fewestProjects } = await findPortfolios(portfolioNeed.parse({ tonnes: 1_000, contested: true }));
  const [{ lines = [], ...cheapest } = {}] = mixes;
  expect(lines.map(({ slug, tonnes }) => `${slug} ${tonnes}`)).toEqual(['oak 500', 'kiln 450', 'mast 50']);
  expect({ ...cheapest, fewestProjects }).toMatchObject({
    ...{ fewestProjects: 2, subtotal: 155_000, averagePrice: 155, removals: 500, labels: [{ label: 'SDG 13', tonnes: 450 }] },
    storage: { shortest: 30, longest: 100, average: 66.8, nothingStored: 50, notStated: 0 },
    lacks: expect.arrayContaining([{ question: 'storage', slugs: ['kiln', 'mast'], tonnes: 500 }]),
  });
  const { choices } = await readPortfolioPage(undefined);
  expect(choices).toEqual({ countries: ['GB', 'KE'], types: ['Wind'], labels: ['SDG 13'] });
});

it('every change of price, volume or status is recorded with its time, and no other change is; the change feed has the former figures', async () => {
  const id = await insertProject('oak');
  const insertedAt = (await readChanges(0, 10_000)).changes.at(-1)?.changedAt;
  await database.sql`update carbon_projects set price_per_credit = 3000 where id = ${id}`;
  await database.sql`update carbon_projects set status = 'Not yet on sale' where id = ${id}`;
  await database.sql`update carbon_projects set description = 'Elm on 12 hectares.' where id = ${id}`;
  await database.sql`update carbon_projects set available_credits = 40 where id = ${id}`;
  const history = (await readProjectPage('oak', { history: 10, related: 3 }))?.history ?? [];
  const figures = history.map(({ pricePerCredit, availableCredits, status }) => `${pricePerCredit} ${availableCredits} ${status}`);
  expect(figures).toEqual([...['3000 40', '3000 100'].map((one) => `${one} Not yet on sale`), '3000 100 On sale', '2850 100 On sale']);
  const stored = await database.sql`select since from project_figures_history where project_id = ${id} order by since desc`;
  expect(history.map(({ since }) => since)).toEqual(stored.map(({ since }) => since));
  // Changes of the volume crowd out no change of the price.
  expect((await readProjectPage('oak', { history: 1, related: 3 }))?.history).toEqual([0, 2, 3].map((place) => history[place]));
  const { changes } = await readChanges(0, 10_000);
  expect(changes.at(-1)?.changedAt).not.toEqual(insertedAt);
  expect(changes.filter(({ project }) => project)).toMatchObject([
    { id, project: { availableCredits: 40 }, former: { pricePerCredit: 3000, availableCredits: 100 } },
  ]);
});

it('what a project cost on a day is its price at the end of that day in London', async () => {
  const elm = await insertProject('elm');
  await database.sql`delete from project_figures_history where project_id = ${elm}`;
  // 29 March 2026 has 23 hours: it ends at 23:00 UTC.
  const prices = { '2026-03-28T12:00:00Z': 1000, '2026-03-29T22:59:59Z': 2000, '2026-03-29T23:00:00Z': null };
  const rows = Object.entries(prices).map(([since, price_per_credit]) => ({ project_id: elm, since, price_per_credit, status: 'On sale' }));
  await database.sql`insert into project_figures_history ${database.sql(rows)}`;
  const on = async (day: string) => (await readPricesOn([elm], day))[0];
  const since = new Date('2026-03-28T12:00:00Z');
  expect(await on('2026-03-27')).toEqual({ projectId: elm, isKnown: false, price: null, since });
  expect(await on('2026-03-28')).toEqual({ projectId: elm, isKnown: true, price: 1000, since });
  expect(await on('2026-03-29')).toMatchObject({ isKnown: true, price: 2000 });
  expect(await on('2026-03-30')).toMatchObject({ isKnown: true, price: null });
  expect(await readPricesOn([99_999], '2026-03-30')).toEqual([{ projectId: 99_999, isKnown: false, price: null, since: null }]);
});

it.each([
  ['of a type', 'one', ['same-type-and-category', 'cheaper', 'same-type', 'untyped']],
  ['without a type', 'untyped', ['one', 'same-type-and-category', 'near', 'cheaper']],
])(
  'projects related to one %s are on sale, sorted by type and category, then by price difference, and of two that differ as much the dearer comes first',
  async (_, slug, expected) => {
    const row = (name: string, category: string, project_type: string | null, price: number | null, more: object = {}) => ({
      ...{ ...projectRow(name), category, project_type, price_per_credit: price, available_credits: 5, status: 'On sale', ...more },
    });
    const rows = [
      row('one', 'A', 'X', 1_000),
      row('untyped', 'A', null, 1_100),
      row('far', 'A', null, 9_000),
      row('near', 'A', 'Y', 1_300),
      row('same-type', 'B', 'X', 9_000),
      row('cheaper', 'A', 'X', 750),
      row('same-type-and-category', 'A', 'X', 1_250),
      row('sold-out', 'A', 'X', 1_000, { available_credits: 0 }),
      row('not-yet', 'A', 'X', 1_000, { status: 'Not yet on sale' }),
    ];
    await database.sql`insert into carbon_projects ${database.sql(rows)}`;
    const { related = [] } = (await readProjectPage(slug, { history: 1, related: 4 })) ?? {};
    expect(related.map((one) => one.slug)).toEqual(expected);
  },
);
