import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ProjectPage, readProjectPage } from '#server/domain/projects/project-page.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { query } from '#server/platform/database/query.ts';
import { type RequestContext, withRequestContext } from '#server/platform/request-context.ts';
import type { ChangedProject } from '#src/schemas/project.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { randomFrom } from '#tests/support/random.ts';

let database: TestDatabase;
const read = async (slug: string, related = 3) => (await readProjectPage(slug, { history: 1, related })) as ProjectPage;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  // Prepared statements belong to a connection.
  vi.stubEnv('DATABASE_POOL_SIZE', '1');
  await database.sql`
    insert into carbon_projects (slug, title, description, category, project_type, price_per_credit, available_credits, verification_standard, location, impact_per_year, status)
    select
      'p-' || n, 'P', 'D', (array['A', 'B', 'C', 'D'])[1 + n % 4], (array['X', 'Y', null])[1 + n % 3], 500 + (n * 7919) % 20000,
      n % 5, 'S', 'L', 1, case when n % 7 = 0 then 'not yet on sale' else 'on sale' end
    from generate_series(1, 3000) as n
  `;
  await database.sql`analyze carbon_projects`;
});
afterAll(async () => {
  await closePool(1);
  vi.unstubAllEnvs();
  await database.drop();
});

test.each([
  ['of a type', 'p-4', 'X'],
  ['without a type', 'p-5', null],
])('projects related to one %s are on sale, sorted by type and category, then by price difference', async (_, slug, type) => {
  const { project, related } = await read(slug);
  const expected = await database.sql`
    select slug, project_type, category, abs(price_per_credit - ${project.pricePerCredit}) as distance
    from carbon_projects
    where slug <> ${slug} and status = 'on sale' and available_credits > 0
    order by coalesce(project_type = ${project.projectType}, false) desc, category = ${project.category} desc, distance, id
    limit 3
  `;
  expect(project.slug).toBe(slug);
  expect(related.map((one) => Math.abs(one.pricePerCredit - project.pricePerCredit))).toEqual(expected.map(({ distance }) => distance));
  for (const one of related) expect(one.category).toBe(project.category);
  if (type) for (const one of related) expect(one.projectType).toBe(expected[0]?.project_type);
});

test('the statement is planned once, not for each project', async () => {
  for (let time = 0; time < 10; time += 1) await read(`p-${time + 4}`);
  const [plans] = await query<{ customPlans: number }[]>`
    select max(custom_plans)::int as custom_plans from pg_prepared_statements where statement like '%order by price_per_credit%'
  `;
  // PostgreSQL compares the first five with the general one.
  expect(plans?.customPlans).toBe(5);
});

const readRecorded = async (slug: string, limit: number) => {
  const context: RequestContext = { requestId: '', reads: [] };
  const { related } = await withRequestContext(context, () => read(slug, limit));
  return { listed: related.map(({ id, title }) => `${id} ${title}`), isAffectedBy: context.reads?.[0]?.isAffectedBy ?? (() => true) };
};

test('of several with equal prices, one that is not listed does not decide which are', async () => {
  await database.sql`
    insert into carbon_projects (slug, title, description, category, project_type, price_per_credit, available_credits, verification_standard, location, impact_per_year)
    select 'equal-' || n, 'P', 'D', 'E', 'E', (array[1000, 900, 900, 900, 900, 900, 1050])[n], 5, 'S', 'L', 1
    from generate_series(1, 7) as n
  `;
  for (const slug of ['equal-2', 'equal-3', 'equal-4', 'equal-5', 'equal-6', 'equal-7']) {
    const before = await readRecorded('equal-1', 3);
    const [changed] = await database.sql<ChangedProject[]>`
      update carbon_projects set price_per_credit = 5000 where slug = ${slug}
      returning id, category, project_type as "projectType", price_per_credit as "pricePerCredit"
    `;
    const after = await readRecorded('equal-1', 3);
    if (changed && !before.isAffectedBy(changed)) expect(after.listed, slug).toEqual(before.listed);
    await database.sql`update carbon_projects set price_per_credit = ${slug === 'equal-7' ? 1050 : 900} where slug = ${slug}`;
  }
  await database.sql`delete from carbon_projects where category = 'E'`;
});

test('every change of a project that alters the list is recognised, and most others are known not to alter it', async () => {
  const { project } = await read('p-4');
  const random = randomFrom(22);
  const pick = <Choice>(choices: readonly Choice[]) => choices[Math.floor(random() * choices.length)] as Choice;
  const changeOne = async (id: number): Promise<ChangedProject> => {
    const change = pick([
      () =>
        database.sql`update carbon_projects set price_per_credit = ${project.pricePerCredit + Math.floor(random() * 4_000) - 2_000} where id = ${id}`,
      () =>
        database.sql`update carbon_projects set project_type = ${pick(['X', 'Y', 'Y', null])}, category = ${pick(['A', project.category])} where id = ${id}`,
      () =>
        database.sql`update carbon_projects set status = ${pick(['on sale', 'on sale', 'not yet on sale'])}, available_credits = ${pick([0, 5])} where id = ${id}`,
      () => database.sql`update carbon_projects set title = ${`T ${random()}`} where id = ${id}`,
      () => database.sql`delete from carbon_projects where id = ${id}`,
    ]);
    await change();
    const [row] = await database.sql<ChangedProject[]>`
      select id, category, project_type as "projectType", price_per_credit as "pricePerCredit" from carbon_projects where id = ${id}
    `;
    return row ?? { id };
  };

  let before = await readRecorded('p-4', 3);
  const counts = { altered: 0, missed: 0, spared: 0 };
  for (let step = 0; step < 300; step += 1) {
    const near = await database.sql<{ id: number }[]>`
      select id from carbon_projects where id <> ${project.id}
      order by (project_type = ${project.projectType}) is true desc, (category = ${project.category}) desc, abs(price_per_credit - ${project.pricePerCredit}) limit 12
    `;
    const id = step % 2 ? pick(near).id : 1 + Math.floor(random() * 3_000);
    if (id === project.id) continue;
    const changed = await changeOne(id);
    const after = await readRecorded('p-4', 3);
    const isAltered = after.listed.join() !== before.listed.join();
    counts.altered += Number(isAltered);
    counts.missed += Number(isAltered && !before.isAffectedBy(changed));
    counts.spared += Number(!before.isAffectedBy(changed));
    before = after;
  }
  expect(counts.missed).toBe(0);
  expect(counts.altered).toBeGreaterThan(30);
  expect(counts.spared).toBeGreaterThan(100);

  // A list that is not full may be altered by any project.
  expect((await readRecorded('p-4', 3_000)).isAffectedBy({ id: -1, category: 'Z', projectType: null, pricePerCredit: 1 })).toBe(true);
});
