import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reset } from '#commands/db.ts';
import { migrate } from '#db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { has } from '#tests/support/matchers.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const warnings: string[] = [];
const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message), error: () => {} };

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());
beforeEach(async () => {
  warnings.length = 0;
  await database.sql.unsafe('drop schema public cascade; create schema public');
  folder = await folderOfTest();
});

it('migrate applies each file once when ten instances start together', async () => {
  await write({
    '0001_first.sql': 'create table steps (id integer generated always as identity, step text); select pg_sleep(0.1);',
    '0002_second.sql': "insert into steps (step) values ('second');",
  });
  const results = await Promise.all(Array.from({ length: 10 }, () => run()));
  expect(results.filter((applied) => applied.length > 0)).toEqual([['0001_first.sql', '0002_second.sql']]);
  expect(await steps()).toEqual(['second']);
});

it('migrate rolls a failed file back, keeps the ones before it, and continues once the file is fixed', async () => {
  await write({
    '0001_first.sql': 'create table steps (id integer generated always as identity, step text);',
    '0002_second.sql':
      "create table half (id integer);\ninsert into steps (step) values ('half');\n\nalter table steps\n  add column colour notatype;",
  });
  await expect(run()).rejects.toThrow(/0002_second\.sql, line 5, failed .* type "notatype" does not exist/);
  expect(await database.sql`select to_regclass('half') as half, to_regclass('steps') as steps`).toEqual([{ half: null, steps: 'steps' }]);
  expect(await steps()).toEqual([]);
  await write({ '0002_second.sql': "insert into steps (step) values ('mended');" });
  expect(await run()).toEqual(['0002_second.sql']);
});

it('migrate lets an older release start on a newer database, with a warning', async () => {
  await write({ '0001_first.sql': 'create table a (id integer);', '0002_newer.sql': 'create table b (id integer);' });
  await run();
  await rm(path.join(folder, '0002_newer.sql'));
  expect(await run()).toEqual([]);
  expect(warnings).toEqual([has('0002_newer.sql')]);
});

it('migrate rejects a file that commits half-way', async () => {
  await write({ '0001_first.sql': 'create table a (id integer);\ncommit;\ncreate table a (id integer);' });
  await expect(run()).rejects.toThrow('0001_first.sql contains "commit;"');
  expect(await database.sql`select to_regclass('a') as a`).toEqual([{ a: null }]);
});

it('migrate stops waiting for a table lock, or for another instance, after a limit', async () => {
  await write({ '0001_first.sql': 'create table a (id integer);' });
  await run();
  await write({ '0002_second.sql': 'alter table a add column name text;' });
  await database.sql.begin(async (reader) => {
    await reader`select * from a`;
    await expect(run({ lockLimit: 100 })).rejects.toThrow(/0002_second\.sql, failed .* lock timeout/);
    const first = run({ lockLimit: 1_000 });
    await expect
      .poll(
        () =>
          reader`select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
      .toHaveLength(1);
    await expect(run({ waitLimit: 100 })).rejects.toThrow('Waited 100 ms for another instance');
    await expect(first).rejects.toThrow('lock timeout');
  });
  expect(await run()).toEqual(['0002_second.sql']);
});

it.each([
  ['another name', { '0001_old.sql': 'create table a (id integer);' }],
  ['another text', { '0001_first.sql': 'create table a (id bigint);' }],
  ['another one in between', { '0001_first.sql': 'create table a (id integer);', '0002_between.sql': 'select 1;' }],
])('migrate refuses a database whose files had %s', async (_, files) => {
  await write(files);
  await run();
  for (const name of Object.keys(files)) await rm(path.join(folder, name));
  await write({ '0001_first.sql': 'create table a (id integer);', '0002_second.sql': 'create table b (id integer);' });
  await expect(run()).rejects.toThrow('was made by another form of the schema');
  expect(await database.sql`select to_regclass('b') as b`).toEqual([{ b: null }]);
});

it('migrate leaves a database of an older form as it is; after db:reset it takes all of the site’s own migrations', async () => {
  await write({ '0001_catalogue.sql': 'create table carbon_projects (id integer); insert into carbon_projects values (7);' });
  await run();
  await expect(migrate({ url: database.ownerUrl, log })).rejects.toThrow(
    /^This database was made by .*"npm run db:reset" deletes everything in it .* docs\/operations\.md/,
  );
  expect(await database.sql`select id from carbon_projects`).toEqual([{ id: 7 }]);
  await reset(database.sql);
  expect(await migrate({ url: database.ownerUrl, log })).toEqual((await readdir('db/migrations')).toSorted());
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

function run(limits: { lockLimit?: number; waitLimit?: number } = {}): Promise<string[]> {
  return migrate({ url: database.ownerUrl, dir: folder, log, ...limits });
}

async function steps(): Promise<string[]> {
  const rows = await database.sql<{ step: string }[]>`select step from steps order by id`;
  return rows.map(({ step }) => step);
}
