import type postgres from 'postgres';

/**
 * What the site's login may do with each of the record's tables. These belong to another role, and their names begin with `record_`,
 * `credit_` or `unit_`. The site may do nothing with one that is not listed here. To lock a row, a login needs the right to update one of
 * its columns: of `record_log` that is `id`, which a trigger never lets change.
 */
export const recordGrants: Readonly<Record<string, readonly string[]>> = {
  record_log: ['select', 'insert (origin, is_sample, begun_at)', 'update (id)'],
  record_entries: ['select', 'insert (entry)'],
  record_entry_projects: ['select'],
  record_nodes: ['select'],
  record_checkpoints: ['select', 'insert (size, root, note)'],
  record_signing_keys: ['select', 'insert'],
  record_cosignatures: ['select', 'insert (size, witness, line, cosigned_at)'],
  record_texts: ['select', 'insert', 'delete'],
  record_erasures: ['select'],
  credit_batches: ['select', 'insert', 'update (registry_url)'],
  unit_holdings: [
    'select',
    'insert (batch_id, serials, status, issuance, reserved_until, owner_entry, entry_index, begun_entry)',
    'update (ended_entry)',
  ],
  record_certificates: ['select'],
  record_keys: ['select', 'insert (name, key_hash, scopes)', 'update (last_used_at, revoked_at)'],
  record_operations: ['select', 'insert (key, request_hash, entry_index, key_id)'],
  record_secrets: ['select', 'insert (fingerprint)'],
  record_lost_texts: ['select', 'insert (entry_index, field)'],
  record_ended_logs: ['select'],
};

/**
 * Trigger functions that run as the owner, because they do what the site itself may not: write to the record's tables or, in
 * `carbon_projects_fill_in`, set the sequence of the catalogue's ids. Only the owner may make a trigger of them.
 */
export const ownerFunctions: readonly string[] = [
  'record_place_entry',
  'record_list_entry',
  'record_grow_tree',
  'record_texts_note_delete',
  'carbon_projects_fill_in',
];

/** Functions that run as the owner, and that only the owner and the site may call. Each checks by itself what it is asked for. */
export const callableFunctions: readonly string[] = [
  'record_refresh_statistics',
  'record_end_sample',
  'record_end_log',
  'record_erase_lost',
];

/**
 * Gives the site's login its rights, and takes all others away. Of the catalogue, of messages and of everything else that is not the
 * record it may read and write all rows, but of the list of migrations only read. Call it as the owner, after each migration.
 */
export async function grantToSite(sql: postgres.ReservedSql, role: string): Promise<void> {
  const objects = await sql<{ name: string; kind: 'table' | 'sequence'; isIdentity: boolean; hasMaintain: boolean }[]>`
    select
      relname as name, case relkind when 'S' then 'sequence' else 'table' end as kind,
      exists (select from pg_depend where objid = pg_class.oid and deptype = 'i') as "isIdentity",
      current_setting('server_version_num')::integer >= 170000 as "hasMaintain"
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
  `;
  const to = identifier(role);
  const rights = objects.flatMap(({ name, kind, isIdentity, hasMaintain }) => {
    // Vacuuming after an import needs a right of its own; before PostgreSQL 17 there is none, and autovacuum does it.
    const others = ['select', 'insert', 'update', 'delete', ...(hasMaintain ? ['maintain'] : [])];
    const ofTable = recordGrants[name] ?? (name === 'schema_migrations' ? ['select'] : isOfRecord(name) ? [] : others);
    // The numbers of an identity need no right.
    const wanted = kind === 'table' ? ofTable : isIdentity ? ['select'] : ['select', 'usage'];
    const on = `on ${kind} ${identifier(name)}`;
    return [`revoke all ${on} from public, ${to}`, ...(wanted.length > 0 ? [`grant ${wanted.join(', ')} ${on} to ${to}`] : [])];
  });
  const functions = [...ownerFunctions, ...callableFunctions].flatMap((name) => [
    `alter function ${identifier(name)} security definer set search_path = public, pg_temp`,
    `revoke execute on function ${identifier(name)} from public`,
  ]);
  // Without the right to create functions, the site cannot put its own in place of those that the owner's functions call.
  const schema = [`grant usage on schema public to ${to}`, `revoke create on schema public from public, ${to}`];
  const callable = `grant execute on function ${callableFunctions.map(identifier).join(', ')} to ${to}`;
  await sql.unsafe(['begin', ...schema, ...rights, ...functions, callable, 'commit'].join(';\n')).simple();
}

/** Checks by its name whether a table is the record's, listed or not. `ownsRecord` (record/read/own-log.ts) has the same names in SQL. */
export function isOfRecord(table: string): boolean {
  return /^(?:record|credit|unit)_/.test(table);
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
