import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';

/** What is stored of some entries, and beside them. Times are in ms since 1970. */
export type StoredRows = Awaited<ReturnType<typeof readStoredRows>>;
export type StoredEntry = StoredRows['entries'][number];
export type StoredCheckpoint = { number: number; size: number; root: Buffer; note: string };

type Range = { from: number; to: number };

/**
 * Reads the entries `from` up to, but without, `to`, and every row that is about one of them. All is asked for at once, so that the
 * server never waits.
 */
export async function readStoredRows(db: Transaction, { from, to }: Range) {
  const entries = db<{ index: number; kind: string; bytes: Buffer; leafHash: Buffer; about: number | null; createdAt: number }[]>`
    select
      index::float8 as index, kind, entry as bytes, leaf_hash, about::float8 as about,
      extract(epoch from created_at)::float8 * 1000 as created_at
    from record_entries
    where index >= ${from} and index < ${to}
    order by index
  `;
  const nodes = db<{ level: number; index: number; hash: Buffer }[]>`
    select node.level, node.index::float8 as index, node.hash
    from generate_series(0, 62) as grown (level)
    join record_nodes as node
      on node.level = grown.level and node.index >= ${from}::bigint >> grown.level and node.index < ${to}::bigint >> grown.level
  `;
  const projects = db<StoredProject[]>`
    ${selectProjects}
    where about.entry_index >= ${from} and about.entry_index < ${to}
  `;
  const ofAbout = db<StoredProject[]>`
    ${selectProjects}
    where about.entry_index in (select about from record_entries where index >= ${from} and index < ${to})
  `;
  const certificates = db<{ entry: number; number: string }[]>`
    select entry_index::float8 as entry, number from record_certificates where entry_index >= ${from} and entry_index < ${to}
  `;
  const texts = db<{ entry: number; field: string; commitment: Buffer; text: string; salt: Buffer }[]>`
    select entry_index::float8 as entry, field, commitment, text, salt from record_texts where entry_index >= ${from} and entry_index < ${to}
  `;
  const erasures = db<{ entry: number; field: string }[]>`
    select entry_index::float8 as entry, field from record_erasures where entry_index >= ${from} and entry_index < ${to}
  `;
  const lost = db<{ entry: number; field: string }[]>`
    select entry_index::float8 as entry, field from record_lost_texts where entry_index >= ${from} and entry_index < ${to}
  `;
  const operations = db<{ entry: number; key: string; request: string | null; isOfKey: boolean }[]>`
    select
      entry_index::float8 as entry, key, encode(request_hash, 'hex') as request, key_id is null or exists (select from record_keys where id = key_id) as is_of_key
    from record_operations
    where entry_index >= ${from} and entry_index < ${to}
  `;
  const checkpoints = db<StoredCheckpoint[]>`
    select number::float8 as number, size::float8 as size, root, note
    from record_checkpoints
    where size > ${from === 0 ? -1 : from} and size <= ${to}
    order by size
  `;
  const [begun, ended] = [readHoldings(db, { from, to }, 'begun'), readHoldings(db, { from, to }, 'ended')];
  await Promise.all([entries, nodes, projects, ofAbout, certificates, texts, erasures, lost, operations, checkpoints, begun, ended]);
  return {
    entries: await entries,
    nodes: await nodes,
    checkpoints: await checkpoints,
    projects: byEntry(await projects),
    projectsOfAbout: byEntry(await ofAbout),
    certificates: byEntry(await certificates),
    texts: byEntry(await texts),
    erasures: byEntry(await erasures),
    lost: byEntry(await lost),
    operations: byEntry(await operations),
    begun: await begun,
    ended: await ended,
  };
}

/** A project that an entry is listed under. */
export type StoredProject = { entry: number; id: number; slug: string };

const selectProjects = sql`
  select about.entry_index::float8 as entry, about.project_id as id, project.slug
  from record_entry_projects as about
  join carbon_projects as project on project.id = about.project_id
`;

/** A row of `unit_holdings`. `entry` put the units into their state, and with `begun` the row begins. */
export type StoredHolding = {
  batch: number;
  first: number;
  last: number;
  status: string;
  issuance: string;
  owner: number | null;
  until: string | null;
  entry: number;
  begun: number;
  ended: number | null;
  since: number;
};

/** Reads the holdings that begin, or end, with these entries, by that entry, in the order of batches and serials. */
async function readHoldings(db: Transaction, { from, to }: Range, by: 'begun' | 'ended') {
  const column = by === 'begun' ? sql`begun_entry` : sql`ended_entry`;
  const rows = await db<StoredHolding[]>`
    select
      batch_id as batch, lower(serials)::float8 as first, (upper(serials) - 1)::float8 as last, status, issuance,
      owner_entry::float8 as owner, to_char(reserved_until, 'YYYY-MM-DD') as until, entry_index::float8 as entry,
      begun_entry::float8 as begun, ended_entry::float8 as ended, extract(epoch from since)::float8 * 1000 as since
    from unit_holdings
    where ${column} >= ${from} and ${column} < ${to}
    order by batch_id, serials
  `;
  return Map.groupBy(rows, (row) => row[by] ?? -1);
}

function byEntry<Row extends { entry: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, ({ entry }) => entry);
}
