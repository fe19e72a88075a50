import { beforeAll, expect, test } from 'vitest';
import { type ProjectPage, readProjectPage } from '#server/domain/projects/project-page.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

const read = async (slug: string) => (await readProjectPage(slug, { history: 1, related: 3 })) as ProjectPage;

const database = ownDatabase();
beforeAll(async () => {
  await database.sql`
    insert into carbon_projects (slug, title, description, category, project_type, price_per_credit, available_credits, verification_standard, location, impact_per_year, status)
    select
      'p-' || n, 'P', 'D', (array['A', 'B', 'C', 'D'])[1 + n % 4], (array['X', 'Y', null])[1 + n % 3], 500 + (n * 7919) % 20000,
      n % 5, 'S', 'L', 1, case when n % 7 = 0 then 'Not yet on sale' else 'On sale' end
    from generate_series(1, 3000) as n
  `;
  await database.sql`analyze carbon_projects`;
});

test.each([
  ['of a type', 'p-4', 'X'],
  ['without a type', 'p-5', null],
])('projects related to one %s are on sale, sorted by type and category, then by price difference', async (_, slug, type) => {
  const { project, related } = await read(slug);
  const expected = await database.sql`
    select slug, project_type, category, abs(price_per_credit - ${project.pricePerCredit}) as distance
    from carbon_projects
    where slug <> ${slug} and status = 'On sale' and available_credits > 0
    order by coalesce(project_type = ${project.projectType}, false) desc, category = ${project.category} desc, distance, id
    limit 3
  `;
  expect(project.slug).toBe(slug);
  expect(related.map((one) => Math.abs((one.pricePerCredit ?? 0) - (project.pricePerCredit ?? 0)))).toEqual(
    expected.map(({ distance }) => distance),
  );
  for (const one of related) expect(one.category).toBe(project.category);
  if (type) for (const one of related) expect(one.projectType).toBe(expected[0]?.project_type);
});
