import { beforeAll, expect, it } from 'vitest';
import { listProjects, readChanges } from '#server/domain/projects/list.ts';
import { readCursor, writeCursor } from '#server/domain/projects/matching.ts';
import { type CatalogueQuery, catalogueSorts, emptyCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { readWholeList } from '#tests/support/whole-list.ts';

const database = ownDatabase();

/** Adds `count` projects, numbered from `from`, with many equal prices and titles. */
const addProjects = (count: number, from = 1) => database.sql`
  insert into carbon_projects
    (slug, title, description, category, price_per_credit, available_credits, verification_standard, location, impact_per_year, featured)
  select
    'p-' || n, 'Oak wood ' || (n * 7919 % 500), 'Oak on ' || n || ' hectares.', 'Reforestation', nullif(n * 31 % 97, 0), nullif(n % 50, 7),
    'Woodland Carbon Code', 'Rhayader, Powys', n * 17 % 1000, n % 40 = 0
  from generate_series(${from}::int, ${from + count - 1}::int) as n
`;
beforeAll(() => addProjects(230));

const criteriaWith = (change: Partial<CatalogueQuery> = {}): CatalogueQuery => ({ ...emptyCatalogueQuery, ...change });

async function pageThrough(criteria: CatalogueQuery, limit: number, betweenPages = async (_read: number[]) => {}): Promise<number[]> {
  const ids: number[] = [];
  let after: Awaited<ReturnType<typeof listProjects>>['next'] | undefined;
  while (after !== null) {
    const page = await listProjects(criteria, { limit, after });
    ids.push(...page.projects.map(({ id }) => id));
    expect(page.next && readCursor(writeCursor(page.next), criteria)).toEqual(page.next);
    after = page.next;
    await betweenPages(ids);
  }
  return ids;
}

const queries: Partial<CatalogueQuery>[] = [
  ...[{}, { q: 'oak' }, { q: 'rhayadr' }, { q: 'rhayadr', sort: 'price' } as const],
  ...catalogueSorts.map((sort) => ({ sort })),
];
it.each(queries)('pages by cursor contain every project once, in the order of the whole list: %j', async (change) => {
  const whole = (await readWholeList(criteriaWith(change))).projects.map(({ id }) => id);
  // A misspelt search returns only the closest matches (`similarLimit`, carbon-projects.ts).
  expect(whole).toHaveLength(change.q === 'rhayadr' ? 24 : 230);
  expect(await pageThrough(criteriaWith(change), 20)).toEqual(whole);
});

it('pages by cursor neither repeat nor skip a project while others are added and removed', async () => {
  await database.sql`delete from carbon_projects`;
  await addProjects(100);
  const before = (await database.sql<{ id: number }[]>`select id from carbon_projects`).map(({ id }) => id);
  let added = 1_000;
  const ids = await pageThrough(criteriaWith({ sort: 'price' }), 10, async (read) => {
    added += 5;
    await addProjects(5, added);
    await database.sql`delete from carbon_projects where id = any (${read.slice(-3)})`;
  });
  expect(new Set(ids).size).toBe(ids.length);
  expect(before.filter((id) => !ids.includes(id))).toEqual([]);
});

it('the changes since a moment begin with one that is dated exactly then', async () => {
  const [first] = (await readChanges(0, 1)).changes;
  const moment = new Date('2026-01-01T00:00:00Z');
  await database.sql`update project_changes set changed_at = ${moment} where seq = ${first?.seq ?? 0}`;
  expect((await readChanges(moment, 1)).changes).toMatchObject([{ seq: first?.seq, changedAt: moment }]);
});

it('a mirror ends up equal to a catalogue that is being written to', async () => {
  await database.sql`delete from carbon_projects`;
  await addProjects(150);
  const mirror = new Map<number, string>();
  let since = 0;
  const follow = async () => {
    const { changes, hasMore } = await readChanges(since, 20);
    for (const { id, project } of changes) {
      if (project) mirror.set(id, JSON.stringify(project));
      else mirror.delete(id);
    }
    since = changes.at(-1)?.seq ?? since;
    return hasMore;
  };
  const writes = Array.from({ length: 40 }, (_, n) => async () => {
    if (n % 3 === 0) await addProjects(3, 10_000 + n * 3);
    else if (n % 3 === 1) await database.sql`update carbon_projects set available_credits = available_credits + 1 where id % 7 = ${n % 7}`;
    else await database.sql`delete from carbon_projects where id % 31 = ${n % 31}`;
  });
  for (const write of writes) await Promise.all([write(), follow()]);
  while (await follow());

  const now = new Map((await readWholeList(criteriaWith())).projects.map((project) => [project.id, JSON.stringify(project)] as const));
  expect(now.size).toBeGreaterThan(40);
  expect([...mirror].toSorted(([a], [b]) => a - b)).toEqual([...now].toSorted(([a], [b]) => a - b));
});
