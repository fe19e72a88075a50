import type postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectTo, quiet } from '#db/connection.ts';
import { callableFunctions, isOfRecord, ownerFunctions, recordGrants } from '#db/grants.ts';
import { migrateAsOwner } from '#db/migrate.ts';
import { eraseTexts } from '#server/domain/record/log/texts.ts';
import { endSampleRecord } from '#server/domain/record/sample-record.ts';
import { query } from '#server/platform/database/query.ts';
import { ownDatabase, run, units } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';

/** A connection with the site's login. */
let site: postgres.Sql;
let role: string;

const database = ownDatabase({}, [projectRow('oak')]);
beforeAll(async () => {
  site = connectTo(database.url, { max: 2 });
  role = (await site<{ role: string }[]>`select current_user as role`)[0]?.role ?? '';
  await run('receive', units('oak', 'WCU-1', 1, 100));
  const { entry } = await run('retire', { project: 'oak', quantity: 4, beneficiary: 'Ada Ltd', note: 'Erased' });
  await eraseTexts(query, entry);
  await run('retire', { project: 'oak', quantity: 4, beneficiary: 'Ada Ltd' });
});
afterAll(() => site.end());

/** Lists what is granted to the site's login, or to everybody, on tables of the record and on single columns of them. */
const readRights = async () => {
  const found = await database.sql<{ right: string }[]>`
    select relname || ': ' || lower(privilege_type) as right from pg_class, aclexplode(relacl) where grantee in (0, ${role}::regrole)
    union all
    select relname || ': ' || lower(privilege_type) || ' ' || attname
    from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl) where grantee in (0, ${role}::regrole)
  `;
  return found.flatMap(({ right }) => (isOfRecord(right) && !/_seq: /.test(right) ? [right] : [])).toSorted();
};
/** The rights as `readRights` lists them: `insert (origin, is_sample)` is `insert origin` and `insert is_sample`. */
const listed = Object.entries(recordGrants).flatMap(([table, granted]) =>
  granted.flatMap((right) => {
    const [verb, columns = ''] = right.split(/[()]/);
    return columns.split(', ').map((column) => `${table}: ${verb}${column}`);
  }),
);

it('the site’s login has exactly the listed rights on each table of the record: to delete only texts, which a person may want erased, and to rewrite five columns', async () => {
  const tables = (await database.sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`)
    .map(({ name }) => name)
    .filter(isOfRecord);
  expect(Object.keys(recordGrants).toSorted()).toEqual(tables.toSorted());
  // Another table that refers to the record may be a part of it whose name does not say so.
  const others = await database.sql`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any (${tables}) and conrelid::regclass::text <> all (${tables})
  `;
  expect(others.map(({ name }) => name)).toEqual(['quote_entries']);
  expect(await readRights()).toEqual(listed.toSorted());
  expect(listed.filter((right) => !/: (?:select|insert)/.test(right))).toEqual([
    ...['record_log: update id', 'record_texts: delete', 'credit_batches: update registry_url', 'unit_holdings: update ended_entry'],
    ...['record_keys: update last_used_at', 'record_keys: update revoked_at'],
  ]);
});

it('the site’s login owns nothing, and may neither create in the schema nor name the owner’s functions in triggers of its own', async () => {
  const owned = "select relname from pg_class where relnamespace = 'public'::regnamespace and pg_has_role($1, relowner, 'member')";
  expect(await database.sql.unsafe(owned, [role])).toEqual([]);
  const create = site`create function sha256(text) returns bytea language sql return '\\x00'::bytea`;
  await expect(create).rejects.toThrow('permission denied for schema public');
  for (const name of [...ownerFunctions, ...callableFunctions]) {
    const [found] = await database.sql`
      select prosecdef as definer, proconfig as settings, has_function_privilege(${role}, oid, 'execute') as callable
      from pg_proc where proname = ${name}
    `;
    expect(found, name).toEqual({ definer: true, settings: ['search_path=public, pg_temp'], callable: callableFunctions.includes(name) });
  }
  await site.begin(async (sql) => {
    await sql`create temporary table entries (like record_entries)`;
    const take = (inner: postgres.TransactionSql) =>
      inner`create trigger take before insert on entries for each row execute function record_place_entry()`;
    await expect(sql.savepoint(take)).rejects.toThrow('permission denied for function record_place_entry');
  });
});

it.each([
  ['replace a guard', 'permission denied', `create or replace function record_refuse_change() returns trigger language plpgsql as ''`],
  ['act as a replica, for which triggers do not run', 'permission denied', `set session_replication_role = replica`],
  ['backdate an entry', 'is before', `insert into record_entries (entry) values ('{"kind":"correct","lines":[],"time":"2020-01-01"}')`],
  ['list an entry under a project', 'permission denied', 'insert into record_entry_projects (project_id, entry_index) values (1, 1)'],
  ['give an entry a certificate', 'permission denied', `insert into record_certificates (number, entry_index) values ('CR-000009', 0)`],
  ['say that a text was never erased', 'permission denied', 'delete from record_erasures'],
  [
    'bring a text back that was erased',
    'was erased',
    `insert into record_texts (commitment, entry_index, field, text, salt) select sha256(sha256('') || 'Ada'), entry_index, field, 'Ada', sha256('') from record_erasures limit 1`,
  ],
])('the site’s login cannot %s', async (_, refusal, statement) => {
  await expect(site.unsafe(statement)).rejects.toThrow(refusal);
});

it('the site’s login cannot end a log that is not of samples, whatever it sets', async () => {
  expect(await endSampleRecord()).toBe(false);
  await site.begin(async (sql) => {
    await sql`set local carma.end_sample_record = 'yes'`;
    expect(await sql`select record_end_sample() as ended`).toEqual([{ ended: null }]);
    await expect(sql.savepoint((inner) => inner`update record_log set id = false`)).rejects.toThrow('only grows');
  });
  expect(await database.sql`select from record_entries`).not.toEqual([]);
});

it.each([
  ...['update record_certificates set number = number', 'update record_operations set key = key', 'update record_nodes set hash = hash'],
  ...['update record_checkpoints set note = note', 'update record_texts set text = text', 'update record_erasures set field = field'],
  ...['update record_signing_keys set keys = keys', `update record_entries set kind = 'cancel'`],
  ...[`update record_log set origin = 'other.example/log'`, 'update record_log set begun_at = now()'],
  ...[`update credit_batches set series = 'x'`, 'update unit_holdings set serials = int8range(1, 2)'],
  ...['record_entries', 'record_certificates', 'record_operations', 'record_checkpoints', 'record_entry_projects', 'record_erasures']
    .concat('record_secrets', 'record_signing_keys', 'unit_holdings')
    .map((table) => `delete from ${table}`),
  ...Object.keys(recordGrants).map((table) => `truncate ${table} cascade`),
])('whoever owns the tables is refused: %s', async (statement) => {
  await expect(database.sql.unsafe(statement)).rejects.toMatchObject({ code: '23514' });
  const asForSamples = database.sql.begin(async (sql) => {
    await sql`set local carma.end_sample_record = 'yes'`;
    await sql.unsafe(statement);
  });
  await expect(asForSamples).rejects.toMatchObject({ code: '23514' });
});

const migrate = () => migrateAsOwner({ url: database.url, ownerUrl: database.ownerUrl, log: quiet });

it('the rights are given anew when the owner migrates, and taken where they are not listed', async () => {
  const readCallers = () => database.sql`
    select routine_name, grantee from information_schema.routine_privileges where grantee in (${role}, 'PUBLIC') order by 1, 2
  `;
  const before = await readCallers();
  await database.sql.unsafe(`
    grant update, truncate on record_entries to ${role};
    grant delete on record_checkpoints to public;
    revoke select on record_nodes from ${role};
    grant update (scopes) on record_keys to ${role};
    create table record_later (id integer);
    create table unit_later (id integer);
    grant all on record_later, unit_later to ${role};
    grant create on schema public to public, ${role};
    alter function record_place_entry() security invoker;
    grant execute on function record_grow_tree() to public
  `);
  await migrate();
  expect([await readRights(), await readCallers()]).toEqual([listed.toSorted(), before]);
  await expect(site`create table own (id integer)`).rejects.toThrow('permission denied for schema public');
  await database.sql`drop table record_later, unit_later`;
  expect((await run('correct', { entry: 0, correction: 'It can still be written to' })).entry).toBe(3);
  expect(await migrate()).toEqual([]);
});
