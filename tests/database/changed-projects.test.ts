import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { changedProjects, readChangedProjects } from '#server/domain/projects/changed-projects.ts';
import { versionColumn } from '#server/domain/projects/version.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { query } from '#server/platform/database/query.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { projectRow } from '#tests/support/projects.ts';

let database: TestDatabase;
let sql: TestDatabase['sql'];
let ids: { oak: number; elm: number; ash: number };
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
  vi.stubEnv('DATABASE_URL', database.url);
});
beforeEach(async () => {
  await sql`delete from carbon_projects`;
  const rows = await sql<{ slug: string; id: number }[]>`
    insert into carbon_projects ${sql(['oak', 'elm', 'ash'].map(projectRow))} returning slug, id
  `;
  ids = Object.fromEntries(rows.map(({ slug, id }) => [slug, id])) as typeof ids;
});
afterAll(async () => {
  await closePool(1);
  await database.drop();
});

const version = async () => (await query<{ version: string }[]>`select ${versionColumn} as version from project_changes`)[0]?.version ?? '';
async function versionAfter(change: PromiseLike<unknown>) {
  await change;
  return version();
}
const raisePrice = (slug: string) => sql`update carbon_projects set price_per_credit = price_per_credit + 1 where slug = ${slug}`;
/** Which of the three projects changed between two versions. */
async function changed(since: string, until: string) {
  const changes = await readChangedProjects(since, until);
  return changes && Object.keys(ids).filter((slug) => changes.some(({ id }) => id === ids[slug as keyof typeof ids]));
}

test('a version differs from another in the projects that changed in between', async () => {
  const first = await version();
  const second = await versionAfter(raisePrice('oak'));
  expect(await changed(first, second)).toEqual(['oak']);
  const third = await versionAfter(raisePrice('elm'));
  expect(await changed(second, third)).toEqual(['elm']);
  expect(await changed(first, third)).toEqual(['oak', 'elm']);
});

test('older versions may be asked about later, and deleted projects count as changed', async () => {
  const first = await version();
  const second = await versionAfter(sql`delete from carbon_projects where slug = 'ash'`);
  const third = await versionAfter(raisePrice('elm'));
  expect(await changed(second, third)).toEqual(['elm']);
  expect(await changed(first, third)).toEqual(['elm', 'ash']);
});

test('a changed project comes with the values that lists of related projects depend on, a deleted one without', async () => {
  const first = await version();
  await sql`delete from carbon_projects where slug = 'ash'`;
  const second = await versionAfter(sql`
    update carbon_projects set category = 'Peatland', project_type = 'Restoration', price_per_credit = 77 where slug = 'elm'
  `);
  expect(await readChangedProjects(first, second)).toEqual([
    { id: ids.ash },
    { id: ids.elm, category: 'Peatland', projectType: 'Restoration', pricePerCredit: 77 },
  ]);
});

test('once the changes have been read, they are known without waiting', async () => {
  const first = await version();
  const second = await versionAfter(raisePrice('oak'));
  const third = await versionAfter(raisePrice('oak'));
  expect(changedProjects(first, third)).toBeUndefined();
  await readChangedProjects(first, third);
  expect(changedProjects(first, third)?.map(({ id }) => id)).toEqual([ids.oak]);
  expect(changedProjects(second, third)?.map(({ id }) => id)).toEqual([ids.oak]);
  expect(changedProjects(third, third)).toEqual([]);
});

test('a commit with many changes names them all', async () => {
  const first = await version();
  const second = await versionAfter(sql`update carbon_projects set price_per_credit = price_per_credit + 1`);
  expect(await changed(first, second)).toEqual(['oak', 'elm', 'ash']);
});

test('concurrent questions get the same answer', async () => {
  const first = await version();
  const second = await versionAfter(raisePrice('oak'));
  const answers = await Promise.all(Array.from({ length: 20 }, () => changed(first, second)));
  expect(answers).toEqual(Array(20).fill(['oak']));
});

test('nothing is said about changes that this server does not have, or of another database', async () => {
  const first = await version();
  const [table, number] = first.split(':');
  expect(await changed(first, `${table}:${Number(number) + 1}`)).toBeUndefined();
  expect(await changed(`1:${number}`, first)).toBeUndefined();
});
