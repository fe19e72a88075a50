import { exceedsImpact, exceedsImpactDetails, exceedsImpactKind } from '#server/domain/projects/check-catalogue.ts';
import { commaList, type Fragment, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { RowError } from '#server/platform/tables/read-table.ts';
import { storedFields } from '#shared/schemas/project.ts';
import type { Mapping } from './map-columns.ts';
import type { ParsedProject } from './parse-catalogue.ts';
import { forAllRows, type Note } from './row-reader.ts';

/** The columns of the stored fields. */
export const storedColumns = storedFields.map(({ column }) => column);
/** The condition that a staged row, completed, differs from its stored project. */
export const differsFromStored = sql`
  (${commaList(storedColumns.map((column) => sql`stored.${sql(column)}`))})
    is distinct from (${commaList(storedColumns.map((column) => sql`incoming.${sql(column)}`))})
`;

/** How many rows are sent at once. */
const batchSize = 1_000;

/** The registry's id of a staged row, as `registry_key` has that of a project. */
const incomingKey = sql`catalogue_registry_key(incoming.external_id, incoming.verification_standard)`;

/** The digits of an id, whatever stands around them: "Verra 1,234", an address in the registry. */
const digitsOf = (id: Fragment) => sql`nullif(regexp_replace(normalize(${id}, nfkc), '[^0-9]', '', 'g'), '')`;

/** Loads the parsed rows into a temporary table, each what its project will be. */
export async function stageRows(db: Transaction, projects: ParsedProject[], progress: (done: number) => void): Promise<void> {
  await db`
    create temporary table catalogue_import on commit drop as
    select 0 as line, 0 as matched_id, false as has_slug, '' as stated_status, ${sql(storedColumns)}
    from carbon_projects
    with no data
  `;
  for (let from = 0; from < projects.length; from += batchSize) {
    const batch = projects.slice(from, from + batchSize).map((project) => ({
      line: project.line,
      matched_id: project.matchedId,
      has_slug: project.hasSlug,
      stated_status: project.statedStatus,
      ...Object.fromEntries(storedFields.map(({ name, column }) => [column, project[name]])),
    }));
    await db`insert into catalogue_import select * from jsonb_populate_recordset(null::catalogue_import, ${sql.json(batch)})`;
    progress(from + batch.length);
  }
  await db`
    update catalogue_import
    set image_url = catalogue_picture(matched_id, title, location, methodology, category, project_type)
    where matched_id is not null and image_url = '/pictures/landscapes/'
  `;
  await db`analyze catalogue_import`;
}

/** Removes completed rows that contradict themselves or cannot be sold as they say, and returns them as errors. A copy of our own is taken as it is. */
export async function removeUnsellable(db: Transaction, { isOwnExport }: Mapping): Promise<RowError[]> {
  const wrong = await db<RowError[]>`
    with wrong as (
      select line, "column", value, reason
      from catalogue_import as incoming
      left join carbon_projects as stored on stored.id = incoming.matched_id
      cross join lateral (
        values
          (
            incoming.stated_status = 'Sold out' and incoming.available_credits > 0,
            'status', 'Sold out',
            'contradicts the record, which holds ' || incoming.available_credits || ' credits of it for sale. Reserve, retire or cancel them there (npm run record), or write "Not yet on sale"'
          ),
          (
            incoming.vintage_start > incoming.vintage_end,
            'vintageStart', incoming.vintage_start::text, 'is after the last year of the vintage, ' || incoming.vintage_end
          ),
          (
            incoming.stated_status = 'On sale' and incoming.price_per_credit is null,
            'price', '', 'is missing, but the project is on sale'
          ),
          (
            incoming.stated_status = 'On sale' and incoming.available_credits is null,
            'availableCredits', '', 'is missing, but the project is on sale'
          ),
          (
            sale_status(incoming.status, incoming.price_per_credit, incoming.available_credits) = 'On sale'
              and incoming.units_status is null and (stored.id is null or ${differsFromStored}),
            'unitsStatus', '',
            'is missing, but the project is on sale: are its credits issued or expected?'
          )
      ) as finding (is_so, "column", value, reason)
      where is_so and ${!isOwnExport}
    ), removed as (
      delete from catalogue_import
      where line in (select line from wrong)
    )
    select line, "column", value, reason
    from wrong
    order by line
  `;
  return wrong.map((error) => (error.column === 'unitsStatus' ? { ...error, remedy: forAllRows('unitsStatus', 'issued') } : error));
}

/** Names rows with more credits for sale than the project can have made in the years of their vintage. */
export async function listImplausible(db: Transaction): Promise<Note[]> {
  return db<Note[]>`
    select line, 'availableCredits' as "column", ${exceedsImpactDetails} as value, ${exceedsImpactKind} as reason
    from catalogue_import
    where ${exceedsImpact}
    order by line
  `;
}

/** Removes rows that conflict with stored projects or each other, and returns them as errors. */
export async function removeConflicts(db: Transaction): Promise<RowError[]> {
  return db<RowError[]>`
    with wrong as (
      select
        incoming.line,
        'slug' as "column",
        incoming.slug as value,
        'is the address of another project' as reason
      from catalogue_import as incoming
      join carbon_projects as other on other.slug = incoming.slug
      where other.id is distinct from incoming.matched_id
      union all
      -- Certificates show what the catalogue says of the project whose units they retire.
      select
        incoming.line,
        'slug',
        incoming.slug,
        'is the address of ' || stored.external_id || ', which has another title and is on the record. Give one of them another address'
      from catalogue_import as incoming
      join carbon_projects as stored on stored.id = incoming.matched_id
      where ${incomingKey} <> stored.registry_key
        and incoming.title <> stored.title
        and exists (select from record_entry_projects where project_id = stored.id)
      union all
      select
        second.line,
        case when second.has_slug or second.external_id is null then 'slug' else 'externalId' end,
        case when second.has_slug or second.external_id is null then second.slug else second.external_id end,
        'is the same project as line ' || first.line
          || case when (second.vintage_start, second.vintage_end) is distinct from (first.vintage_start, first.vintage_end)
            then ', of another vintage. A project has one row, with one price and one number of credits for all its vintages: keep one of them'
            else '' end
      from (
        select *, min(line) over (partition by coalesce('#' || matched_id, ${incomingKey}, '/' || slug)) as first_line
        from catalogue_import as incoming
      ) as second
      join catalogue_import as first on first.line = second.first_line
      where second.line > first.line
      union all
      select
        incoming.line,
        'title',
        incoming.title,
        'is the title of ' || stored.slug || ', too, with the same number: ' || stored.external_id || ' (' || stored.verification_standard || ')'
          || '. If it is the same project, add a column for the slug; if not, give it another title'
      from catalogue_import as incoming
      join carbon_projects as stored on ${digitsOf(sql`stored.external_id`)} = ${digitsOf(sql`incoming.external_id`)}
      where incoming.matched_id is null and catalogue_fold(incoming.title) = catalogue_fold(stored.title)
    ), removed as (
      delete from catalogue_import
      where line in (select line from wrong)
    )
    select line, "column", value, reason
    from wrong
    order by line
  `;
}
