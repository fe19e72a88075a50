import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type MigrateOptions, migrate, prepareDatabase } from '#db/migrate.ts';
import { expectRun, runHere, startCommand } from '#tests/support/command.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const warnings: string[] = [];
const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message), error: () => {} };

let folder: string;

const database = ownDatabase();
beforeEach(async () => {
  warnings.length = 0;
  // Empty, as a new one.
  await database.sql.unsafe('drop schema public cascade; create schema public; grant usage on schema public to public');
  folder = await folderOfTest();
});

/** Writes migrations, by name. */
const write = async (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
};
const run = (more: Partial<MigrateOptions> = {}) => migrate({ url: database.ownerUrl, dir: folder, log, ...more });
const steps = async () => (await database.sql`select step from steps order by id`).map(({ step }) => step);

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

it('migrate lets an older release start on a newer database, with a warning, and leaves the rights that the newer one gave', async () => {
  const siteRole = new URL(database.url).username;
  await cp('db/migrations', folder, { recursive: true });
  await write({ '9999_newer.sql': 'create table record_newer (id integer);' });
  await run({ siteRole });
  const readRight = () => database.sql`select has_table_privilege(${siteRole}, 'record_newer', 'select') as may`;
  expect(await readRight()).toEqual([{ may: false }]);
  await database.sql`grant select on record_newer to ${database.sql(siteRole)}`;
  await rm(path.join(folder, '9999_newer.sql'));
  expect(await run({ siteRole })).toEqual([]);
  expect(warnings).toEqual([has('9999_newer.sql')]);
  expect(await readRight()).toEqual([{ may: true }]);
});

it.each(['commit;', '  COMMIT ;', 'commit work;', 'end transaction;'])('migrate rejects a file that commits half-way: %s', async (word) => {
  await write({ '0001_first.sql': `create table a (id integer);\n${word}\ncreate table a (id integer);` });
  await expect(run()).rejects.toThrow(`0001_first.sql contains "${word.trim()}"`);
  expect(await database.sql`select to_regclass('a') as a`).toEqual([{ a: null }]);
});

it('migrate stops waiting for a table lock, or for another instance, after a limit', async () => {
  await write({ '0001_first.sql': 'create table a (id integer);' });
  await run();
  await write({ '0002_second.sql': 'alter table a add column name text;' });
  await database.sql.begin(async (reader) => {
    await reader`select * from a`;
    await expect(run({ lockLimit: 100 })).rejects.toThrow(/0002_second\.sql, failed .* lock timeout/);
    await reader`select pg_advisory_xact_lock(hashtextextended('schema_migrations', 0))`;
    const locks = `pg_locks join pg_database as base on base.oid = database where locktype = 'advisory' and datname = current_database()`;
    await expect(run({ waitLimit: 100 })).rejects.toThrow('Waited 100 ms for another instance');
    // A wait that something else ends is not said to have met a limit.
    const ended = expect(run()).rejects.toThrow(/^canceling statement/);
    await expect.poll(() => reader.unsafe(`select pg_cancel_backend(pid) from ${locks} and not granted`)).toHaveLength(1);
    await ended;
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
  await expect(run()).rejects.toThrow(/^This database was made by .*"npm run db:reset" deletes everything in it .* docs\/operations\.md/);
  expect(await database.sql`select to_regclass('b') as b`).toEqual([{ b: null }]);
});

it('db migrate and seed say what to set when the site’s login may not change the schema, and prepare an empty database, once', async () => {
  for (const word of ['migrate', 'seed'])
    await expectRun(command([word], { DATABASE_OWNER_URL: '' }), 1, 'carma may not change its schema. Set DATABASE_OWNER_URL');
  await expectRun(startCommand('db', ['migrate'], settings()), 0, /^Applied \d+ migrations/);
  await expectRun(command(['migrate']), 0, 'is up to date');
  await expectRun(command(['migrate'], { DATABASE_OWNER_URL: '' }), 0, 'is up to date');
  await expectRun(command(['seed']), 0, /Added \d+ sample projects/);
  await expectRun(command(['seed']), 0, 'nothing was added');
});

it('an empty database is filled with the samples once when several instances prepare it at the same time, and the log says so; db reset refuses to delete what is no sample until it is named, with how much it is; then it deletes everything and starts again', async () => {
  const lines: string[] = [];
  const recorder = { info: (_: object, message: string) => void lines.push(message), warn: () => {}, error: () => {} };
  const prepare = () => prepareDatabase({ url: database.url, ownerUrl: database.ownerUrl, log: recorder, seedsSamples: true });
  await Promise.all(Array.from({ length: 4 }, prepare));
  expect(lines.filter((line) => line.includes('sample data'))).toHaveLength(1);
  const { projects } = JSON.parse(await readFile('db/sample-catalogue.json', 'utf8'));
  expect(await database.sql`select from carbon_projects`).toHaveLength(projects.length);

  await database.sql`create table own (id integer)`;
  await database.sql`insert into messages (kind, name, email) values ('contact', 'Ada', 'ada@example.com'), ('contact', 'Grace', 'grace@example.com')`;
  await database.sql`insert into newsletter_subscribers (email) values ('ada@example.com')`;
  await database.sql`insert into record_keys (name, key_hash, scopes) values ('crm', '', '{webhooks}')`;
  await database.sql`insert into webhook_subscriptions (url, events, secret) values ('https://crm.example/', '{message.received}', '')`;
  await database.sql`insert into carbon_projects ${database.sql(projectRow('oak'))}`;
  await database.sql`insert into record_log (origin, is_sample) values ('carma.example/log', false)`;
  await database.sql`
    insert into record_entries (entry)
    values (convert_to('{"version":1,"kind":"correct","time":"2026-11-27T00:00:00.000Z","lines":[]}', 'UTF8'))
  `;
  const named = 'entries=1,projects=1,messages=2,subscribers=1,keys=1,webhooks=1';
  const own = 'projects of your own (1), messages (2), newsletter subscriptions (1), API keys (1), webhook subscriptions (1)';
  const all = `entries of the signed log (1), ${own}`;
  for (const words of [[], ['--delete', named.replace('projects=1', 'projects=2')]])
    await expectRun(command(['reset', ...words]), 1, `delete ${all}. If you mean that, name it: --delete ${named}`);
  expect(await database.sql`select 1 from messages`).toHaveLength(2);
  await expectRun(command(['reset', '--delete', named]), 0, /^Deleted everything[\s\S]*sample projects/);
  await expectRun(command(['reset']), 0, /^Deleted everything/);
  const [row] = await database.sql`select to_regclass('own') as own, (select count(*) > 0 from carbon_projects) as filled`;
  expect(row).toEqual({ own: null, filled: true });
  expect(await database.sql`select 1 from messages`).toHaveLength(0);
});

it('db reset refuses a remote server before connecting to it', async () => {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
    const refused = command(['reset'], { [name]: 'postgres://site:secret@db.example.com/carma' });
    expect(await expectRun(refused, 1, 'db.example.com:5432/carma, which is not on this machine')).not.toContain('secret');
  }
});

it('db reset deletes nothing where the owner’s address is that of another database than the site’s', async () => {
  const other = await createTestDatabase('not migrated');
  await other.sql`create table kept (id integer)`;
  onTestFinished(other.drop);
  await expectRun(command(['reset'], { DATABASE_OWNER_URL: other.ownerUrl }), 1, /DATABASE_OWNER_URL .* lead to two databases/);
  expect(await other.sql`select to_regclass('kept') as kept`).toEqual([{ kept: 'kept' }]);
});

it('db psql gives the password to psql where no other user of the machine sees it, and ends with its exit code', async () => {
  const program = `#!/bin/sh\necho "$PGPASSWORD" > ${folder}/given\necho "$@" > ${folder}/words\nexit 3\n`;
  await writeFile(`${folder}/psql`, program, { mode: 0o755 });
  const address = new URL(database.ownerUrl);
  const { password } = address;
  await expectRun(command(['psql', '-c', 'select 1'], { PATH: `${folder}:${process.env.PATH}` }), 3);
  expect(await readFile(`${folder}/given`, 'utf8')).toBe(`${password}\n`);
  address.password = '';
  expect(await readFile(`${folder}/words`, 'utf8')).toBe(`${address.href} -c select 1\n`);
});

it('db says which word it does not know', async () => {
  await expectRun(command(['migrate', 'all']), 2, 'Unexpected argument "all"');
  await expectRun(command(['rest']), 2, 'There is no command "rest". Did you mean reset?');
});

const settings = () => ({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl });
const command = (words: string[], env: Record<string, string> = {}) => runHere('db', words, { ...settings(), ...env });
