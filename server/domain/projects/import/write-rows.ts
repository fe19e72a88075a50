import { commaList, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { storedFields } from '#src/schemas/project-fields.ts';
import type { ParsedProject } from './parse-row.ts';

/** A field that an import changes, as text; null if empty. */
export type FieldChange = { slug: string; field: string; before: string | null; after: string | null };
/** A project that an import creates, as it will be. */
export type CreatedProject = Pick<ParsedProject, 'slug' | 'title' | 'category' | 'verificationStandard' | 'location' | 'country'> &
  Pick<ParsedProject, 'pricePerCredit' | 'availableCredits' | 'status'>;

const columns = storedFields.map(({ column }) => column);
/** The condition that a staged row, completed, differs from its stored project. */
export const differsFromStored = sql`
  (${commaList(columns.map((column) => sql`stored.${sql(column)}`))})
    is distinct from (${commaList(columns.map((column) => sql`incoming.${sql(column)}`))})
`;

/** The staged rows in numbers. */
export type RowCounts = { all: number; created: number; updated: number; withoutPrice: number; withoutAvailability: number };

/** Counts the completed rows: all of them, those that create a project or change one, and those that lack what a sale needs. */
export async function countRows(db: Transaction): Promise<RowCounts> {
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

const listedProjects = 20;

/** Lists the fields that differ, of at most `listedProjects` projects. */
export async function listChanges(db: Transaction): Promise<FieldChange[]> {
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
export async function listCreated(db: Transaction, limit: number): Promise<CreatedProject[]> {
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
export async function updateProjects(db: Transaction): Promise<void> {
  await db`
    update carbon_projects as stored
    set ${commaList(columns.map((column) => sql`${sql(column)} = incoming.${sql(column)}`))}
    from catalogue_import as incoming
    where stored.id = incoming.matched_id and ${differsFromStored}
  `;
}

/** How many projects are created at once. */
const batchSize = 1_000;

/** Creates the projects that were not matched. `progress` is told how many are done. */
export async function createProjects(db: Transaction, progress: (done: number) => void): Promise<void> {
  await db`create temporary table catalogue_new on commit drop as select *, row_number() over (order by line) as number from catalogue_import where matched_id is null`;
  for (let from = 0; ; from += batchSize) {
    const { count } = await db`
      insert into carbon_projects (${sql(columns)})
      select ${sql(columns)}
      from catalogue_new
      where number > ${from} and number <= ${from + batchSize}
      order by number
    `;
    progress(from + count);
    if (count < batchSize) break;
  }
  await db`drop table catalogue_new`;
}
