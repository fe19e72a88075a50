import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readProjectPage } from '#server/domain/projects/project-page.ts';
import { readChanges } from '#server/domain/projects/read-changes.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { projectRow } from '#tests/support/projects.ts';

let database: TestDatabase;
let id = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  [{ id }] = (await database.sql`insert into carbon_projects ${database.sql(projectRow('oak'))} returning id`) as unknown as [
    { id: number },
  ];
});
afterAll(async () => {
  await closePool(1);
  vi.unstubAllEnvs();
  await database.drop();
});

test('every change of price, volume or status is recorded with its time, and no other change is', async () => {
  await database.sql`update carbon_projects set price_per_credit = 3000 where id = ${id}`;
  await database.sql`update carbon_projects set description = 'Elm on 12 hectares.' where id = ${id}`;
  await database.sql`update carbon_projects set available_credits = 40 where id = ${id}`;
  const history = (await readProjectPage('oak', { history: 10, related: 3 }))?.history ?? [];
  expect(history.map(({ pricePerCredit, availableCredits }) => [pricePerCredit, availableCredits])).toEqual([
    [3000, 40],
    [3000, 100],
    [2850, 100],
  ]);
  const stored = await database.sql`select since from project_figures_history where project_id = ${id} order by since desc`;
  expect(history.map(({ since }) => since)).toEqual(stored.map(({ since }) => since));
  expect((await readProjectPage('oak', { history: 2, related: 3 }))?.history).toEqual(history.slice(0, 2));
});

test('the change feed includes the former figures', async () => {
  const { changes } = await readChanges(0, 10);
  expect(changes).toMatchObject([{ id, project: { availableCredits: 40 }, former: { pricePerCredit: 3000, availableCredits: 100 } }]);
});

test('history is deleted with its project', async () => {
  await database.sql`delete from carbon_projects where id = ${id}`;
  expect(await database.sql`select from project_figures_history where project_id = ${id}`).toHaveLength(0);
});
