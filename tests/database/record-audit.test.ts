import { beforeAll, describe, expect, test } from 'vitest';
import { isOfRecord } from '#db/grants.ts';
import { createKey } from '#server/domain/api-keys.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { eraseTexts } from '#server/domain/record/log/texts.ts';
import { query } from '#server/platform/database/query.ts';
import { ownDatabase, run } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { writeVerifierKey } from '#verify/signed-tree.ts';

const database = ownDatabase(
  {},
  ['oak', 'elm', 'ash'].map((slug) => ({ ...projectRow(slug), external_id: slug === 'ash' ? 'ACR102' : null })),
);

const soon = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const units = { registry: 'UK Land Carbon Registry', vintageStart: '2030-01-01', vintageEnd: '2030-12-31', unitType: 'Removal - nature' };

/** Every operation once or more, with texts, of which two were erased. Comments: the entry. */
async function fillBook(): Promise<void> {
  const registryUrl = 'https://registry.example/batches/1';
  await run('receive', { project: 'oak', ...units, series: 'WCU-1', first: 1, last: 100, issuance: 'issued', registryUrl, note: 'First' }); // 0
  await run('receive', { project: 'elm', ...units, series: 'PIU-1', first: 1, last: 100, issuance: 'expected' }); // 1
  await run('reserve', { project: 'oak', quantity: 20, until: soon, reference: 'PO 4711' }); // 2
  await run('transfer', { reservation: 2, quantity: 10 }); // 3
  await run('retire', { transfer: 3, quantity: 4, beneficiary: 'Ada Ltd', purpose: '2030', note: 'Thanks' }); // 4
  await run('release', { reservation: 2 }); // 5
  await run('cancel', { project: 'oak', quantity: 5, reason: 'Reversal' }); // 6
  await run('assign', { project: 'elm', quantity: 30, buyer: 'Buyer plc' }); // 7
  await run('deliver', { project: 'elm', quantity: 50, verified: 50, sameSerials: true, registryUrl: `${registryUrl}0` }); // 8
  await run('deliver', { project: 'elm', verified: 40, issued: [{ series: 'WCU-2', first: 1, last: 40 }], reason: 'Deer' }); // 9
  await run('correct', { entry: 6, correction: 'An over-issuance' }); // 10
  const projects = [
    { project: 'oak', quantity: 3 },
    { project: 'elm', quantity: 3 },
  ];
  await run('retire', { projects, beneficiary: 'Grace', note: 'Erased' }); // 11
  const serial = 'ACR-FR-102-2025-2917-1 to 50';
  await run('receive', {
    project: 'ash',
    ...units,
    registry: 'acr',
    serial,
    vintageStart: '2025-01-01',
    vintageEnd: '2025-12-31',
    issuance: 'issued',
  }); // 12
  await createKey('shop', ['reserve']);
  const [key] = await database.sql<{ id: number }[]>`select id from record_keys`;
  await run('reserve', { project: 'ash', quantity: 5, until: soon }, { keyId: key?.id ?? 0, isForAnyOwner: false }); // 13
  await eraseTexts(query, 11);
  const seen = { registryRetirementId: 'R-9921', registryRetiredOn: '2026-03-04', checkedBy: 'A. Name' };
  await run('confirm', { certificate: 'CR-000004', ...seen }); // 14
}

/** A key that has signed nothing. */
let otherKey: string;

const audited = async () => (await auditWholeRecord()).difference;

/** The record's tables with the columns that can be inserted. */
let tables: { name: string; columns: string }[];

beforeAll(async () => {
  otherKey = await writeVerifierKey('carma.example/log', new Uint8Array(32));
  await fillBook();
  const columns = await database.sql<{ name: string; columns: string }[]>`
    select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER'
    group by table_name
  `;
  tables = columns.filter(({ name }) => isOfRecord(name));
  await database.sql`create schema saved`;
  for (const { name } of [...tables, { name: 'carbon_projects' }])
    await database.sql.unsafe(`create table saved.${name} as table public.${name}`);
});

/** Changes the database with all triggers switched off, as its owner may, even those of foreign keys. */
async function tamper(statement: string): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    const { count } = await sql.unsafe(statement);
    if (!statement.startsWith('truncate')) expect(count, statement).toBeGreaterThan(0);
  });
}

async function restore(): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    // Not truncated: for a few rows, that is slower, as it makes the files of every table and index anew.
    await sql.unsafe(
      tables
        .map(
          ({ name, columns }) =>
            `delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from saved.${name}`,
        )
        .join(';'),
    );
    await sql`
      update carbon_projects as project set available_credits = saved.available_credits, units_status = saved.units_status
      from saved.carbon_projects as saved
      where saved.id = project.id
    `;
  });
}

/** Changes and, unless it is the row itself, what the audit says of each. */
const changes: [change: string, statement: string, difference?: string | RegExp][] = [
  // The log itself.
  ['a log of more entries', 'update record_log set size = size + 1', 'Entry 15 is missing'],
  [
    'another name of the log',
    `update record_log set origin = 'other.example/log'`,
    /^The checkpoint over 1 entries is not what its note says$/,
  ],
  ['a log that is called one of samples', 'update record_log set is_sample = true', 'Entry 0 is not of sample data, unlike its log'],
  ['a later beginning of the log', `update record_log set begun_at = begun_at + interval '1 day'`, /^Entry 0 is of .*, before its log/],
  ['a deleted log', 'delete from record_log', 'There is no log, and its tables have rows'],
  // Entries.
  [
    'an edited entry',
    `update record_entries set entry = convert_to(replace(convert_from(entry, 'UTF8'), '"Reversal"', '"Reversed"'), 'UTF8') where index = 6`,
    /record_nodes: [^;]*index 6, level 0 is missing/,
  ],
  [
    'an edited entry with all hashes made anew',
    `
    with edited as (
      update record_entries set entry = convert_to(replace(convert_from(entry, 'UTF8'), '"Reversal"', '"Reversed"'), 'UTF8')
      where index = 6 returning leaf_hash
    )
    update record_nodes set hash = edited.leaf_hash from edited where level = 0 and index = 6`,
    /record_nodes: [^;]*index 3, level 1 is missing/,
  ],
  ['another kind of entry', `update record_entries set kind = 'release' where index = 6`],
  ['a correction of another entry', 'update record_entries set about = 5 where index = 10'],
  ['an entry of another time', `update record_entries set created_at = created_at - interval '1 millisecond' where index = 6`],
  ['a deleted entry', 'delete from record_entries where index = 6', 'Entry 6 is missing'],
  ['a deleted newest entry', 'delete from record_entries where index = 14', 'Entry 14 is missing'],
  [
    'no entries',
    'truncate record_entries, record_entry_projects, record_texts, record_erasures, record_lost_texts, record_operations, record_certificates, unit_holdings, credit_batches cascade',
    'Entry 0 is missing',
  ],
  // The tree.
  ['a changed leaf', `update record_nodes set hash = sha256('x') where level = 0 and index = 2`],
  ['a node too many', `insert into record_nodes (level, index, hash) values (4, 0, sha256('x'))`],
  ['no nodes', 'truncate record_nodes'],
  // Checkpoints.
  [
    'another root of a checkpoint',
    `update record_checkpoints set root = sha256('x') where size = 3`,
    'The checkpoint over 3 entries is not what its note says',
  ],
  [
    'a checkpoint without its signature',
    `update record_checkpoints set note = split_part(note, '— ', 1) || '— ' || (select origin from record_log) || ' ' || encode(sha256('x') || sha256('y') || '\\x00000000', 'base64') || E'\\n' where size = 3`,
    /^The checkpoint over 3 entries (?:is not what its note says|was not signed by the keys of the log, .*)$/,
  ],
  [
    'a deleted checkpoint',
    'delete from record_checkpoints where size = 3',
    'The checkpoint over 4 entries is number 3, and 2 are stored before it',
  ],
  [
    'a deleted newest checkpoint',
    'delete from record_checkpoints where size = 15',
    'The checkpoint over 15 entries, which was signed here, is not stored',
  ],
  [
    'no checkpoints',
    'truncate record_checkpoints, record_signing_keys, record_cosignatures',
    'The checkpoint over 15 entries, which was signed here, is not stored',
  ],
  // Keys and witnesses.
  [
    'another key of the log',
    `update record_signing_keys set keys = array['OTHER KEY']`,
    /^The key carma\.example\/log\+.* which no signature proves$/,
  ],
  [
    'keys from a checkpoint on that there is not',
    'update record_signing_keys set size = 99',
    /^(?:The keys that sign the checkpoints are not recorded|Keys of the log are recorded from a checkpoint on that there is not)$/,
  ],
  ['no keys', 'truncate record_signing_keys', 'The keys that sign the checkpoints are not recorded'],
  [
    'a cosignature of a checkpoint that there is not',
    `insert into record_cosignatures (size, witness, line) values (99, 'witness.example+00000000', '— witness.example AAAA' || chr(10))`,
  ],
  // Projects of entries.
  [
    'an entry under another project',
    `update record_entry_projects set project_id = (select id from carbon_projects where slug = 'elm') where entry_index = 6`,
  ],
  [
    'an entry under one project more',
    `insert into record_entry_projects (project_id, entry_index) select id, 4 from carbon_projects where slug = 'ash'`,
  ],
  ['no projects of entries', 'truncate record_entry_projects'],
  // Texts.
  ['a text of another field', `update record_texts set field = 'purpose' where entry_index = 4 and field = 'note'`],
  [
    'another text with its own salt',
    `update record_texts set text = 'Forger', commitment = sha256(salt || convert_to('Forger', 'UTF8')) where entry_index = 4 and field = 'beneficiary'`,
  ],
  [
    'a text added',
    `insert into record_texts (commitment, entry_index, field, text, salt) values (sha256(sha256('s') || convert_to('Forger', 'UTF8')), 6, 'beneficiary', 'Forger', sha256('s'))`,
  ],
  ['a text deleted without a trace', `delete from record_texts where entry_index = 4 and field = 'note'`],
  ['no texts', 'truncate record_texts'],
  ['an erasure that was not', `insert into record_erasures (entry_index, field) values (4, 'note')`],
  ['an erasure of another entry', 'update record_erasures set entry_index = 6', /entry (?:6|11)/],
  ['a lost text that never was', `insert into record_lost_texts (entry_index, field) values (6, 'note')`],
  ['no erasures', 'truncate record_erasures'],
  ['a count of erasures that begins anew', 'update erasures set count = 0, last_at = null'],
  ['no count of erasures', 'delete from erasures'],
  // Batches.
  ...Object.entries({
    registry: `'acr'`,
    series: `'WCU-9'`,
    numbering: `'WCU-9'`,
    vintageStart: `'2029-01-01'`,
    vintageEnd: `'2031-12-31'`,
    unitType: `'Avoidance'`,
    issuance: `'expected'`,
    registryUrl: `'https://other.example'`,
    last: 'int8range(1, 102)',
    first: 'int8range(0, 101)',
  }).map(([fact, value]): [string, string] => {
    const column = { first: 'serials', last: 'serials' }[fact] ?? fact.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [`another ${fact} of a batch`, `update credit_batches set ${column} = ${value} where id = 1`];
  }),
  ['a batch received by another entry', 'update credit_batches set received_entry = 2 where id = 1'],
  ['another serial of a batch', `update credit_batches set serial_text = 'ACR-FR-102-2025-2917-1 to 500' where id = 4`],
  ['a batch of another project', `update credit_batches set project_id = (select id from carbon_projects where slug = 'elm') where id = 1`],
  ['a deleted batch', 'delete from credit_batches where id = 4'],
  [
    'a batch that no entry received',
    `insert into credit_batches (id, project_id, registry, series, numbering, serials, vintage_start, vintage_end, unit_type, issuance, received_entry) select 5, project_id, registry, 'WCU-5', 'WCU-5', serials, vintage_start, vintage_end, unit_type, issuance, received_entry from credit_batches where id = 1`,
    /^credit_batches: batch 5, .* is stored/,
  ],
  ['no batches', 'truncate unit_holdings, credit_batches'],
  // Holdings.
  ...Object.entries({
    'another state of live units': `status = 'Held' where ended_entry is null and status = 'Cancelled'`,
    'another state of units at an earlier moment': `status = 'Held', owner_entry = null, reserved_until = null where entry_index = 2 and ended_entry is not null`,
    'another issuance of units': `issuance = 'expected' where status = 'Cancelled'`,
    'another owner': `owner_entry = 2 where owner_entry = 3`,
    'a reservation until another day': `reserved_until = reserved_until + 1 where entry_index = 13`,
    'units in their state since another entry': `entry_index = 3 where entry_index = 4`,
    'units in their state since another time': `since = since - interval '1 millisecond' where entry_index = 4`,
    'the rest of a range since another time': `since = since - interval '1 day' where entry_index = 0 and begun_entry = 2`,
    'a holding that begins earlier': `begun_entry = 3, entry_index = 3 where entry_index = 4`,
    'a holding that ends later': `ended_entry = 5 where ended_entry = 4`,
    'a holding that ends with no entry': `ended_entry = 99 where entry_index = 6`,
    'other serials of a holding': `serials = int8range(lower(serials), upper(serials) - 1) where entry_index = 6`,
    'a holding of another batch': `batch_id = 4 where ended_entry = 2`,
  }).map(([change, set]): [string, string, RegExp] => [change, `update unit_holdings set ${set}`, /^unit_holdings: .*batch \d/]),
  ['a deleted holding', 'delete from unit_holdings where entry_index = 6'],
  ['a deleted holding of an earlier moment', 'delete from unit_holdings where ended_entry = 2'],
  [
    'a holding of no entry',
    `insert into unit_holdings (batch_id, serials, status, issuance, entry_index, begun_entry, ended_entry) values (1, int8range(1, 5), 'Held', 'issued', 90, 90, 91)`,
  ],
  ['no holdings', 'truncate unit_holdings'],
  ['a batch that a transaction would be changing', 'insert into unit_holdings_touched (batch_id) values (1)'],
  // Certificates.
  ['another number of a certificate', `update record_certificates set number = 'CR-000099' where entry_index = 4`],
  ['a certificate of another retirement', 'update record_certificates set entry_index = 6 where entry_index = 4'],
  ['a deleted certificate', 'delete from record_certificates where entry_index = 4'],
  ['a certificate of no entry', `insert into record_certificates (number, entry_index) values ('CR-000099', 99)`],
  ['no certificates', 'truncate record_certificates'],
  // Operations and keys.
  ['an operation of another entry', 'update record_operations set entry_index = 99 where entry_index = 4'],
  ['an operation of no entry', `insert into record_operations (key, request_hash, entry_index) values ('forged', sha256('x'), 99)`],
  ['an operation of a key that does not exist', 'update record_operations set key_id = 99 where entry_index = 13'],
  ['an operation under another key', `update record_operations set key = repeat('0', 64) where entry_index = 4`],
  ['an operation of another request', `update record_operations set request_hash = sha256('x') where entry_index = 4`],
  [
    'another secret of the keyed hashes',
    `update record_secrets set fingerprint = sha256('x')`,
    'The secret of the keyed hashes that is listed is not the one that is here',
  ],
  ['no secret of the keyed hashes', 'truncate record_secrets', 'The secret of the keyed hashes that is listed is not the one that is here'],
  [
    'an ended log that never was',
    `insert into record_ended_logs (origin, size, note, kept, reason) values ('other.example/log', 0, '', 0, 'Forged')`,
    'The log other.example/log is listed as ended, and no entry says so',
  ],
  ['no operations', 'truncate record_operations'],
  ['a deleted key that made entries', 'delete from record_keys', /^record_operations: .*entry 13/],
  // What the catalogue shows of the book.
  ['other credits on sale', `update carbon_projects set available_credits = 1000 where slug = 'oak'`],
  ['another status of units on sale', `update carbon_projects set units_status = 'expected' where slug = 'ash'`],
];

/** Texts are compared with what was erased or lost of them. */
const comparedWith: Record<string, string> = { record_erasures: 'record_texts', record_lost_texts: 'record_texts' };

/** Returns what names the row that a statement changes: its table and, if it is chosen by them, the entry, node or batch. */
function namedIn(statement: string): RegExp {
  const [, table = ''] = /^\s*(?:with edited as \(\s*)?(?:update|insert into|delete from|truncate) (\w+)/.exec(statement) ?? [];
  const [, number = ''] = /where (?:entry_index|index|id) = (\d+)/.exec(statement) ?? [];
  return new RegExp(`^(?:.*; )?${comparedWith[table] ?? table}\\b.*${number === '' ? '' : `(?:entry|index|batch) ${number}\\b`}`);
}

test('finds nothing in what operations stored', async () => {
  expect(await audited()).toBeNull();
});

describe('finds, although it was made with all triggers switched off,', () => {
  test.each(changes)('%s', async (_, statement, difference) => {
    try {
      await tamper(statement.replace('OTHER KEY', otherKey));
      expect(await audited()).toMatch(difference ?? namedIn(statement));
    } finally {
      await restore();
    }
  });

  test('a change of each of the record’s tables, and the emptying of each, except for keys that made nothing', () => {
    const covered = (statement: RegExp) =>
      tables.filter(({ name }) => !changes.some(([, text]) => statement.test(text) && new RegExp(`\\b${name}\\b`).test(text)));
    expect(covered(/update|delete|insert/).map(({ name }) => name)).toEqual([]);
    // One row each, whose deletion is in the list; and there is no log that has ended.
    expect(
      covered(/truncate/)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['erasures', 'record_ended_logs', 'record_keys', 'record_log', 'unit_holdings_touched']);
  });
});

test('finds nothing once all of them are undone, nor in an erasure after the clock was set back', async () => {
  expect(await audited()).toBeNull();
  await tamper("update record_erasures set erased_at = erased_at + interval '1 day'");
  await tamper("update erasures set last_at = last_at + interval '1 day'");
  await eraseTexts(query, 4);
  expect(await audited()).toBeNull();
});
