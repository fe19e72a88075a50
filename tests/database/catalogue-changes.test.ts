import { afterEach, expect, test } from 'vitest';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';

const database = ownDatabase();
afterEach(async () => {
  await database.sql`delete from carbon_projects`;
});

const insert = (...slugs: string[]) => database.sql`insert into carbon_projects ${database.sql(slugs.map(projectRow))}`;
const changesOf = (slug: string) => database.sql`select change, seq::int from project_changes where slug = ${slug}`;
const version = async () => (await database.sql<{ seq: number }[]>`select max(seq)::int as seq from project_changes`)[0]?.seq ?? 0;

test('a project is recorded when it is created, changed and deleted, each time with a higher number', async () => {
  await insert('oak');
  const [created] = await changesOf('oak');
  await database.sql`update carbon_projects set available_credits = 99 where slug = 'oak'`;
  const [updated] = await changesOf('oak');
  await database.sql`delete from carbon_projects where slug = 'oak'`;
  const [deleted] = await changesOf('oak');

  expect([created?.change, updated?.change, deleted?.change]).toEqual(['created', 'updated', 'deleted']);
  expect(updated?.seq).toBeGreaterThan(created?.seq);
  expect(deleted?.seq).toBeGreaterThan(updated?.seq);
});

test('an update that changes nothing is not recorded', async () => {
  await insert('elm');
  const before = await version();
  await database.sql`update carbon_projects set title = title`;
  expect(await version()).toBe(before);
});

test('listeners are notified of a committed change, but not of one that is rolled back', async () => {
  let notices = 0;
  const { unlisten } = await database.sql.listen('data', () => {
    notices += 1;
  });
  await database.sql
    .begin(async (sql) => {
      await sql`insert into carbon_projects ${sql(projectRow('undone'))}`;
      throw new Error('undo');
    })
    .catch(() => {});
  await insert('done');
  await expect.poll(() => notices).toBe(1);
  await unlisten();
});

test('numbers follow the order of commits, even with concurrent writers', async () => {
  await insert('first', 'second');
  const order: string[] = [];
  let started = () => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const slow = database.sql
    .begin(async (sql) => {
      await sql`update carbon_projects set title = 'slow' where slug = 'first'`;
      started();
      await sql`select pg_sleep(0.3)`;
    })
    .then(() => order.push('first'));
  await running;
  const quick = database.sql`update carbon_projects set title = 'quick' where slug = 'second'`.then(() => order.push('second'));
  await Promise.all([slow, quick]);

  const [first] = await changesOf('first');
  const [second] = await changesOf('second');
  expect(order).toEqual(['first', 'second']);
  expect(second?.seq).toBeGreaterThan(first?.seq);
});
