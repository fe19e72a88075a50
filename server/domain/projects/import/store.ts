import type postgres from 'postgres';
import type { Sql } from '#server/platform/database/pool.ts';
import { storedFields } from '#src/schemas/project-fields.ts';
import type { RowError } from './parse-row.ts';
import type { ReadCatalogue, ReadProject } from './read-catalogue.ts';

export type StoreOptions = {
  skipBad?: boolean;
  dryRun?: boolean;
  /** Called repeatedly with the number of rows done and their total. */
  progress?: (done: number, total: number) => void;
};
/** A field that an import changes, as text; null if empty. */
export type FieldChange = { slug: string; field: string; before: string | null; after: string | null };
export type StoreResult = {
  created: number;
  updated: number;
  unchanged: number;
  /** All errors: in the file, and conflicts with stored projects. */
  errors: RowError[];
  /** In a dry run: every field that would change, of the first projects concerned. */
  changes: FieldChange[];
  /** How many projects keep the available credits from the book, although the file has another figure. */
  byBook: number;
  /** Whether nothing was stored because of errors. */
  refused: boolean;
};

type Db = postgres.TransactionSql;
const batchSize = 1_000;
/** Fields that are always assigned; a stored project keeps its own value if the file has none. */
const mergedFields = ['externalId', 'slug', 'status'];

/**
 * Stores a catalogue in one transaction. A project with the same external id, otherwise the same slug, is updated with the file's
 * values; unchanged rows are not written; others are created. With errors nothing is stored, unless `skipBad`; a dry run only
 * counts.
 * @throws the driver's error; then nothing is stored.
 */
export async function storeCatalogue(sql: Sql, catalogue: ReadCatalogue, options: StoreOptions = {}): Promise<StoreResult> {
  const { skipBad = false, dryRun = false, progress = () => {} } = options;
  const { projects } = catalogue;
  const result = (await sql.begin(async (db) => {
    await db`set local statement_timeout = '5min'`;
    await db`set local lock_timeout = '30s'`;
    await db`set local client_min_messages = 'warning'`;
    if (!dryRun) await db`lock table carbon_projects in share row exclusive mode`;
    await stageRows(db, projects, (done) => progress(done, projects.length * 2));
    const byBook = catalogue.given.has('availableCredits') ? await keepBookFigures(db) : 0;
    const errors = [...catalogue.errors, ...(await conflicts(db))].sort((a, b) => a.line - b.line);
    const refused = errors.length > 0 && !skipBad;
    const [counts] = await db<[{ all: number; created: number; updated: number }]>`
      select
        count(*)::int as all,
        (count(*) filter (where given.matched_id is null))::int as created,
        (count(*) filter (where ${changes(db, catalogue)}))::int as updated
      from catalogue_import as given
      left join carbon_projects as stored on stored.id = given.matched_id
    `;
    const { all, created, updated } = counts;
    const fieldChanges = dryRun && updated > 0 ? await listChanges(db, catalogue) : [];
    if (!dryRun && !refused) {
      if (updated > 0) await update(db, catalogue);
      if (created > 0) await create(db, (done) => progress(projects.length + done, projects.length * 2));
    }
    await db`drop table catalogue_import`;
    return { created, updated, unchanged: all - created - updated, errors, changes: fieldChanges, byBook, refused };
  })) as StoreResult;
  progress(projects.length * 2, projects.length * 2);
  // Outside the transaction, as required. Updates the visibility map, which index-only scans need, and the planner's statistics.
  if (!dryRun && result.created + result.updated > 0) await sql`vacuum analyze carbon_projects`;
  return result;
}

/** Loads the rows into a temporary table and matches each with a stored project: `matched_id`. */
async function stageRows(db: Db, projects: ReadProject[], progress: (done: number) => void): Promise<void> {
  const definitions = storedFields.map(({ column, type }) => db`${db(column)} ${db.unsafe(type.sqlType)}`);
  await db`create temporary table catalogue_import (line integer, has_slug boolean, matched_id integer, ${list(db, definitions)}) on commit drop`;
  const columns = list(
    db,
    storedFields.map(({ column }) => db`${db(column)}`),
  );
  for (let from = 0; from < projects.length; from += batchSize) {
    const batch = projects.slice(from, from + batchSize).map((project) => ({
      line: project.line,
      has_slug: project.hasSlug,
      ...Object.fromEntries(storedFields.map(({ name, column }) => [column, project[name]])),
    }));
    await db`
      insert into catalogue_import (line, has_slug, ${columns})
      select line, has_slug, ${columns}
      from jsonb_to_recordset(${db.json(batch)}) as given (line integer, has_slug boolean, ${list(db, definitions)})
    `;
    progress(from + batch.length);
  }
  await db`
    update catalogue_import as given
    set matched_id = stored.id
    from carbon_projects as stored
    where stored.external_id = given.external_id
  `;
  // A slug generated from a title must not match a project that has a different id.
  await db`
    update catalogue_import as given
    set matched_id = stored.id
    from carbon_projects as stored
    where given.matched_id is null
      and stored.slug = given.slug
      and (given.has_slug or given.external_id is null or stored.external_id is null)
  `;
  await db`analyze catalogue_import`;
}

/** Keeps the available credits of projects with batches, which come from the book alone. Returns the number of rows that differ. */
async function keepBookFigures(db: Db): Promise<number> {
  const { count } = await db`
    update catalogue_import as given
    set available_credits = stored.available_credits
    from carbon_projects as stored
    where stored.id = given.matched_id
      and given.available_credits is distinct from stored.available_credits
      and exists (select from credit_batches where project_id = stored.id)
  `;
  return count;
}

/** Removes rows that conflict with stored projects or each other, and returns them as errors. */
async function conflicts(db: Db): Promise<RowError[]> {
  return db<RowError[]>`
    with wrong as (
      select
        given.line,
        given.slug as value,
        'is the address of another project' as reason
      from catalogue_import as given
      join carbon_projects as other on other.slug = given.slug
      where other.id is distinct from given.matched_id and (given.has_slug or given.matched_id is null)
      union all
      select
        line,
        slug,
        'is the same project as line ' || first
      from (select line, slug, matched_id, min(line) over (partition by matched_id) as first from catalogue_import where matched_id is not null) as matched
      where line > first
    ), removed as (
      delete from catalogue_import
      where line in (select line from wrong)
    )
    select line, 'slug' as column, value, reason
    from wrong
    order by line
  `;
}

/** Returns the condition that a stored project differs from its row in the file. */
function changes(db: Db, catalogue: ReadCatalogue) {
  const columns = columnsFromFile(catalogue);
  const before = list(
    db,
    columns.map((column) => db`stored.${db(column)}`),
  );
  const after = list(
    db,
    columns.map((column) => newValue(db, column, catalogue)),
  );
  return db`stored.id is not null and (${before}) is distinct from (${after})`;
}

const listedProjects = 20;

/** Lists the fields that differ, of at most `listedProjects` projects. */
async function listChanges(db: Db, catalogue: ReadCatalogue): Promise<FieldChange[]> {
  const fields = storedFields.filter(({ column }) => columnsFromFile(catalogue).includes(column));
  const sides = fields.map(({ name, column }) => db`(${name}, stored.${db(column)}::text, (${newValue(db, column, catalogue)})::text)`);
  return db<FieldChange[]>`
    select changed.slug, field, before, after
    from (
      select stored.*, given.line
      from catalogue_import as given
      join carbon_projects as stored on stored.id = given.matched_id
      where ${changes(db, catalogue)}
      order by given.line
      limit ${listedProjects}
    ) as changed
    join catalogue_import as given on given.line = changed.line
    join carbon_projects as stored on stored.id = given.matched_id
    cross join lateral (values ${list(db, sides)}) as side (field, before, after)
    where before is distinct from after
    order by changed.line
  `;
}

async function update(db: Db, catalogue: ReadCatalogue): Promise<void> {
  const assignments = columnsFromFile(catalogue).map((column) => db`${db(column)} = ${newValue(db, column, catalogue)}`);
  await db`
    update carbon_projects as stored
    set ${list(db, assignments)}
    from catalogue_import as given
    where stored.id = given.matched_id and ${changes(db, catalogue)}
  `;
}

async function create(db: Db, progress: (done: number) => void): Promise<void> {
  const columns = storedFields.map(({ column }) => column);
  await db`create temporary table catalogue_new on commit drop as select *, row_number() over (order by line) as number from catalogue_import where matched_id is null`;
  for (let from = 0; ; from += batchSize) {
    const { count } = await db`
      insert into carbon_projects (${list(
        db,
        columns.map((column) => db`${db(column)}`),
      )})
      select ${list(
        db,
        columns.map((column) => (column === 'status' ? db`coalesce(status, 'on sale')` : db`${db(column)}`)),
      )}
      from catalogue_new
      where number > ${from} and number <= ${from + batchSize}
      order by number
    `;
    progress(from + count);
    if (count < batchSize) break;
  }
  await db`drop table catalogue_new`;
}

/** Returns the columns that an import assigns. */
function columnsFromFile({ given }: ReadCatalogue): string[] {
  return storedFields.filter(({ name }) => given.has(name) || mergedFields.includes(name)).map(({ column }) => column);
}

function newValue(db: Db, column: string, { given }: ReadCatalogue) {
  switch (column) {
    case 'external_id':
      return db`coalesce(given.external_id, stored.external_id)`;
    case 'slug':
      return db`case when given.has_slug then given.slug else stored.slug end`;
    case 'status':
      if (!given.has('pricePerCredit')) return given.has('status') ? db`coalesce(given.status, stored.status)` : db`stored.status`;
      // A project that had no price goes on sale once it has one.
      return db`coalesce(given.status, case when stored.price_per_credit = 0 and given.price_per_credit > 0 then 'on sale' else stored.status end)`;
    default:
      return db`given.${db(column)}`;
  }
}

function list(db: Db, parts: postgres.PendingQuery<postgres.Row[]>[]) {
  return parts.reduce((all, next) => db`${all}, ${next}`);
}
