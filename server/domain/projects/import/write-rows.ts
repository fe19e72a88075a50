import { storedFields } from '#src/schemas/project-fields.ts';
import type { ReadCatalogue } from './read-catalogue.ts';
import { batchSize, type Db, list } from './stage-rows.ts';

/** A field that an import changes, as text; null if empty. */
export type FieldChange = { slug: string; field: string; before: string | null; after: string | null };
/** Fields that are always assigned; a stored project keeps its own value if the file has none. */
const mergedFields = ['externalId', 'slug', 'status'];

/** Returns the condition that a stored project differs from its row in the file. */
export function isChanged(db: Db, catalogue: ReadCatalogue) {
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
export async function listChanges(db: Db, catalogue: ReadCatalogue): Promise<FieldChange[]> {
  const fields = storedFields.filter(({ column }) => columnsFromFile(catalogue).includes(column));
  const sides = fields.map(({ name, column }) => db`(${name}, stored.${db(column)}::text, (${newValue(db, column, catalogue)})::text)`);
  return db<FieldChange[]>`
    select changed.slug, field, before, after
    from (
      select stored.*, given.line
      from catalogue_import as given
      join carbon_projects as stored on stored.id = given.matched_id
      where ${isChanged(db, catalogue)}
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

/** Gives the stored projects that differ the values of the file. */
export async function updateProjects(db: Db, catalogue: ReadCatalogue): Promise<void> {
  const assignments = columnsFromFile(catalogue).map((column) => db`${db(column)} = ${newValue(db, column, catalogue)}`);
  await db`
    update carbon_projects as stored
    set ${list(db, assignments)}
    from catalogue_import as given
    where stored.id = given.matched_id and ${isChanged(db, catalogue)}
  `;
}

/** Creates the projects that were not matched. `progress` is told how many are done. */
export async function createProjects(db: Db, progress: (done: number) => void): Promise<void> {
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
