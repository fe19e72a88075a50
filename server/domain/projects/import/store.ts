import { onSale } from '#server/domain/projects/conditions.ts';
import { query } from '#server/platform/database/query.ts';
import { commaList, sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import type { RowError, Table } from '#server/platform/tables/read-table.ts';
import { storedFields } from '#shared/schemas/project.ts';
import { type FieldName, type Mapping, mapColumns } from './map-columns.ts';
import { matchRows } from './match-rows.ts';
import { type ParsedProject, parseCatalogue } from './parse-catalogue.ts';
import type { Note } from './row-reader.ts';
import { differsFromStored, listImplausible, removeConflicts, removeUnsellable, stageRows, storedColumns } from './stage-rows.ts';

/** A field that an import changes, as text; null if empty. */
export type FieldChange = { slug: string; field: string; before: string | null; after: string | null };
/** A project that an import creates, as it will be. */
export type CreatedProject = Pick<ParsedProject, 'slug' | 'title' | 'category' | 'verificationStandard' | 'location' | 'country'> &
  Pick<ParsedProject, 'pricePerCredit' | 'availableCredits' | 'status'>;

export type StoreOptions = {
  skipBad?: boolean;
  dryRun?: boolean;
  /** What becomes of projects that are on sale and not in the file. By default nothing. */
  missing?: 'keep' | 'not-yet-on-sale' | 'withdraw' | undefined;
  /** Called repeatedly with the number of rows done and their total. */
  progress?: (done: number, total: number) => void;
};
export type StoreResult = {
  created: number;
  updated: number;
  unchanged: number;
  /** All errors: in the file, and conflicts with stored projects. */
  errors: RowError[];
  /** What was interpreted, left out or looks wrong, in rows that are imported all the same. */
  notes: Note[];
  /** In a dry run: every field that would change, of the first projects concerned. */
  changes: FieldChange[];
  /** In a dry run: the first projects that would be created. */
  firstCreated: CreatedProject[];
  /** How many projects of the file have no price, and how many with one do not state what is available. */
  withoutPrice: number;
  withoutAvailability: number;
  /** How many projects keep the available credits from the book, although the file has another figure. */
  keptFromBook: number;
  /** The slugs of the projects that are on sale and not in the file, if all its rows are good: a bad one may be of any project. */
  missing: string[];
  /** Whether nothing was stored because of errors. */
  rejected: boolean;
};

/**
 * Imports the rows of a file in one transaction. A project with the same id in its registry, otherwise the same slug, is updated with the
 * file's values; unchanged rows are not written; others are created. With errors nothing is stored, unless `skipBad`; a dry run only
 * counts.
 * @throws as `matchRows` and `parseCatalogue`; the driver's error. Then nothing is stored.
 */
export async function importCatalogue(
  table: Table,
  mapping: Mapping = mapColumns(table),
  options: StoreOptions = {},
): Promise<StoreResult> {
  const { skipBad = false, dryRun = false, missing: fate = 'keep', progress = () => {} } = options;
  const total = table.rows.length * 2;
  const result = await inTransaction('read write', async (db) => {
    await db`set local statement_timeout = '5min'`;
    await db`set local lock_timeout = '30s'`;
    await db`set local client_min_messages = 'warning'`;
    if (!dryRun) await db`lock table carbon_projects in share row exclusive mode`;
    const catalogue = parseCatalogue(table, mapping, await matchRows(db, table, mapping));
    const { projects } = catalogue;
    await stageRows(db, projects, (done) => progress(done, total));
    const inFile = (found: RowError[]) =>
      found.map((one) => ({ ...one, column: table.columns[mapping.positions.get(one.column as FieldName) ?? -1] ?? one.column }));
    const found = inFile([...(await removeConflicts(db)), ...(await removeUnsellable(db, mapping))]);
    const errors = [...catalogue.errors, ...found].sort((a, b) => a.line - b.line);
    const rejected = errors.length > 0 && !(skipBad && fate === 'keep');
    const missing = errors.length > 0 ? [] : await listMissing(db);
    const notes = [...catalogue.notes, ...inFile(await listImplausible(db))];
    const bad = new Set(found.map(({ line }) => line));
    const keptFromBook = projects.filter(({ line, isKeptFromBook }) => isKeptFromBook && !bad.has(line)).length;
    const { all, created, updated, ...lacking } = await countRows(db);
    const changes = dryRun && updated > 0 ? await listChanges(db) : [];
    const firstCreated = dryRun ? await listCreated(db, 3) : [];
    if (!dryRun && !rejected) {
      if (updated > 0) await updateProjects(db);
      if (missing.length > 0 && fate !== 'keep')
        await db`
        update carbon_projects
        set ${fate === 'withdraw' ? sql`withdrawn_at = now()` : sql`status = 'Not yet on sale'`}
        where slug = any(${missing}::text[])
      `;
      if (created > 0) await createProjects(db, (done) => progress(total / 2 + done, total));
    }
    await db`drop table catalogue_import`;
    return {
      created,
      updated,
      unchanged: all - created - updated,
      ...lacking,
      errors,
      notes,
      changes,
      firstCreated,
      keptFromBook,
      missing,
      rejected,
    };
  });
  progress(total, total);
  // Outside the transaction, as required. Updates the visibility map, which index-only scans need, and the planner's statistics. What
  // is stored is stored: if this fails, autovacuum does it.
  if (!dryRun && result.created + result.updated > 0) await query`vacuum analyze carbon_projects`.catch(() => {});
  return result;
}

/** The staged rows in numbers. */
type RowCounts = { all: number; created: number; updated: number; withoutPrice: number; withoutAvailability: number };

/** Counts the completed rows: all of them, those that create a project or change one, and those that lack what a sale needs. */
async function countRows(db: Transaction): Promise<RowCounts> {
  const [counts] = await db<[RowCounts]>`
    select
      count(*)::int as all,
      (count(*) filter (where incoming.matched_id is null))::int as created,
      (count(*) filter (where stored.id is not null and ${differsFromStored}))::int as updated,
      (count(*) filter (where incoming.price_per_credit is null))::int as without_price,
      (count(*) filter (where incoming.price_per_credit is not null and incoming.available_credits is null))::int as without_availability
    from catalogue_import as incoming
    left join carbon_projects as stored on stored.id = incoming.matched_id
  `;
  return counts;
}

/** Lists the projects, but no samples, that are on sale and that no row is of. */
async function listMissing(db: Transaction): Promise<string[]> {
  const rows = await db<{ slug: string }[]>`
    select slug
    from carbon_projects as stored
    where ${onSale} and not is_sample and not exists (select from catalogue_import where matched_id = stored.id)
    order by slug
  `;
  return rows.map(({ slug }) => slug);
}

const listedProjects = 20;

/** Lists the fields that differ, of at most `listedProjects` projects. */
async function listChanges(db: Transaction): Promise<FieldChange[]> {
  const sides = storedFields.map(({ name, column }) => sql`(${name}, stored.${sql(column)}::text, incoming.${sql(column)}::text)`);
  return db<FieldChange[]>`
    select changed.slug, field, before, after
    from (
      select stored.*, incoming.line
      from catalogue_import as incoming
      join carbon_projects as stored on stored.id = incoming.matched_id
      where ${differsFromStored}
      order by incoming.line
      limit ${listedProjects}
    ) as changed
    join catalogue_import as incoming on incoming.line = changed.line
    join carbon_projects as stored on stored.id = incoming.matched_id
    cross join lateral (values ${commaList(sides)}) as side (field, before, after)
    where before is distinct from after
    order by changed.line
  `;
}

/** Lists the first projects that would be created, `limit` at most. */
async function listCreated(db: Transaction, limit: number): Promise<CreatedProject[]> {
  return db<CreatedProject[]>`
    select slug, title, category, verification_standard, location, country, price_per_credit, available_credits,
      sale_status(status, price_per_credit, available_credits) as status
    from catalogue_import
    where matched_id is null
    order by line
    limit ${limit}
  `;
}

/** Gives the stored projects that differ the values of the file. */
async function updateProjects(db: Transaction): Promise<void> {
  await db`
    update carbon_projects as stored
    set ${commaList(storedColumns.map((column) => sql`${sql(column)} = incoming.${sql(column)}`))}
    from catalogue_import as incoming
    where stored.id = incoming.matched_id and ${differsFromStored}
  `;
}

/** How many projects are created at once. */
const batchSize = 1_000;

/** Creates the projects that were not matched. `progress` is told how many are done. */
async function createProjects(db: Transaction, progress: (done: number) => void): Promise<void> {
  await db`create temporary table catalogue_new on commit drop as select *, row_number() over (order by line) as number from catalogue_import where matched_id is null`;
  for (let from = 0; ; from += batchSize) {
    const { count } = await db`
      insert into carbon_projects (${sql(storedColumns)})
      select ${sql(storedColumns)}
      from catalogue_new
      where number > ${from} and number <= ${from + batchSize}
      order by number
    `;
    progress(from + count);
    if (count < batchSize) break;
  }
  await db`drop table catalogue_new`;
}
