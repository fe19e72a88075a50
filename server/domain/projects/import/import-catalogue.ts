import { onSale, statedColumn } from '#server/domain/projects/carbon-projects.ts';
import { contradictions } from '#server/domain/projects/check-catalogue.ts';
import { commaList, type Fragment, inTransaction, query, sql, type Transaction } from '#server/platform/database/query.ts';
import { type FileTable, type RowError, rowWord } from '#server/platform/tables/read-table.ts';
import { columnOf, type StoredName, storedFields } from '#shared/schemas/project.ts';
import { remedyForAllRows } from './catalogue-row.ts';
import type { FieldName, ProjectMapping } from './map-columns.ts';
import { matchRows } from './match-rows.ts';
import { type ParsedProject, parseCatalogue } from './parse-catalogue.ts';

/** A field that an import changes, as text; null if empty. */
export type FieldChange = { slug: string; isNew: boolean; field: string; before: string | null; after: string | null };

export type CatalogueImportOptions = {
  skipBad?: boolean;
  dryRun?: boolean;
  /** What becomes of projects that are on sale and not in the file. By default nothing. */
  missing?: 'keep' | 'not-yet-on-sale' | 'withdraw' | undefined;
  /** Whether a new project may have the title of another of its standard and country. */
  allowSameTitle?: boolean | undefined;
};

/**
 * Imports the rows of a file in one transaction. A row updates the project with its id in the registry or else with its slug, if any value
 * differs. A row without such a project creates one. With errors nothing is stored, unless `skipBad` is set and `missing` is `keep`: a
 * project that seems missing may be that of a bad row. A dry run stores nothing.
 * @throws Error as `matchRows` and `parseCatalogue` do, or the driver's. Then nothing is stored.
 */
export async function importCatalogue(table: FileTable, mapping: ProjectMapping, options: CatalogueImportOptions = {}) {
  const { skipBad = false, dryRun = false, missing = 'keep', allowSameTitle = false } = options;
  const result = await inTransaction('read write', async (db) => {
    // All projects of a file (`maxRows`, read-table.ts) are created by one statement: 11,000 take some 30 s on a busy machine.
    await db`set local statement_timeout = '30min'`;
    await db`set local lock_timeout = '30s'`;
    await db`set local client_min_messages = 'warning'`;
    if (!dryRun) await db`lock table carbon_projects in share row exclusive mode`;
    const catalogue = parseCatalogue(table, mapping, await matchRows(db, table, mapping));
    const { projects } = catalogue;
    await stageRows(db, projects);
    // Findings of the database name fields; the columns of the file have names of their own.
    const columnInFile = (field: string) => table.columns[mapping.positions.get(field as FieldName) ?? -1] ?? field;
    const withFileColumns = (findings: RowError[]) => findings.map((finding) => ({ ...finding, column: columnInFile(finding.column) }));
    // Each of these functions removes the rows that it finds, so that the later ones find nothing more about those rows.
    const repeated = withFileColumns(await removeRepeated(db));
    const refused = withFileColumns([...(await removeConflicts(db, table, allowSameTitle)), ...(await removeUnsellable(db, mapping))]);
    const errors = [...catalogue.errors, ...refused].sort((a, b) => a.line - b.line);
    const isRejected = errors.length > 0 && !(skipBad && missing === 'keep');
    const notInFile = errors.length > 0 || mapping.isPartial ? [] : await listNotInFile(db);
    const notes = [...catalogue.notes, ...repeated, ...withFileColumns(await listImplausible(db))];
    const bad = new Set(refused.map(({ line }) => line));
    const keptFromBook = projects.filter(({ line, isKeptFromBook }) => isKeptFromBook && !bad.has(line)).length;
    const { all, created, updated, ...lacking } = await countRows(db);
    const changes = dryRun ? await listChanges(db) : [];
    if (!dryRun && !isRejected) {
      if (updated > 0) await updateProjects(db);
      if (notInFile.length > 0 && missing !== 'keep')
        await db`
        update carbon_projects
        set ${missing === 'withdraw' ? sql`withdrawn_at = now()` : sql`status = 'Not yet on sale'`}
        where slug = any(${notInFile}::text[])
      `;
      if (created > 0)
        await db`
          insert into carbon_projects (${sql(storedColumns)})
          select ${sql(storedColumns)} from catalogue_import where matched_id is null order by line
        `;
    }
    return {
      ...{ created, updated, unchanged: all - created - updated },
      /** How many projects of the file lack a price and are not sold out, and how many have one without stating what is available. */
      ...lacking,
      /** `errors`: what is wrong in the file or against stored projects. `notes`: what was interpreted, left out or looks wrong. */
      ...{ errors, notes },
      /** In a dry run: every field that would change, of as many projects as `mostListed` says. */
      changes,
      /** How many projects keep their available credits, which are counted from the book, although the file has another figure. */
      keptFromBook,
      /**
       * The slugs of projects on sale that the file lacks, though it has their standard. Empty for a file that only changes projects, or
       * that has a bad row, which may be of any project.
       */
      notInFile,
      /** Whether nothing was stored because of errors. */
      isRejected,
    };
  });
  // Outside the transaction, as required. Updates the visibility map, which index-only scans need, and the planner's statistics. What
  // is stored is stored: if this fails, autovacuum does it.
  if (!dryRun && result.created + result.updated > 0) await query`vacuum analyze carbon_projects`.catch(() => {});
  return result;
}

const storedColumns = storedFields.map(({ column }) => column);
/** A column of the stored project, as it was stated. */
const stated = (column: string) => sql.unsafe(statedColumn(column, 'stored'));
/** The condition that a staged row differs from its stored project. */
const differsFromStored = sql`
  (${commaList(storedColumns.map(stated))})
    is distinct from (${commaList(storedColumns.map((column) => sql`incoming.${sql(column)}`))})
`;

/** The registry's id of a staged row, in the form of `carbon_projects.registry_key`. */
const incomingKey = sql`catalogue_registry_key(incoming.external_id, incoming.verification_standard)`;

/** The digits of an id, whatever stands around them: "Verra 1,234", an address in the registry. */
const digitsOf = (id: Fragment) => sql`nullif(regexp_replace(normalize(${id}, nfkc), '[^0-9]', '', 'g'), '')`;

/** How an id is written: with 0 for each of its numbers. */
const shapeOf = (id: Fragment) => sql`regexp_replace(${id}, '[0-9]+', '0', 'g')`;

const rowsAtOnce = 1_000;

/** Loads the parsed rows into a temporary table, each as its project will be: with a picture, and with the type that its category names. */
async function stageRows(db: Transaction, projects: ParsedProject[]): Promise<void> {
  await db`
    create temporary table catalogue_import on commit drop as
    select 0 as line, 0 as matched_id, false as has_slug, false as is_offer, '' as stated_id, '' as stated_status, ${sql(storedColumns)}
    from carbon_projects
    with no data
  `;
  for (let from = 0; from < projects.length; from += rowsAtOnce) {
    // What is no column of the table is left out.
    const batch = projects
      .slice(from, from + rowsAtOnce)
      .map((project) => Object.fromEntries(Object.entries(project).map(([name, value]) => [columnOf(name), value])));
    await db`insert into catalogue_import select * from jsonb_populate_recordset(null::catalogue_import, ${sql.json(batch)})`;
  }
  await db`update catalogue_import set project_type = coalesce(project_type, catalogue_project_type(category))`;
  // The folder in place of a picture: one is chosen (as by `carbon_projects_fill_in`, which does so for new projects).
  await db`
    update catalogue_import
    set image_url = catalogue_picture(matched_id, title, location, methodology, category, project_type)
    where matched_id is not null and image_url = '/pictures/landscapes/'
  `;
  await db`analyze catalogue_import`;
}

/**
 * Removes staged rows whose vintage ends before it begins and, except in our own exports, those that cannot be sold as they state. Returns
 * what is wrong with them.
 */
async function removeUnsellable(db: Transaction, { isOwnExport, positions }: ProjectMapping): Promise<RowError[]> {
  const wrong = await removeFound(
    db,
    sql`
      select line, "column", value, reason
      from catalogue_import as incoming
      left join carbon_projects as stored on stored.id = incoming.matched_id
      cross join lateral (
        values
          (
            incoming.stated_status = 'Sold out' and incoming.available_credits > 0,
            'status', 'Sold out',
            'contradicts the record, where credits of it are for sale: ' || incoming.available_credits || '. Reserve, retire or cancel them there (npm run record), or write "Not yet on sale"'
          ),
          (
            incoming.vintage_start > incoming.vintage_end,
            'vintageStart', incoming.vintage_start::text, 'is after the last year of the vintage, ' || incoming.vintage_end
          ),
          (
            incoming.stated_status = 'On sale' and incoming.price_per_credit is null,
            ${positions.has('pricePerCredit') ? 'pricePerCredit' : 'price'}::text, '', 'is missing, but the project is on sale'
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
      where is_so and ${isOwnExport ? sql`"column" = 'vintageStart'` : sql`true`}
    `,
  );
  return wrong.map((error) => (error.column === 'unitsStatus' ? { ...error, remedy: remedyForAllRows('unitsStatus', 'issued') } : error));
}

/** What staged rows state against their own figures or the record (`contradictions`). Its last clause is `where`: an `and` may follow. */
const contradictory = sql`
  select line, "column", value, kind || coalesce(': ' || other, '') as reason
  from catalogue_import as incoming
  left join carbon_projects as stored on stored.id = incoming.matched_id
  cross join lateral ${contradictions(sql`incoming`, sql`incoming.matched_id`)}
  where is_so
`;

/** Lists what is doubtful in staged rows: contradictions, a price that puts nothing on sale, and the end of a sale. */
async function listImplausible(db: Transaction): Promise<RowError[]> {
  const found = await db<RowError[]>`
    ${contradictory}
    union all
    select line, 'status', incoming.status, 'stays, although the row has a price and credits. If it is on sale: write "On sale"'
    from catalogue_import as incoming
    join carbon_projects as stored on stored.id = incoming.matched_id
    where stated_status is null and incoming.status = 'Not yet on sale'
      and incoming.price_per_credit is not null and incoming.available_credits > 0
      and (incoming.price_per_credit, incoming.available_credits) is distinct from (stored.price_per_credit, stored.available_credits)
    union all
    select line, 'status', incoming.status, ${endsSale}
    from catalogue_import as incoming
    join carbon_projects as stored on stored.id = incoming.matched_id and stored.sale_status = 'On sale'
    where sale_status(incoming.status, incoming.price_per_credit, incoming.available_credits) = 'Not yet on sale'
    order by line
  `;
  return found.map((note) => (note.reason === endsSale ? { ...note, isWarning: true } : note));
}
const endsSale = 'takes its project off sale';

/** Every row (`second`) of the same project as an earlier one, with the first row of that project (`first`). */
const repeatedRows = sql`
  (
    select *, min(line) over (partition by coalesce('#' || matched_id, ${incomingKey}, '/' || slug)) as first_line
    from catalogue_import as incoming
  ) as second
  join catalogue_import as first on first.line = second.first_line and second.line > first.line
`;
/** Fields that may differ between rows of one project: a registry may list its verifications, and we may have made slug and picture. */
const mayDiffer: readonly StoredName[] = ['verifier', 'verificationReport', 'verificationReportUrl', 'verifiedOn', 'slug', 'imageUrl'];

/** Removes rows that offer nothing, and differ from an earlier row of their project only in a verification. Returns them as notes. */
async function removeRepeated(db: Transaction): Promise<RowError[]> {
  const columns = storedFields.filter(({ name }) => !mayDiffer.includes(name)).map(({ column }) => column);
  return removeFound(
    db,
    sql`
      select second.line, 'externalId' as "column", second.stated_id as value,
        'says nothing of its project that an earlier row does not, but perhaps another verification. Left out' as reason
      from ${repeatedRows}
      where not second.is_offer
        and (${commaList(columns.map((column) => sql`second.${sql(column)}`))})
          is not distinct from (${commaList(columns.map((column) => sql`first.${sql(column)}`))})
    `,
  );
}

/** Removes rows that conflict with stored projects or each other, and returns them as errors. */
async function removeConflicts(db: Transaction, table: FileTable, allowSameTitle: boolean): Promise<RowError[]> {
  return removeFound(
    db,
    sql`
      select
        incoming.line,
        'slug' as "column",
        incoming.slug as value,
        'is the address of another project' || coalesce(' than the one with the id ' || incoming.stated_id, '') as reason
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
      -- Units on the record may be of years that the catalogue does not state; only what a row states anew must agree with them.
      ${contradictory} and case
        when "column" = 'unitType' then incoming.unit_type is distinct from ${stated('unit_type')}
        when "column" in ('vintageStart', 'vintageEnd') then
          (incoming.vintage_start, incoming.vintage_end) is distinct from (${stated('vintage_start')}, ${stated('vintage_end')})
      end
      union all
      select
        second.line,
        case when second.has_slug or second.stated_id is null then 'slug' else 'externalId' end,
        case when second.has_slug or second.stated_id is null then second.slug else second.stated_id end,
        'is the same project as ' || ${rowWord(table, 'project')}::text || ' ' || first.line
          || case when (second.vintage_start, second.vintage_end) is distinct from (first.vintage_start, first.vintage_end)
            then ', of another vintage. A project has one row, with one price and one number of credits for all its vintages: keep one of them'
            else '' end
      from ${repeatedRows}
      union all
      select
        incoming.line,
        'title',
        incoming.title,
        'is the title of /projects/' || stored.slug || ', too, with the same '
          || case when same_number then 'number: ' || stored.external_id || ' (' || stored.verification_standard || ')'
            else 'standard and country' || coalesce('; its id is ' || stored.external_id, '') end
          || '. If it is the same project, add a column for the slug' || case when same_number then '' else ' or the id' end
          || '; if not, give it another title, or say so for all: --allow-same-title'
      from catalogue_import as incoming
      join carbon_projects as stored on catalogue_fold(incoming.title) = catalogue_fold(stored.title)
      cross join lateral (
        select coalesce(${digitsOf(sql`stored.external_id`)} = ${digitsOf(sql`incoming.external_id`)}, false) as same_number
      ) as compared
      where incoming.matched_id is null and not ${allowSameTitle}
        and (same_number
          -- A registry's own list may have one title twice, with ids that are written alike.
          or ((incoming.verification_standard, incoming.country) is not distinct from (stored.verification_standard, stored.country)
            and (${shapeOf(sql`incoming.external_id`)} = ${shapeOf(sql`stored.external_id`)}) is not true))
    `,
  );
}

/** Counts the staged rows: all of them, those that create a project or change one, and those that lack what a sale needs. */
async function countRows(db: Transaction) {
  const [counts] = await db<[{ all: number; created: number; updated: number; withoutPrice: number; withoutAvailability: number }]>`
    select
      count(*)::int as all,
      (count(*) filter (where incoming.matched_id is null))::int as created,
      (count(*) filter (where stored.id is not null and ${differsFromStored}))::int as updated,
      (count(*) filter (where incoming.price_per_credit is null and incoming.available_credits is distinct from 0))::int as without_price,
      (count(*) filter (where incoming.price_per_credit is not null and incoming.available_credits is null))::int as without_availability
    from catalogue_import as incoming
    left join carbon_projects as stored on stored.id = incoming.matched_id
  `;
  return counts;
}

/** Lists the projects on sale, except samples, that have a standard of the file and no row in it. */
async function listNotInFile(db: Transaction): Promise<string[]> {
  const rows = await db<{ slug: string }[]>`
    select slug
    from carbon_projects as stored
    where ${onSale} and not is_sample and not exists (select from catalogue_import where matched_id = stored.id)
      and verification_standard in (select verification_standard from catalogue_import)
    order by slug
  `;
  return rows.map(({ slug }) => slug);
}

/** The most projects whose fields a dry run lists: of those that would change, and of those that would be created. */
const mostListed = { changed: 20, created: 3 };

/** Lists the fields that a row changes or that a new project has, of the first projects (`mostListed`). */
async function listChanges(db: Transaction): Promise<FieldChange[]> {
  const sides = storedFields.map(({ name, column }) => sql`(${name}, (${stated(column)})::text, incoming.${sql(column)}::text)`);
  return db<FieldChange[]>`
    select coalesce(stored.slug, incoming.slug) as slug, is_new, field, before, after
    from (
      select incoming.line, stored.id is null as is_new, row_number() over (partition by stored.id is null order by incoming.line) as number
      from catalogue_import as incoming
      left join carbon_projects as stored on stored.id = incoming.matched_id
      where ${differsFromStored}
    ) as changed
    join catalogue_import as incoming on incoming.line = changed.line
    left join carbon_projects as stored on stored.id = incoming.matched_id
    cross join lateral (values ${commaList(sides)}) as side (field, before, after)
    where number <= case when is_new then ${mostListed.created}::int else ${mostListed.changed}::int end and before is distinct from after
    order by is_new, changed.line
  `;
}

/**
 * Stores the file's values in the projects that differ. They count as stated (`from_record` is empty) until the trigger
 * `carbon_projects_a_book` fills in anew what the record has.
 */
async function updateProjects(db: Transaction): Promise<void> {
  await db`
    update carbon_projects as stored
    set ${commaList(storedColumns.map((column) => sql`${sql(column)} = incoming.${sql(column)}`))}, from_record = '{}'
    from catalogue_import as incoming
    where stored.id = incoming.matched_id and ${differsFromStored}
  `;
}

/** Removes the rows about which a query finds something (line, column, value, reason), and returns what it finds. */
async function removeFound(db: Transaction, findings: Fragment): Promise<RowError[]> {
  return db<RowError[]>`
    with found as (${findings}), removed as (
      delete from catalogue_import where line in (select line from found)
    )
    select line, "column", value, reason from found order by line
  `;
}
