import type postgres from 'postgres';

/**
 * What the site's login may do with each of the record's tables, which belong to another role. A table that is added to the record
 * gets its line here: without one the site may do nothing with it. Row locks need the right to update one column: of the log it is
 * one whose change its trigger refuses.
 */
export const recordGrants: Readonly<Record<string, readonly string[]>> = {
  record_log: ['select', 'insert (origin, is_sample, begun_at)', 'update (id)'],
  record_entries: ['select', 'insert (kind, entry, about, created_at)'],
  record_entry_projects: ['select', 'insert'],
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
  unit_holdings_touched: ['select'],
  record_certificates: ['select', 'insert'],
  record_keys: ['select', 'insert (name, key_hash, scopes)', 'update (last_used_at, revoked_at)'],
  record_operations: ['select', 'insert (key, request_hash, entry_index, key_id)'],
  record_secrets: ['select', 'insert (fingerprint)'],
  record_lost_texts: ['select', 'insert (entry_index, field)'],
  record_ended_logs: ['select'],
};

/**
 * The functions that write to these tables in the site's place, and so run as their owner. Nobody else may name them in a trigger of
 * his own, where they would do the same.
 */
export const ownerFunctions: readonly string[] = [
  'record_take_index',
  'record_write_size',
  'record_grow_tree',
  'record_texts_note_delete',
  'unit_holdings_touch',
  'unit_holdings_cover',
  'carbon_projects_fill_in',
];

/** The functions of the owner that the site may call. They check themselves what they are asked for. */
export const callableFunctions: readonly string[] = [
  'record_refresh_statistics',
  'record_end_sample',
  'record_end_log',
  'record_erase_lost',
];

/** A table or sequence with what a login may do with it: `select`, `insert (kind, entry)`. The numbers of an identity need no right. */
type Granted = { name: string; kind: 'table' | 'sequence'; isIdentity: boolean; granted: string[] };

/**
 * Gives the site's login its rights, and takes others away, where they differ from what is listed here. Of the catalogue, of messages
 * and of everything else that is not the record it may read and write all rows. Call it as the owner, after each migration.
 */
export async function grantToSite(sql: postgres.ReservedSql, role: string): Promise<void> {
  const [server] = await sql<{ hasMaintain: boolean; mayUse: boolean; mayCreate: boolean }[]>`
    select
      current_setting('server_version_num')::integer >= 170000 as "hasMaintain",
      has_schema_privilege(${role}, 'public', 'usage') as "mayUse", has_schema_privilege(${role}, 'public', 'create') as "mayCreate"
  `;
  // Vacuuming after an import needs a right of its own; before PostgreSQL 17 there is none, and autovacuum does it.
  const others = ['delete', 'insert', ...(server?.hasMaintain ? ['maintain'] : []), 'select', 'update'];
  const to = identifier(role);
  const statements = [
    ...(server?.mayUse ? [] : [`grant usage on schema public to ${to}`]),
    // A function of the site's own could be called in place of one that the owner's functions mean.
    ...(server?.mayCreate ? [`revoke create on schema public from public, ${to}`] : []),
  ];
  for (const { name, kind, isIdentity, granted } of await readGranted(sql, role)) {
    const ofSequence = isIdentity ? ['select'] : ['select', 'usage'];
    const wanted =
      kind === 'sequence'
        ? ofSequence
        : (recordGrants[name] ?? (name === 'schema_migrations' ? ['select'] : isOfRecord(name) ? [] : others));
    if (wanted.toSorted().join() === granted.toSorted().join()) continue;
    statements.push(`revoke all on ${kind} ${identifier(name)} from public, ${to}`);
    if (wanted.length > 0) statements.push(`grant ${wanted.join(', ')} on ${kind} ${identifier(name)} to ${to}`);
  }
  const functions = await sql<{ name: string; isOwners: boolean; isPublic: boolean; isCallable: boolean }[]>`
    select
      proname as name, prosecdef and proconfig is not distinct from array['search_path=public, pg_temp'] as "isOwners",
      has_function_privilege('public', oid, 'execute') as "isPublic", has_function_privilege(${role}, oid, 'execute') as "isCallable"
    from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any(${[...ownerFunctions, ...callableFunctions]})
    order by proname
  `;
  for (const { name, isOwners, isPublic, isCallable } of functions) {
    if (!isOwners) statements.push(`alter function ${identifier(name)} security definer set search_path = public, pg_temp`);
    if (isPublic) statements.push(`revoke execute on function ${identifier(name)} from public`);
    if (!isCallable && callableFunctions.includes(name)) statements.push(`grant execute on function ${identifier(name)} to ${to}`);
  }
  if (statements.length === 0) return;
  await sql.unsafe(['begin', ...statements, 'commit'].join(';\n')).simple();
}

/** Checks whether a table is the record's, listed or not. */
export function isOfRecord(table: string): boolean {
  return table.startsWith('record_') || Object.hasOwn(recordGrants, table);
}

/** Reads what a role, or everybody, was granted on each table and sequence. A right on columns names them in their order. */
export async function readGranted(sql: postgres.ReservedSql | postgres.Sql, role: string): Promise<Granted[]> {
  const rows = await sql<Granted[]>`
    with object as (
      select oid, relname, relacl, relkind
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    ),
    given as (
      select object.oid, lower(acl.privilege_type) as privilege
      from object
      cross join aclexplode(object.relacl) as acl
      where acl.grantee in (0, ${role}::regrole)
      union
      select object.oid, lower(acl.privilege_type) || ' (' || string_agg(attribute.attname, ', ' order by attribute.attnum) || ')'
      from object
      join pg_attribute as attribute on attribute.attrelid = object.oid and not attribute.attisdropped
      cross join aclexplode(attribute.attacl) as acl
      where acl.grantee in (0, ${role}::regrole)
      group by object.oid, acl.privilege_type
    )
    select
      object.relname as name, case object.relkind when 'S' then 'sequence' else 'table' end as kind,
      exists (select from pg_depend where objid = object.oid and deptype = 'i') as "isIdentity",
      array(select privilege from given where given.oid = object.oid order by privilege) as granted
    from object
    order by object.relname
  `;
  return [...rows];
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
