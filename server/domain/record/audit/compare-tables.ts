import { commaList, type Fragment, type JSONValue, sql, type Transaction } from '#server/platform/database/query.ts';
import { entryNamed, entryNumber } from '#verify/text.ts';

/** Rows as they should be, by the names of their columns. */
export type Rows = Record<string, JSONValue>[];
/** The entries that are compared at a time: `from` up to, but without, `to`. */
export type EntryWindow = { from: number; to: number };

/** How many rows of a table that differ are named at most, of each window of entries. */
const namedRows = 10;
/** Columns that have the index of an entry: in words, its number. */
const entryColumns = ['entry', 'about', 'owner'];

/**
 * Compares stored rows with those that there should be, in both directions and in one pass: a row differs that one side alone has, or has
 * more often. `columns`: names and types, in the order of `stored`; one that `expected` lacks is to be null. `table`: the name for people.
 * @returns the first rows that differ, in words.
 */
export async function compareRows(
  db: Transaction,
  { table, columns, expected, stored }: { table: string; columns: string; expected: Rows; stored: Fragment },
): Promise<string[]> {
  // An array for each column, because PostgreSQL reads JSON in twice the time; of texts, because the driver rounds times.
  const types = columns.split(', ').map((column) => column.split(' ') as [name: string, type: string]);
  const names = sql.unsafe(types.map(([name]) => name).join());
  const given = types.map(([name, type]) => sql`${expected.map((row) => row[name] ?? null) as string[]}::text[]::${sql.unsafe(type)}[]`);
  const rows = await db<{ isStored: boolean; row: Record<string, JSONValue> }[]>`
    select is_stored, to_jsonb(differing) - 'is_stored' as row
    from (
      select sum(side) < 0 as is_stored, ${names}
      from (
        select given.*, 1 from unnest(${commaList(given)}) as given
        union all
        select stored.*, -1 from (${stored}) as stored
      ) as either (${names}, side)
      group by ${names}
      having sum(side) <> 0
      limit ${namedRows}
    ) as differing
  `;
  return rows.map(({ isStored, row }) => {
    const shown = (name: string, value: JSONValue) => (entryColumns.includes(name) ? entryNumber(Number(value)) : String(value));
    const words = Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [`${name} ${shown(name, value)}`]));
    return `${table}: ${words.join(', ')} ${isStored ? 'is stored, and does not follow from the log' : 'is missing'}`;
  });
}

const isIn = (column: Fragment, { from, to }: EntryWindow) => sql`${column} >= ${from} and ${column} < ${to}`;
const byEntry = (columns: Fragment, table: Fragment) => (window: EntryWindow) =>
  sql`select entry_index, ${columns} from ${table} where ${isIn(sql`entry_index`, window)}`;
/** Serials of several rows as one. The number of units shows any that are there twice. */
const serials = sql`range_agg(serials), sum(upper(serials) - lower(serials))::bigint`;

/** What follows from entries, by table: the columns that are compared, and how those of a window of entries are read. */
export const tables = {
  record_entries: {
    columns: 'entry bigint, kind text, about bigint, time timestamptz',
    stored: (window: EntryWindow) => sql`select index, kind, about, created_at from record_entries where ${isIn(sql`index`, window)}`,
  },
  record_nodes: {
    columns: 'level smallint, index bigint, hash text',
    stored: ({ from, to }: EntryWindow) => sql`
      select node.level, node.index, encode(node.hash, 'hex')
      -- Every level of a tree whose leaves a bigint counts.
      from generate_series(0, 62) as grown (level)
      join record_nodes as node
        on node.level = grown.level and node.index >= ${from}::bigint >> grown.level and node.index < ${to}::bigint >> grown.level
    `,
  },
  record_entry_projects: {
    columns: 'entry bigint, project integer',
    stored: byEntry(sql`project_id`, sql`record_entry_projects`),
  },
  record_certificates: { columns: 'entry bigint, number text', stored: byEntry(sql`number`, sql`record_certificates`) },
  record_operations: {
    columns: 'entry bigint, key text, request text, unknown_writer integer',
    stored: byEntry(
      sql`key, encode(request_hash, 'hex'), case when not exists (select from record_keys where id = key_id) then key_id end`,
      sql`record_operations`,
    ),
  },
  // Each text is there, with its salt, or was erased, or was lost. Of one that is gone the hash is what the entry says.
  record_texts: {
    columns: 'entry bigint, field text, hash text',
    stored: (window: EntryWindow) => sql`
      select
        entry_index, field,
        case when octet_length(salt) = 32 and commitment = sha256(salt || convert_to(text, 'UTF8')) then encode(commitment, 'hex') end
      from record_texts
      where ${isIn(sql`entry_index`, window)}
      union all
      select
        entry_index, field,
        -- Not as JSON, which PostgreSQL does not always read.
        (
          select substring(convert_from(entry, 'UTF8') from format('"%s":"([0-9a-f]{64})"', field))
          from record_entries
          where index = entry_index
        )
      from (
        select entry_index, field from record_erasures
        union all
        select entry_index, field from record_lost_texts as lost
        where not exists (select from record_texts where entry_index = lost.entry_index and field = lost.field)
          and not exists (select from record_erasures where entry_index = lost.entry_index and field = lost.field)
      ) as gone
      where ${isIn(sql`entry_index`, window)}
    `,
  },
  // Only what an entry put into its state: the rest of a divided range keeps the state of an earlier one (`compareRests`).
  unit_holdings: {
    columns:
      'entry bigint, batch integer, status text, issuance text, owner bigint, until date, since timestamptz, serials int8multirange, units bigint',
    stored: (window: EntryWindow) => sql`
      select begun_entry, batch_id, status, issuance, owner_entry, reserved_until, since, ${serials}
      from unit_holdings
      where begun_entry = entry_index and ${isIn(sql`begun_entry`, window)}
      group by begun_entry, batch_id, status, issuance, owner_entry, reserved_until, since
    `,
  },
} as const;
export type TableName = keyof typeof tables;

/**
 * Checks that the holdings that begin with an entry take exactly the place of those that end with it, unless the entry brought the batch,
 * and that the rest of a divided range keeps its state. If the states that entries give are right too (`unit_holdings` above), the holdings
 * are right at every moment. `brought`: batches with the entries that brought them.
 */
export async function compareRests(db: Transaction, window: EntryWindow, brought: Rows): Promise<string[]> {
  const rows = await db<{ entry: number; batch: number; serials: string }[]>`
    with begun as (
      select begun_entry as entry, batch_id as batch, ${serials}
      from unit_holdings
      where ${isIn(sql`begun_entry`, window)} and (begun_entry, batch_id) not in (select entry, batch from jsonb_to_recordset(${sql.json(brought)}) as brought (entry bigint, batch integer))
      group by begun_entry, batch_id
    ), ended as (
      select ended_entry as entry, batch_id as batch, ${serials} from unit_holdings where ${isIn(sql`ended_entry`, window)} group by ended_entry, batch_id
    ), differing as (
      select * from ((table begun except table ended) union all (table ended except table begun)) as either (entry, batch, serials, units)
      union all
      select begun_entry, batch_id, int8multirange(rest.serials), 0
      from unit_holdings as rest
      where ${isIn(sql`rest.begun_entry`, window)} and rest.entry_index <> rest.begun_entry and not exists (
        select from unit_holdings as before
        where ${isIn(sql`before.ended_entry`, window)} and before.ended_entry = rest.begun_entry and before.batch_id = rest.batch_id and before.serials @> rest.serials
          and (before.status, before.issuance, before.since, before.entry_index, before.owner_entry, before.reserved_until)
            is not distinct from (rest.status, rest.issuance, rest.since, rest.entry_index, rest.owner_entry, rest.reserved_until)
      )
    )
    select distinct entry::float8 as entry, batch, serials::text as serials from differing order by entry, batch limit ${namedRows}
  `;
  return rows.map(
    ({ entry, batch, serials: ranges }) =>
      `unit_holdings: batch ${batch}, serials ${ranges}: what begins with ${entryNamed(entry)} is not in the place and the state of what ended with it`,
  );
}

/**
 * What is compared once, with the book that all entries give: live holdings, batches, and what the catalogue has on sale. And there
 * may be no cosignatures without a checkpoint.
 */
export const wholeTables = {
  'unit_holdings, live': {
    columns: 'batch integer, status text, issuance text, owner bigint, serials int8multirange, units bigint',
    stored: sql`
      select batch_id, status, issuance, owner_entry, ${serials}
      from unit_holdings
      where ended_entry is null
      group by batch_id, status, issuance, owner_entry
    `,
  },
  credit_batches: {
    columns:
      'batch integer, project integer, registry text, series text, numbering text, serials int8range, vintage_start date, vintage_end date, unit_type text, issuance text, registry_url text, entry bigint',
    stored: sql`
      select
        id, project_id, registry, series, numbering, serials, vintage_start, vintage_end, unit_type, issuance, registry_url, received_entry
      from credit_batches
    `,
  },
  // Of projects with batches. With nothing on sale, what was stated of the units stays.
  carbon_projects: {
    columns: 'project integer, available_credits bigint, units_status text',
    stored: sql`
      select id, available_credits, case when available_credits > 0 then units_status end
      from carbon_projects
      where exists (select from credit_batches where project_id = carbon_projects.id)
    `,
  },
  record_cosignatures: {
    columns: 'checkpoint bigint',
    stored: sql`select size from record_cosignatures where size not in (select size from record_checkpoints)`,
  },
} as const;
