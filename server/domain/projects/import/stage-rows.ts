import { exceedsImpact, exceedsImpactDetails, exceedsImpactKind } from '#server/domain/projects/check-catalogue.ts';
import { commaList, type Fragment, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { RowError } from '#server/platform/tables/read-table.ts';
import { type StoredName, storedFields } from '#shared/schemas/project.ts';
import { derived, type Facts, type ParsedCatalogue, type ParsedProject, type ProjectWithSlug } from './parse-catalogue.ts';
import { unitKindOf, unitTypeOf } from './registry-words.ts';
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

/** Loads the rows into a temporary table and matches each with a stored project: `matched_id`. */
export async function stageRows(db: Transaction, projects: ProjectWithSlug[], progress: (done: number) => void): Promise<void> {
  await db`
    create temporary table catalogue_import on commit drop as
    select 0 as line, false as has_slug, '' as stated_status, '' as unit_kind, 0 as matched_id, ${sql(storedColumns)}
    from carbon_projects
    with no data
  `;
  for (let from = 0; from < projects.length; from += batchSize) {
    const batch = projects.slice(from, from + batchSize).map((project) => ({
      line: project.line,
      has_slug: project.hasSlug,
      stated_status: project.statedStatus,
      unit_kind: project.unitKind,
      ...Object.fromEntries(storedFields.map(({ name, column }) => [column, project[name]])),
    }));
    await db`insert into catalogue_import select * from jsonb_populate_recordset(null::catalogue_import, ${sql.json(batch)})`;
    progress(from + batch.length);
  }
  await db`
    update catalogue_import as incoming
    set matched_id = stored.id
    from carbon_projects as stored
    where stored.registry_key = ${incomingKey}
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

/**
 * Names the rows that write the id of their project otherwise than the catalogue: a spreadsheet takes zeros from an id. A row that
 * names its project by the address gives it that id; the id of another is only spelled otherwise, and stays. And rows of withdrawn projects.
 */
export async function listOtherIds(db: Transaction): Promise<Note[]> {
  return db<Note[]>`
    select
      line, 'externalId' as "column", incoming.external_id as value,
      case when has_slug then 'replaces the id ' || stored.external_id || ' of ' || stored.slug
        else 'is written ' || stored.external_id || ' in the catalogue, which stays' end as reason
    from catalogue_import as incoming
    join carbon_projects as stored on stored.id = incoming.matched_id
    where incoming.external_id <> stored.external_id
    union all
    select line, 'slug', stored.slug, 'is withdrawn from the catalogue, and stays so: npm run catalogue -- restore ' || stored.slug
    from catalogue_import as incoming
    join carbon_projects as stored on stored.id = incoming.matched_id and stored.withdrawn_at is not null
    order by line
  `;
}

/**
 * Keeps the available credits of projects with batches and, while there are any, whether they are issued: both come from the book
 * alone. Returns the number of rows whose credits differ.
 */
export async function keepBookFigures(db: Transaction): Promise<number> {
  await db`
    update catalogue_import as incoming
    set units_status = stored.units_status
    from carbon_projects as stored
    where stored.id = incoming.matched_id
      and stored.available_credits > 0
      and exists (select from credit_batches where project_id = stored.id)
  `;
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

/**
 * Completes the staged rows, so that each is what its project will be: a stored project keeps the fields that the file lacks. A landscape
 * that it was given follows what the row says, and is chosen anew; a new one is chosen when the project has an id. Returns notes.
 */
export async function completeRows(db: Transaction, { fieldsInFile, mapping }: ParsedCatalogue): Promise<Note[]> {
  const kept = storedFields
    .filter(({ name }) => !fieldsInFile.has(name) && !mergedFields.includes(name))
    .map(({ name, column }) =>
      name === 'availableCredits'
        ? sql`available_credits = case when incoming.stated_status = 'Sold out' then 0 else stored.available_credits end`
        : name === 'vintageEnd'
          ? sql`vintage_end = coalesce(incoming.vintage_end, stored.vintage_end)`
          : sql`${sql(column)} = stored.${sql(column)}`,
    );
  await db`
    update catalogue_import as incoming
    set
      ${commaList([
        sql`external_id = case when ${incomingKey} = stored.registry_key and not incoming.has_slug
          then stored.external_id else coalesce(incoming.external_id, stored.external_id) end`,
        sql`slug = case when incoming.has_slug then incoming.slug else stored.slug end`,
        mapping.hasShownStatus
          ? sql`status = case when incoming.stated_status = stored.sale_status then stored.status else coalesce(incoming.status, stored.status) end`
          : sql`status = coalesce(incoming.status, stored.status)`,
        ...kept,
        // --set answers for those that do not state it, and never turns what is pending into issued.
        ...(mapping.constants.has('unitsStatus') && !mapping.positions.has('unitsStatus')
          ? [sql`units_status = coalesce(stored.units_status, incoming.units_status)`]
          : []),
        ...(mapping.isOwnExport
          ? storedFields.filter(({ name, type }) => type.kind === 'text' && fieldsInFile.has(name) && name !== 'externalId')
          : []
        ).map(
          ({ column }) =>
            sql`${sql(column)} = case when ${isSameNumber(column)} then stored.${sql(column)} else incoming.${sql(column)} end`,
        ),
      ])}
    from carbon_projects as stored
    where stored.id = incoming.matched_id
  `;
  const notes = await writeWhatFollows(db, fieldsInFile);
  await db`update catalogue_import set status = 'On sale' where status is null`;
  await db`
    update catalogue_import as incoming
    set image_url = catalogue_picture(incoming.matched_id, incoming.title, incoming.location, incoming.methodology, incoming.category, incoming.project_type)
    from carbon_projects as stored
    where stored.id = incoming.matched_id
      and starts_with(stored.image_url, '/pictures/landscapes/')
      and (incoming.title, incoming.location, incoming.methodology, incoming.category, incoming.project_type)
        is distinct from (stored.title, stored.location, stored.methodology, stored.category, stored.project_type)
      and ${fieldsInFile.has('imageUrl') ? sql`incoming.image_url is null` : sql`true`}
  `;
  await db`update catalogue_import set image_url = '/pictures/landscapes/' where matched_id is null and image_url is null`;
  return notes;
}

/** The condition that two texts are one number: spreadsheets turn the version "1.0" into 1 when they save our own files. */
function isSameNumber(column: string) {
  const isNumber = sql`'^[0-9]{1,9}([.][0-9]{1,9})?$'`;
  const [stored, incoming] = [sql`stored.${sql(column)}`, sql`incoming.${sql(column)}`];
  return sql`case when ${stored} ~ ${isNumber} and ${incoming} ~ ${isNumber} then ${stored}::numeric = ${incoming}::numeric end`;
}

/** Fields that every import assigns: a stored project keeps its own value if the file has none. */
const mergedFields: StoredName[] = ['externalId', 'slug', 'status'];

/** Removes completed rows that contradict themselves or cannot be sold as they say, and returns them as errors. A copy of our own is taken as it is. */
export async function removeUnsellable(db: Transaction, { mapping }: ParsedCatalogue): Promise<RowError[]> {
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
      where is_so and ${!mapping.isOwnExport}
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
      where other.id is distinct from incoming.matched_id and (incoming.has_slug or incoming.matched_id is null)
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

const names = ['category', 'projectType', 'location', 'country', 'verificationStandard', 'description', 'unitType'] as const;
type Changing = Pick<ParsedProject, (typeof names)[number]>;
const columns = storedFields.filter(({ name }) => (names as readonly string[]).includes(name));
/**
 * Gives the completed rows of stored projects what follows from the fields that change, as a new project has it, where the file does not
 * state it: category from the type, country and location from each other, the sentence that stands for a description, and whether
 * nature or technology makes a "Removal". What somebody stated, because it did not follow from the other fields before, stays.
 * Returns a note for a type of units that no longer follows.
 */
async function writeWhatFollows(db: Transaction, given: ReadonlySet<StoredName>): Promise<Note[]> {
  const facts = (table: 'stored' | 'incoming') =>
    sql.unsafe(`json_build_object(${columns.map(({ name, column }) => `'${name}', ${table}.${column}`).join(', ')})`);
  const rows = await db<{ line: number; unitKind: string | null; before: Changing; now: Changing }[]>`
    select line, unit_kind, ${facts('stored')} as before, ${facts('incoming')} as now
    from catalogue_import as incoming
    join carbon_projects as stored on stored.id = incoming.matched_id
    where unit_kind is not null
      or (${sql.unsafe(columns.map(({ column }) => `stored.${column}`).join(', '))})
        is distinct from (${sql.unsafe(columns.map(({ column }) => `incoming.${column}`).join(', '))})
    order by line
  `;
  const notes: Note[] = [];
  const followed = rows.map(({ line, unitKind, before, now }) => {
    const after = following(before, now, given);
    const words = (of: Changing) => `${of.category} ${of.projectType ?? ''}`;
    if (unitKind !== null) after.unitType = unitTypeOf(unitKind, words(after)) as Changing['unitType'];
    else if (!given.has('unitType') && before.unitType !== null && words(before) !== words(after)) {
      const kind = unitKindOf(before.unitType.replace(/ - .*/, ' '));
      const derived = unitTypeOf(kind, words(after));
      if (unitTypeOf(kind, words(before)) === before.unitType && derived !== before.unitType)
        notes.push({
          line,
          column: 'unitType',
          value: before.unitType,
          reason: `is what it was: of "${words(after).trim()}" it would be ${derived}`,
        });
    }
    return { line, ...Object.fromEntries(columns.map(({ name, column }) => [column, after[name as keyof Changing]])) };
  });
  for (let from = 0; from < followed.length; from += batchSize)
    await db`
      update catalogue_import as incoming
      set ${sql.unsafe(columns.map(({ column }) => `${column} = followed.${column}`).join(', '))}
      from jsonb_populate_recordset(null::catalogue_import, ${sql.json(followed.slice(from, from + batchSize))}) as followed
      where followed.line = incoming.line
    `;
  return notes;
}

/** Returns what a project is after a change: fields that followed from others, and that the file does not state, follow again. */
function following(before: Changing, now: Changing, given: ReadonlySet<StoredName>): Changing {
  const after = { ...now };
  for (const [name, derive] of Object.entries(derived) as [keyof typeof derived, (facts: Facts) => string][]) {
    const [was, is] = [derive(before), derive(after)];
    // A place that names its country says it, whatever was stated.
    const isNamed = name === 'country' && is !== null && now.location !== before.location;
    if (!given.has(name) && (before[name] === was || isNamed)) after[name] = is;
  }
  return after;
}
