import { beforeAll, expect, it } from 'vitest';
import { isOfRecord, recordGrants } from '#db/grants.ts';
import { createKey } from '#server/domain/api-keys.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { startRecordJobs } from '#server/domain/record/jobs.ts';
import { eraseTexts } from '#server/domain/record/log/texts.ts';
import { recordLog } from '#server/http/routes/record-files.ts';
import { query } from '#server/platform/database/query.ts';
import { metricsRegistry } from '#server/platform/metrics.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { ownDatabase, ownKeys, run, runTogether, shares, units, withoutTriggers } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { type Fetch, fetchCheckpoint, SignedLog } from '#verify/log.ts';
import { keyFor, keyText } from '#verify/signed-tree.ts';

const rows = ['oak', 'elm', 'ash'].map((slug) => ({ ...projectRow(slug), external_id: slug === 'ash' ? 'ACR102' : null }));
const database = ownDatabase({}, rows);

const soon = dayIn(60);
const receive = (project: string, series: string, change: object = {}) =>
  run('receive', units(project, series, 1, 100, { vintageStart: '2020-01-01', vintageEnd: '2020-12-31', ...change }));

/** Every operation once or more, with texts, of which two were erased. Comments: the index of the entry. */
async function fillBook(): Promise<void> {
  const registryUrl = 'https://registry.example/batches/1';
  await receive('oak', 'WCU-1', { registryUrl, note: 'First' }); // 0
  await receive('elm', 'PIU-1', { issuance: 'expected' }); // 1
  await run('reserve', { project: 'oak', quantity: 20, until: soon, reference: 'PO 4711' }); // 2
  await run('transfer', { reservation: 2, quantity: 10 }); // 3
  await run('retire', { transfer: 3, quantity: 4, beneficiary: 'Ada Ltd', purpose: '2030', note: 'Thanks' }); // 4
  await run('release', { reservation: 2 }); // 5
  await run('cancel', { project: 'oak', quantity: 5, reason: 'Reversal' }); // 6
  await run('assign', { project: 'elm', quantity: 30, buyer: 'Buyer plc' }); // 7
  await run('deliver', { project: 'elm', quantity: 50, verified: 50, sameSerials: true, registryUrl: `${registryUrl}0` }); // 8
  await run('deliver', { project: 'elm', verified: 40, issued: [{ series: 'WCU-2', first: 1, last: 40 }], reason: 'Deer' }); // 9
  await run('correct', { entry: 6, correction: 'An over-issuance' }); // 10
  await run('retire', { projects: shares({ oak: 3, elm: 3 }), beneficiary: 'Grace', note: 'Erased' }); // 11
  const acr = { registry: 'acr', serial: 'ACR-FR-102-2025-2917-1 to 50', series: undefined, first: undefined, last: undefined };
  await receive('ash', '', { ...acr, vintageStart: '2025-01-01', vintageEnd: '2025-12-31' }); // 12
  await createKey('shop', ['reserve']);
  const [key] = await database.sql<{ id: number }[]>`select id from record_keys`;
  await run('reserve', { project: 'ash', quantity: 5, until: soon }, { actor: { keyId: key?.id ?? 0, isForAnyOwner: false } }); // 13
  await eraseTexts(query, 11);
  const seen = { registryRetirementId: 'R-9921', registryRetiredOn: '2026-03-04', checkedBy: 'A. Name' };
  await run('confirm', { certificate: 'CR-000005', ...seen }); // 14
}

/** A key that has signed nothing. */
let otherKey: string;

const audited = async () => (await auditWholeRecord()).difference;

/** The columns that can be inserted of the record's tables, and of that of projects, by table. */
let tables: Map<string, { name: string; type: string }[]>;
/** The tables that are not as `fillBook` left them. */
const changed = new Set<string>();

beforeAll(async () => {
  otherKey = keyText(await keyFor('carma.example/log', new Uint8Array(32)));
  await fillBook();
  const columns = await database.sql<{ table: string; name: string; type: string }[]>`
    select table_name as table, column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER'
  `;
  tables = Map.groupBy(
    columns.filter(({ table }) => isOfRecord(table) || table === 'carbon_projects'),
    ({ table }) => table,
  );
  await database.sql`create schema saved`;
  for (const name of tables.keys()) await database.sql.unsafe(`create table saved.${name} as table public.${name}`);
});

/** Changes the database with all triggers switched off, as its owner may, even those of foreign keys. */
async function tamper(statement: string): Promise<void> {
  for (const [, table = ''] of statement.matchAll(/(?:update|insert into|delete from) (\w+)/g)) changed.add(table);
  await withoutTriggers(database, async (sql) => {
    const { count } = await sql.unsafe(statement);
    expect(count, statement).toBeGreaterThan(0);
  });
}

/** Undoes all changes. Tables are not truncated: for a few rows, that is slower, as it makes the files of each and its indexes anew. */
const restore = () =>
  withoutTriggers(database, async (sql) => {
    for (const table of changed) {
      const columns = tables.get(table)?.map(({ name }) => name);
      await sql.unsafe(
        `delete from ${table}; insert into ${table} (${columns}) overriding system value select ${columns} from saved.${table}`,
      );
    }
    changed.clear();
  });

/** Returns what the audit says after a change, which is undone then. */
const auditedAfter = (statement: string) => tamper(statement).then(audited).finally(restore);

/** An entry with another reason. */
const edited = `convert_to(replace(convert_from(entry, 'UTF8'), '"Reversal"', '"Reversed"'), 'UTF8')`;

/** A line of a note: a signature in the name of the log, of a key that it does not have. */
const signature = `'— ' || (select origin from record_log) || ' ' || replace(encode(sha256('x') || sha256('y') || '\\x00000000', 'base64'), E'\\n', '') || E'\\n'`;

/** Another value of a column, by its type. */
const otherValues: Record<string, string> = {
  ...{ bytea: `sha256('x')`, text: `coalesce($, '') || 'x'`, boolean: 'not $', date: `coalesce($, '2026-01-01') + 1` },
  ...{ bigint: 'coalesce($, 0) + 99', integer: 'coalesce($, 0) + 99', smallint: '$ + 1' },
  ...{ int8range: 'int8range(lower($), upper($) + 1)', 'timestamp with time zone': `$ - interval '1 second'` },
};
/** Without rows: nothing is lost, and no witness was asked. */
const emptyTables = ['record_cosignatures', 'record_ended_logs', 'record_lost_texts'];
/** What is no part of the record or empty, and columns that no entry says and no signature proves. */
const notCompared = [
  ...['carbon_projects', ...emptyTables],
  ...['record_checkpoints.signed_at', 'record_erasures.erased_at', 'record_log.begun_at'],
  ...['name', 'key_hash', 'created_at', 'last_used_at', 'revoked_at'].map((column) => `record_keys.${column}`),
  // Another size is found only if no checkpoint has it, as in `changes`.
  'record_signing_keys.size',
];

const ofBatch = /^unit_holdings: .*batch \d/;
/** Changes beside those of each column (below), and what the audit says; by default it names the row that was changed (`namedIn`). */
const changes: Record<string, [statement: string, difference?: string | RegExp]> = {
  'a later beginning of the log': [`update record_log set begun_at = begun_at + interval '1 day'`, /^Entry 1 is of .*, before its log/],
  'an edited entry with all hashes made anew': [
    `with edited as (update record_entries set entry = ${edited} where index = 6 returning sha256('\\x00'::bytea || entry) as leaf)
     update record_nodes set hash = edited.leaf from edited where level = 0 and index = 6`,
    /record_nodes: [^;]*index 3, level 1 is missing/,
  ],
  'an entry, of which a text was erased, with a name that PostgreSQL does not read': [
    `update record_entries set entry = convert_to('{"\\u0000":0,' || substr(convert_from(entry, 'UTF8'), 2), 'UTF8') where index = 11`,
    /record_nodes: [^;]*index 11, level 0 is missing/,
  ],
  'an entry with a value that its column cannot have': [
    `update record_entries set entry = convert_to(replace(convert_from(entry, 'UTF8'), '"operation":"', '"operation":"\\u0000'), 'UTF8') where index = 6`,
    /^An entry says what its column cannot have: /,
  ],
  'a node too many': [`insert into record_nodes (level, index, hash) values (4, 0, sha256('x'))`],
  'a checkpoint without its signature': [
    `update record_checkpoints set note = split_part(note, '— ', 1) || ${signature} where size = 3`,
    /^The checkpoint over 3 entries was not signed by the keys of the log, /,
  ],
  'a checkpoint with another signature in the name of the log': [
    `update record_checkpoints set note = note || ${signature} where size = 3`,
    /^The checkpoint over 3 entries was not signed by the keys of the log, /,
  ],
  'a deleted checkpoint': ['delete from record_checkpoints where size = 3', /^The checkpoint over 4 entries is number 3, and 2 are stored/],
  'another key of the log': [
    `update record_signing_keys set keys = array['OTHER KEY']`,
    /^The key carma\.example\/log\+.* which no signature/,
  ],
  'keys from a checkpoint on that does not exist': ['update record_signing_keys set size = 99', /^(?:The keys|Keys of the log) .*recorded/],
  'a cosignature of a checkpoint that does not exist': [
    `insert into record_cosignatures (size, witness, line) values (99, 'witness.example+00000000', '— witness.example AAAA' || chr(10))`,
  ],
  'a text of another field': [`update record_texts set field = 'purpose' where entry_index = 4 and field = 'note'`],
  'another text with its own salt': [
    `update record_texts set text = 'Forger', commitment = sha256(salt || convert_to('Forger', 'UTF8')) where entry_index = 4 and field = 'beneficiary'`,
  ],
  'an erasure that never was': [`insert into record_erasures (entry_index, field) values (4, 'note')`],
  'another state of units at an earlier moment': [
    `update unit_holdings set status = 'Held', owner_entry = null, reserved_until = null where entry_index = 2 and ended_entry is not null`,
    ofBatch,
  ],
  'another issuance of units': [`update unit_holdings set issuance = 'expected' where status = 'Cancelled'`, ofBatch],
  'the rest of a range since another time': [
    `update unit_holdings set since = since - interval '1 day' where entry_index = 0 and begun_entry = 2`,
    ofBatch,
  ],
  'a holding that begins earlier': [`update unit_holdings set begun_entry = 3, entry_index = 3 where entry_index = 4`, ofBatch],
  'a holding that ends with no entry': [`update unit_holdings set ended_entry = 99 where entry_index = 6`, ofBatch],
  'a deleted holding of an earlier moment': ['delete from unit_holdings where ended_entry = 2'],
  'an ended log': [
    `insert into record_ended_logs values ('other.example/log', 0, '', 0, 'Forged')`,
    /^The log other.* and no entry says so/,
  ],
  'other credits on sale': [`update carbon_projects set available_credits = 1000 where slug = 'oak'`],
  'another status of units on sale': [`update carbon_projects set units_status = 'expected' where slug = 'ash'`],
};

/** Returns what names the row that a statement changes: its table and, if it is chosen by them, the entry (from 1), node or batch. */
function namedIn(statement: string): RegExp {
  const [, table = 'NO TABLE'] = /^(?:update|insert into|delete from) (\w+)/.exec(statement) ?? [];
  const [, number = ''] = /where (?:entry_index|index|id) = (\d+)/.exec(statement) ?? [];
  // Texts are compared with what was erased or lost of them.
  const compared = /^record_(?:erasures|lost_texts)$/.test(table) ? 'record_texts' : table;
  return new RegExp(`^(?:.*; )?${compared}\\b.*${number === '' ? '' : `(?:entry ${Number(number) + 1}|(?:index|batch) ${number})\\b`}`);
}

it.each(Object.entries(changes))('the audit finds %s, made with all triggers switched off', async (_, [statement, difference]) => {
  expect(await auditedAfter(statement.replace('OTHER KEY', otherKey))).toMatch(difference ?? namedIn(statement));
});

const filledTables = Object.keys(recordGrants).filter((table) => !emptyTables.includes(table));
it.each(filledTables)('the audit finds that the last row is deleted, or all, with all triggers switched off: %s', async (table) => {
  for (const deleted of [`${table} where ctid = (select max(ctid) from ${table})`, table])
    expect(await auditedAfter(`delete from ${deleted}`), deleted).not.toBeNull();
});

it('the audit finds another value in any column that an entry says, unless the database refuses it even with all triggers switched off', async () => {
  let found = 0;
  for (const [table, columns] of tables)
    for (const { name, type } of columns) {
      if (notCompared.includes(table) || notCompared.includes(`${table}.${name}`) || type === 'ARRAY') continue;
      const change = `update ${table} set ${name} = ${otherValues[type]?.replaceAll('$', name)} where ctid = (select min(ctid) from ${table})`;
      const said = await auditedAfter(change).catch(({ code }: { code: string }) => code);
      // Or it is refused: by a unique or a check constraint, or because the column is always generated.
      expect(said, change).toMatch(/ |^(?:23505|23514|428C9)$/);
      if (said?.includes(' ')) found += 1;
    }
  expect(found).toBeGreaterThan(30);
  for (const table of emptyTables) expect(await database.count(table), table).toBe(0);
});

it('the audit finds nothing once all changes are undone, nor in an erasure', async () => {
  expect(await audited()).toBeNull();
  await eraseTexts(query, 4);
  expect(await audited()).toBeNull();
});

it('a log of more than a thousand entries is served in tiles, and the audit finds changes at the end of a thousand and behind it', async () => {
  const many = Array.from({ length: 1_100 }, (_, at) => units('oak', `WCU-M${at}`, 1, 10, { note: 'One of many' }));
  await runTogether('receive', many);
  const serve: Fetch = async (part) => new Uint8Array(await (await recordLog().request(`/${part}`)).arrayBuffer());
  const keys = (await ownKeys()).map(({ key }) => key);
  const { checkpoint } = await fetchCheckpoint(serve, keys);
  const read: unknown[] = [];
  await new SignedLog(serve, checkpoint).readEntries((_, entries) => void read.push(...entries));
  expect([read.length, checkpoint.size]).toEqual([1_115, 1_115]);
  const turned = (column: string) => `${column} = decode(reverse(encode(${column}, 'hex')), 'hex')`;
  const either = (column: string, one: string, other: string) =>
    `${column} = case ${column} when '${one}' then '${other}' else '${one}' end`;
  for (const index of [999, 1_000]) {
    // Made a second time, with the opposite `ms`, it is undone.
    const change = async (ms: number) => {
      await tamper(`update record_entries set created_at = created_at + interval '${ms} ms' where index = ${index}`);
      await tamper(`update record_nodes set ${turned('hash')} where level = 0 and index = ${index}`);
      await tamper(`update record_operations set ${turned('request_hash')} where entry_index = ${index}`);
      await tamper(`update record_texts set ${either('field', 'note', 'purpose')} where entry_index = ${index}`);
      await tamper(`update unit_holdings set ${either('status', 'Held', 'Cancelled')} where begun_entry = ${index}`);
    };
    await change(1);
    const difference = await audited();
    for (const table of ['record_entries', 'record_nodes', 'record_operations', 'record_texts', 'unit_holdings'])
      expect(difference).toMatch(new RegExp(`${table}: [^;]*\\b(?:entry ${index + 1}|index ${index})\\b`));
    await change(-1);
  }
  expect(await audited()).toBeNull();
});

it('an entry of a kind that is not known leaves the record unaudited', async () => {
  const ok = async () => (await metricsRegistry.getSingleMetric('carma_record_audit_ok')?.get())?.values[0]?.value;
  const audits = async (expected: number) => {
    const stop = startRecordJobs();
    await expect.poll(ok, { timeout: 20_000 }).toBe(expected);
    stop();
  };
  await audits(1);
  await tamper(
    `update record_entries set entry = convert_to(replace(convert_from(entry, 'UTF8'), '"kind":"cancel"', '"kind":"x"'), 'UTF8') where index = 6`,
  );
  await audits(Number.NaN);
});
