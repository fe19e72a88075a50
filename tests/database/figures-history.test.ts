import { beforeAll, expect, test } from 'vitest';
import { readChanges } from '#server/domain/projects/changes.ts';
import { readPricesOn } from '#server/domain/projects/figures.ts';
import { readProjectPage } from '#server/domain/projects/project-page.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';

let id = 0;

const database = ownDatabase();
beforeAll(async () => {
  [{ id }] = (await database.sql`insert into carbon_projects ${database.sql(projectRow('oak'))} returning id`) as unknown as [
    { id: number },
  ];
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

test('what a project cost on a day is its price at the end of that day in London', async () => {
  const [elm] = await database.sql<{ id: number }[]>`insert into carbon_projects ${database.sql(projectRow('elm'))} returning id`;
  const of = elm?.id ?? 0;
  await database.sql`delete from project_figures_history where project_id = ${of}`;
  // 29 March 2026 has 23 hours: it ends at 23:00 UTC.
  for (const [since, price] of [
    ['2026-03-28T12:00:00Z', 1000],
    ['2026-03-29T22:59:59Z', 2000],
    ['2026-03-29T23:00:00Z', null],
  ])
    await database.sql`
      insert into project_figures_history (project_id, since, price_per_credit, status)
      values (${of}, ${new Date(since as string)}, ${price as number | null}, 'On sale')
    `;
  const on = async (day: string) => (await readPricesOn([of], day))[0];
  const since = new Date('2026-03-28T12:00:00Z');
  expect(await on('2026-03-27')).toEqual({ projectId: of, isKnown: false, price: null, since });
  expect(await on('2026-03-28')).toEqual({ projectId: of, isKnown: true, price: 1000, since });
  expect(await on('2026-03-29')).toMatchObject({ isKnown: true, price: 2000 });
  expect(await on('2026-03-30')).toMatchObject({ isKnown: true, price: null });
  expect(await readPricesOn([99_999], '2026-03-30')).toEqual([{ projectId: 99_999, isKnown: false, price: null, since: null }]);
});

test('history is deleted with its project', async () => {
  await database.sql`delete from carbon_projects where id = ${id}`;
  expect(await database.sql`select from project_figures_history where project_id = ${id}`).toHaveLength(0);
});
