import { commaList, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { storedFields } from '#src/schemas/project-fields.ts';
import type { ParsedCatalogue } from './parse-catalogue.ts';

/** A field that an import changes, as text; null if empty. */
export type FieldChange = { slug: string; field: string; before: string | null; after: string | null };
/** Fields that are always assigned; a stored project keeps its own value if the file has none. */
const mergedFields = ['externalId', 'slug', 'status'];

/** Counts the staged rows: all of them, those that create a project, and those that change one. */
export async function countRows(db: Transaction, catalogue: ParsedCatalogue): Promise<{ all: number; created: number; updated: number }> {
  const [counts] = await db<[{ all: number; created: number; updated: number }]>`
    select
      count(*)::int as all,
      (count(*) filter (where incoming.matched_id is null))::int as created,
      (count(*) filter (where ${isChanged(catalogue)}))::int as updated
    from catalogue_import as incoming
    left join carbon_projects as stored on stored.id = incoming.matched_id
  `;
  return counts;
}

const listedProjects = 20;

/** Lists the fields that differ, of at most `listedProjects` projects. */
export async function listChanges(db: Transaction, catalogue: ParsedCatalogue): Promise<FieldChange[]> {
  const fields = storedFields.filter(({ column }) => columnsFromFile(catalogue).includes(column));
  const sides = fields.map(({ name, column }) => sql`(${name}, stored.${sql(column)}::text, (${newValue(column, catalogue)})::text)`);
  return db<FieldChange[]>`
    select changed.slug, field, before, after
    from (
      select stored.*, incoming.line
      from catalogue_import as incoming
      join carbon_projects as stored on stored.id = incoming.matched_id
      where ${isChanged(catalogue)}
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

/** Gives the stored projects that differ the values of the file. */
export async function updateProjects(db: Transaction, catalogue: ParsedCatalogue): Promise<void> {
  const assignments = columnsFromFile(catalogue).map((column) => sql`${sql(column)} = ${newValue(column, catalogue)}`);
  await db`
    update carbon_projects as stored
    set ${commaList(assignments)}
    from catalogue_import as incoming
    where stored.id = incoming.matched_id and ${isChanged(catalogue)}
  `;
}

/** How many projects are created at once. */
const batchSize = 1_000;

/** Creates the projects that were not matched. `progress` is told how many are done. */
export async function createProjects(db: Transaction, progress: (done: number) => void): Promise<void> {
  const columns = storedFields.map(({ column }) => column);
  const values = columns.map((column) => (column === 'status' ? sql`coalesce(status, 'On sale')` : sql`${sql(column)}`));
  await db`create temporary table catalogue_new on commit drop as select *, row_number() over (order by line) as number from catalogue_import where matched_id is null`;
  for (let from = 0; ; from += batchSize) {
    const { count } = await db`
      insert into carbon_projects (${sql(columns)})
      select ${commaList(values)}
      from catalogue_new
      where number > ${from} and number <= ${from + batchSize}
      order by number
    `;
    progress(from + count);
    if (count < batchSize) break;
  }
  await db`drop table catalogue_new`;
}

/** Returns the condition that a stored project differs from its row in the file. */
function isChanged(catalogue: ParsedCatalogue) {
  const columns = columnsFromFile(catalogue);
  const before = commaList(columns.map((column) => sql`stored.${sql(column)}`));
  const after = commaList(columns.map((column) => newValue(column, catalogue)));
  return sql`stored.id is not null and (${before}) is distinct from (${after})`;
}

/** Returns the columns that an import assigns. */
function columnsFromFile({ fieldsInFile }: ParsedCatalogue): string[] {
  return storedFields.filter(({ name }) => fieldsInFile.has(name) || mergedFields.includes(name)).map(({ column }) => column);
}

function newValue(column: string, { fieldsInFile }: ParsedCatalogue) {
  switch (column) {
    case 'external_id':
      return sql`coalesce(incoming.external_id, stored.external_id)`;
    case 'slug':
      return sql`case when incoming.has_slug then incoming.slug else stored.slug end`;
    case 'status':
      if (!fieldsInFile.has('pricePerCredit'))
        return fieldsInFile.has('status') ? sql`coalesce(incoming.status, stored.status)` : sql`stored.status`;
      // A project that had no price goes on sale once it has one.
      return sql`coalesce(incoming.status, stored.status)`;
    default:
      return sql`incoming.${sql(column)}`;
  }
}
