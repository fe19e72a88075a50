import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { storedFields } from '#src/schemas/project-fields.ts';
import type { ProjectWithSlug } from './parse-catalogue.ts';
import type { RowError } from './parse-row.ts';

/** How many rows are sent at once. */
const batchSize = 1_000;

/** Loads the rows into a temporary table and matches each with a stored project: `matched_id`. */
export async function stageRows(db: Transaction, projects: ProjectWithSlug[], progress: (done: number) => void): Promise<void> {
  await db`
    create temporary table catalogue_import on commit drop as
    select 0 as line, false as has_slug, 0 as matched_id, ${sql(storedFields.map(({ column }) => column))}
    from carbon_projects
    with no data
  `;
  for (let from = 0; from < projects.length; from += batchSize) {
    const batch = projects.slice(from, from + batchSize).map((project) => ({
      line: project.line,
      has_slug: project.hasSlug,
      ...Object.fromEntries(storedFields.map(({ name, column }) => [column, project[name]])),
    }));
    await db`insert into catalogue_import select * from jsonb_populate_recordset(null::catalogue_import, ${sql.json(batch)})`;
    progress(from + batch.length);
  }
  await db`
    update catalogue_import as incoming
    set matched_id = stored.id
    from carbon_projects as stored
    where stored.external_id = incoming.external_id
  `;
  // A slug generated from a title must not match a project that has a different id.
  await db`
    update catalogue_import as incoming
    set matched_id = stored.id
    from carbon_projects as stored
    where incoming.matched_id is null
      and stored.slug = incoming.slug
      and (incoming.has_slug or incoming.external_id is null or stored.external_id is null)
  `;
  await db`analyze catalogue_import`;
}

/** Keeps the available credits of projects with batches, which come from the book alone. Returns the number of rows that differ. */
export async function keepBookFigures(db: Transaction): Promise<number> {
  const { count } = await db`
    update catalogue_import as incoming
    set available_credits = stored.available_credits
    from carbon_projects as stored
    where stored.id = incoming.matched_id
      and incoming.available_credits is distinct from stored.available_credits
      and exists (select from credit_batches where project_id = stored.id)
  `;
  return count;
}

/** Removes rows that conflict with stored projects or each other, and returns them as errors. */
export async function removeConflicts(db: Transaction): Promise<RowError[]> {
  return db<RowError[]>`
    with wrong as (
      select
        incoming.line,
        incoming.slug as value,
        'is the address of another project' as reason
      from catalogue_import as incoming
      join carbon_projects as other on other.slug = incoming.slug
      where other.id is distinct from incoming.matched_id and (incoming.has_slug or incoming.matched_id is null)
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
