import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareDatabase } from '#db/migrate.ts';
import { expectRun, runHere, startCommand } from '#tests/support/command.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { projectRow } from '#tests/support/projects.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterEach(() => database.drop());

it('db migrate says what to set when the site’s login may not change the schema; migrate and seed prepare an empty database, once', async () => {
  await expectRun(run(['migrate'], { DATABASE_OWNER_URL: '' }), 1, 'carma may not change its schema. Set DATABASE_OWNER_URL');
  await expectRun(startCommand('db', ['migrate'], settings()), 0, /^Applied \d+ migrations/);
  await expectRun(run(['migrate']), 0, 'is up to date');
  await expectRun(run(['migrate'], { DATABASE_OWNER_URL: '' }), 0, 'is up to date');
  await expectRun(run(['seed']), 0, /Added \d+ sample projects/);
  await expectRun(run(['seed']), 0, 'nothing was added');
});

it('an empty database is filled with the samples once when several instances prepare it at the same time, and the log says so', async () => {
  const lines: string[] = [];
  const log = { info: (_: object, message: string) => void lines.push(message), warn: () => {}, error: () => {} };
  const prepare = () => prepareDatabase({ url: database.url, ownerUrl: database.ownerUrl, log, seedsSamples: true });
  await Promise.all(Array.from({ length: 4 }, prepare));
  expect(lines.filter((line) => line.includes('sample data'))).toHaveLength(1);
  const { projects } = JSON.parse(await readFile('db/sample-catalogue.json', 'utf8'));
  expect(await database.sql`select from carbon_projects`).toHaveLength(projects.length);
});

it('db reset refuses to delete what is no sample until it is named, with how much it is; then it deletes everything and starts again', async () => {
  await database.drop();
  database = await createTestDatabase();
  await database.sql`create table own (id integer)`;
  await database.sql`insert into messages (kind, name, email) values ('contact', 'Ada', 'ada@example.com'), ('contact', 'Grace', 'grace@example.com')`;
  await database.sql`insert into newsletter_subscribers (email) values ('ada@example.com')`;
  await database.sql`insert into carbon_projects ${database.sql(projectRow('oak'))}`;
  await run(['seed']);
  await database.sql`insert into record_log (origin, is_sample) values ('carma.example/log', false)`;
  await database.sql`
    insert into record_entries (kind, entry, created_at)
    values ('correct', convert_to('{"version":1,"kind":"correct","time":"2026-11-27T00:00:00.000Z","lines":[]}', 'UTF8'), '2026-11-27')
  `;
  const named = 'entries=1,projects=1,messages=2,subscribers=1';
  const all = 'entries of the signed log (1), projects of your own (1), messages (2), newsletter subscriptions (1)';
  for (const words of [[], ['--delete', 'entries=1,projects=2,messages=2,subscribers=1']])
    await expectRun(run(['reset', ...words]), 1, `delete ${all}. If you mean that, name it: --delete ${named}`);
  expect(await database.sql`select 1 from messages`).toHaveLength(2);
  await expectRun(run(['reset', '--delete', named]), 0, /^Deleted everything[\s\S]*sample projects/);
  await expectRun(run(['reset']), 0, /^Deleted everything/);
  const [row] = await database.sql`select to_regclass('own') as own, (select count(*) > 0 from carbon_projects) as filled`;
  expect(row).toEqual({ own: null, filled: true });
  expect(await database.sql`select 1 from messages`).toHaveLength(0);
});

it('db reset refuses a remote server before connecting to it', async () => {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
    const refused = run(['reset'], { [name]: 'postgres://site:secret@db.example.com/carma' });
    expect(await expectRun(refused, 1, 'db.example.com:5432/carma, which is not on this machine')).not.toContain('secret');
  }
});

const settings = () => ({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl });

const run = (words: string[], env: Record<string, string> = {}) => runHere('db', words, { ...settings(), ...env });
