import { keysOfNumber, onRecordSql, storedSelection } from '#server/domain/projects/carbon-projects.ts';
import { type Fragment, type Query, sql } from '#server/platform/database/query.ts';
import { type FileTable, type Row, type RowError, rowWord } from '#server/platform/tables/read-table.ts';
import { registriesOfId, spelledId } from '#shared/lib/registries/listed-projects.ts';
import { someOf } from '#shared/lib/text/numbers.ts';
import { slugMaxLength } from '#shared/schemas/limits.ts';
import type { Project, StoredName } from '#shared/schemas/project.ts';
import { findRegistry } from '#verify/registries.ts';
import { CatalogueRow, readRegistryId, statedStandard } from './catalogue-row.ts';
import { namingColumn, type ProjectMapping } from './map-columns.ts';

/** A project of the catalogue, as an import finds it. */
export type Stored = Pick<Project, StoredName | 'id'> & {
  saleStatus: Project['status'];
  isOnRecord: boolean;
  isWithdrawn: boolean;
  /** The vintage that buyers see. It may be that of the project's units on the record. */
  shownVintage: Pick<Project, 'vintageStart' | 'vintageEnd'>;
};
/** The project that a row is about: a stored one, found by its id in its registry or by its address, or a new one with this address. */
export type Match = {
  slug: string | null;
  stored: Found | undefined;
  /** Why a row of a file that only changes projects has no project. */
  refusal: Pick<RowError, 'reason' | 'remedy'> | undefined;
  /** Says which stored projects have nearly the id of this new one, because the row may mean them. */
  nearest?: string | undefined;
};
/** How a row names its project; null: the row does not say. */
type Identity = Record<'slug' | 'title' | 'externalId' | 'standard', string | null>;

/** A project that the row at this position names, by its id or only by its slug. */
type Found = Stored & { at: number; isById: boolean };

/**
 * Matches the rows of a file with the catalogue: by the id in the registry, else by the slug, by default one made from the title. If a file
 * only changes projects, a row is refused unless it names exactly one. @throws Error if none of several rows does, nor nearly.
 */
export async function matchRows(db: Query, table: FileTable, mapping: ProjectMapping): Promise<Map<Row, Match>> {
  const named = identities(table, mapping);
  const slugs = mapping.isPartial ? named.map(({ slug }) => slug) : await slugsOf(db, named);
  const found = await findStored(db, named, slugs);
  const meant = mapping.isPartial ? await projectsNamed(db, named, found, mapping) : [];
  if (meant.length > 1 && meant.every(({ refusal }) => refusal && (refusal.remedy ?? withoutTitles) === withoutTitles))
    throw new Error(`No row of the file is a project of the catalogue. ${withoutTitles}. Its columns are: ${mapping.columns.join(', ')}`);
  // A row without a title makes no project, and an id of fewer than three digits is near many.
  const mayBeMisread = (at: number) =>
    !mapping.isPartial && !found.has(at) && named[at]?.title && /(?:\d.*){3}/.test(named[at].externalId ?? '');
  const unfound = named.flatMap((one, at) => (mayBeMisread(at) ? { ...one, at } : []));
  const nearest = await sayNearest(db, 'externalId', unfound);
  return new Map(
    table.rows.map((row, at) => {
      const [stored] = (found.get(at) ?? []).toSorted((a, b) => Number(b.isById) - Number(a.isById));
      return [row, { slug: slugs[at] ?? null, stored, refusal: meant[at]?.refusal, nearest: nearest.get(at) }];
    }),
  );
}

/**
 * Returns the slugs of the projects that a file names by slug or by the registry's id.
 * @throws Error that names the rows that cannot be read, and what the catalogue does not have, or has several of.
 */
export async function namedSlugs(db: Query, table: FileTable, mapping: ProjectMapping): Promise<string[]> {
  const named = identities(table, mapping);
  const slugs = named.map(({ slug }) => slug);
  const meant = await projectsNamed(db, named, await findStored(db, named, slugs), mapping);
  const refused = named.flatMap(({ line, slug, externalId, errors }, at) => {
    const { reason } = errors[0] ?? meant[at]?.refusal ?? {};
    return reason === undefined ? [] : [`${rowWord(table, 'project')} ${line}, "${slug ?? externalId ?? ''}", ${reason}`];
  });
  if (refused.length > 0) throw new Error(`Nothing was changed: ${someOf(refused, 5, '; ')}.`);
  return meant.flatMap(({ project }) => project?.slug ?? []);
}

/** `errors`: what is wrong with the way in which the row names its project. */
type Named = Identity & Pick<CatalogueRow, 'line' | 'errors'>;
/** Returns how each row names its project. In an import, what is wrong with a row is said once, when `parseCatalogue` reads it again. */
const identities = (table: FileTable, mapping: ProjectMapping) =>
  table.rows.map((cells): Named => {
    const row = new CatalogueRow(cells, mapping);
    const [externalId, standard, slug] = [readRegistryId(row), statedStandard(row) || null, row.text('slug') || null];
    // Without the errors of the title, by which no stored project is found.
    const errors = [...row.errors];
    return { line: row.line, slug, title: row.value('title'), externalId, standard, errors };
  });

const sayRegistry = ({ verificationStandard }: Stored) =>
  `Write it with the letters of its registry, or say the standard: --set standard="${verificationStandard}", or a column`;
const withoutTitles = 'The file has no titles, so it only changes projects. If a column has the titles: --map COLUMN=title';

/**
 * The key (`place` 0), and its forms without the character at each place. Keys that one slip separates share a form. If one has a character
 * too many, the form is the other key; if one character is wrong, both lack the same place; if two are swapped, neighbouring ones.
 */
const formsOf = (key: Fragment) => sql`
  (select ${key}, 0 union all select overlay(${key} placing '' from place for 1), place from generate_series(1, length(${key})) as place)
`;

type Missing = Identity & { at: number };

/**
 * Says, by the position of each row without a project, which projects have nearly its id or its slug. If the row has a title, one of both
 * titles has to be a part of the other, unless the row's id is `malformed` (no registry writes ids so) and the project's id has the form of
 * a registry. Keys of under four characters are near too many others.
 */
async function sayNearest(db: Query, by: 'slug' | 'externalId', missing: readonly Missing[]): Promise<Map<number, string>> {
  if (missing.length === 0) return new Map();
  const given = missing.map(({ at, slug, title, standard, externalId }) => ({
    ...{ at, title, standard },
    // A slug is its own key. An id has the key of its standard or, without a standard, perhaps that of any registry.
    ...(by === 'slug' ? { id: null, keys: [slug] } : { id: externalId, keys: standard === null ? keysOf(externalId) : [] }),
    malformed: findRegistry(standard ?? '') !== undefined && /\D/.test(externalId ?? '') && !registriesOfId(externalId ?? ''),
  }));
  // Materialised, so that equal forms are joined by their hashes: with 11,000 projects 100 rows take 45 ms, and 25 s without.
  const rows = await db<{ at: number; key: string; malformed: boolean; isPart: boolean; said: string }[]>`
    with own as materialized (
      select at, title, standard, malformed, forms.*
      from jsonb_to_recordset(${sql.json(given)}) as given (at integer, id text, title text, standard text, malformed boolean, keys text[])
      cross join unnest(keys || catalogue_registry_key(id, standard)) as own (key)
      cross join lateral ${formsOf(sql`own.key`)} as forms (form, place)
      where length(own.key) > 3
    ), stored as materialized (
      select id, key, forms.*
      from (select id, ${sql(by === 'slug' ? 'slug' : 'registry_key')} as key from carbon_projects) as keyed
      cross join lateral ${formsOf(sql`key`)} as forms (form, place)
      where length(key) between (select min(length(form)) from own) and (select max(length(form)) + 1 from own)
    ), near as (
      select distinct at, own.title, standard, malformed, id, key
      from own
      join stored using (form)
      where 0 in (own.place, stored.place) or abs(own.place - stored.place) < 2
    )
    select
      at, malformed, key, coalesce(external_id || ' (' || slug || ', "', slug || ' ("') || project.title || '")' as said,
      coalesce(strpos(theirs, ours) + strpos(ours, theirs) > 0, true) as is_part
    from near
    join carbon_projects as project using (id)
    cross join lateral (select catalogue_fold(project.title) as theirs, catalogue_fold(near.title) as ours) as titles
    where coalesce(standard = verification_standard, true)
    order by at, key
  `;
  const likely = rows.filter(({ isPart, malformed, key }) => isPart || (malformed && registriesOfId(key)));
  const near = Map.groupBy(likely, ({ at }) => at);
  return new Map([...near].map(([at, all]) => [at, `Nearly that is ${all.map(({ said }) => said).join(' or ')}`]));
}

/** Returns the project that each row names, or why it names none. @throws Error of a file that names no projects. */
async function projectsNamed(db: Query, named: readonly Named[], found: Map<number, Found[]>, mapping: ProjectMapping) {
  const key = namingColumn(mapping);
  if (!key) throw new Error('The file has no column for slug or externalId.');
  const candidates = named.map(({ slug }, at) => (found.get(at) ?? []).filter((one) => key === 'externalId' || one.slug === slug));
  const missing = named.flatMap((one, at) => (candidates[at]?.length ? [] : { ...one, title: null, at }));
  const nearest = await sayNearest(db, key, missing);
  return named.map(({ standard, [key]: stated }, at) => {
    if (stated === null) return { refusal: { reason: 'is missing' } };
    const [project, ...others] = candidates[at] ?? [];
    // Registries share numbers: the row may mean another registry's project with this number, which the catalogue lacks.
    if (project && others.length === 0 && key === 'externalId' && standard === null && !/\D/.test(stated) && project.externalId !== stated)
      return { refusal: { reason: `may be ${project.externalId} (${project.slug}), or another registry’s`, remedy: sayRegistry(project) } };
    if (project && others.length === 0) return { project };
    const remedy = [nearest.get(at) ?? [], withoutTitles].flat().join('. ');
    if (!project) return { refusal: { reason: 'is no project of the catalogue', remedy } };
    const all = [project, ...others].map((one) => `${one.slug} (${one.verificationStandard}, ${one.externalId})`).join(' and ');
    return { refusal: { reason: `is the id of ${all}`, remedy: sayRegistry(project) } };
  });
}

/** The most characters of a slug before its number, a hyphen and up to six digits, as in `carbon_projects_fill_in` (db/migrations). */
const longestBeforeNumber = slugMaxLength - '-999999'.length;

/** Returns the slug of each row: its own, or one made from title and id, with a number if another row or project has that slug. */
async function slugsOf(db: Query, named: readonly Identity[]): Promise<(string | null)[]> {
  const made = await db<{ slug: string | null }[]>`
    select catalogue_slug(title, id) as slug
    from unnest(${named.map(({ title }) => title)}::text[], ${named.map(({ externalId }) => externalId)}::text[])
      with ordinality as given (title, id, at)
    order by at
  `;
  // `findStored` takes a project for the one that is meant where it or the row has no id.
  const stored = await db<{ slug: string }[]>`select slug from carbon_projects where external_id is not null`;
  const others = new Set(stored.map(({ slug }) => slug));
  const taken = new Set(named.map(({ slug }) => slug));
  return named.map(({ slug: own, externalId }, at) => {
    const slug = made[at]?.slug ?? null;
    if (own !== null || slug === null) return own;
    let free = slug;
    for (let number = 2; taken.has(free) || (externalId !== null && others.has(free)); number++)
      free = `${slug.slice(0, longestBeforeNumber).replace(/-$/, '')}-${number}`;
    taken.add(free);
    return free;
  });
}

/** Returns the registry keys that a project with this id may have. */
const keysOf = (id: string | null) => (id === null ? [] : /^\d+$/.test(id) ? keysOfNumber(id) : [spelledId(id)]);

/** Returns the projects that each row may be of, by the position of the row. Without a standard a number may be of any registry. */
async function findStored(db: Query, named: readonly Identity[], slugs: readonly (string | null)[]): Promise<Map<number, Found[]>> {
  const possible = named.map(({ externalId }) => keysOf(externalId).join('\n'));
  const isById = sql`(registry_key = any(keys) or (standard is null and external_id = given_id))`;
  // A slug that was made from a title finds a project only if the row or the project has no id.
  const rows = await db<Found[]>`
    select
      at::int - 1 as at, id, ${sql.unsafe(storedSelection)}, sale_status, withdrawn_at is not null as is_withdrawn,
      json_build_object('vintageStart', vintage_start, 'vintageEnd', vintage_end) as shown_vintage,
      ${sql.unsafe(onRecordSql)} as is_on_record, coalesce(${isById}, false) as is_by_id
    from unnest(
      ${slugs}::text[], ${named.map(({ slug }) => slug)}::text[], ${named.map(({ externalId }) => externalId)}::text[],
      ${named.map(({ standard }) => standard)}::text[], ${possible}::text[]
    ) with ordinality as given (given_slug, own_slug, given_id, given_standard, possible, at)
    cross join lateral (
      select coalesce(given_standard, (select verification_standard from carbon_projects where slug = own_slug)) as standard
    ) as said
    cross join lateral (
      select case when standard is null then string_to_array(possible, E'\n') else array[catalogue_registry_key(given_id, standard)] end as keys
    ) as known
    join carbon_projects on ${isById} or (slug = given_slug and (own_slug is not null or given_id is null or external_id is null))
    order by at, slug
  `;
  return Map.groupBy(rows, ({ at }) => at);
}
