import { isListed, projectColumns } from '#server/domain/projects/columns.ts';
import { soughtRegistryKeys } from '#server/domain/projects/match-text.ts';
import { type Query, query } from '#server/platform/database/query.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import { canonicalNumber, maxId } from '#shared/lib/input/canonical-number.ts';
import { spelledId } from '#shared/lib/registries/spelled-id.ts';
import type { Project } from '#shared/schemas/project.ts';
import { isStorable } from '#shared/schemas/storable-text.ts';

/** Returns the listed project with this slug, or undefined. */
export async function findProject(slug: string): Promise<Project | undefined> {
  const [project] = await findProjects([slug]);
  return project;
}

/**
 * Returns the listed projects with these slugs, in the order of the slugs; omits unknown ones.
 * @param db the transaction to read in.
 */
export async function findProjects(slugs: readonly string[], db: Query = query): Promise<Project[]> {
  if (slugs.length === 0) return [];
  return db<Project[]>`
    select ${projectColumns}
    from carbon_projects
    where slug = any(${[...slugs]}::text[]) and ${isListed}
    order by array_position(${[...slugs]}::text[], slug)
  `;
}

/**
 * Returns the project with this id, otherwise the one with this slug, otherwise the only one with this registry id, in any spelling.
 * @param among whether it may be withdrawn: what certificates say of a project stays.
 * @returns undefined if there is none, or if several projects have the registry id.
 */
export async function findByReference(reference: string, among: 'listed' | 'all' = 'listed'): Promise<Project | undefined> {
  const id = idIn(reference);
  const [first, second] = await query<(Project & { isNamed: boolean })[]>`
    select ${projectColumns}, (id = ${id}::integer or slug = ${reference}) is true as is_named
    from carbon_projects
    where (id = ${id}::integer or slug = ${reference} or registry_key = any(${registryKeysIn(reference)}::text[]))
      and ${among === 'all' ? sql`true` : isListed}
    order by (id = ${id}::integer) is true desc, slug = ${reference} desc
    limit 2
  `;
  if (!first || (second && !first.isNamed)) return undefined;
  const { isNamed: _, ...project } = first;
  return project;
}

/** What the address of a withdrawn project says: since when, and why (null: not stated). */
type Withdrawn = { slug: string; withdrawnAt: Date; reason: string | null };

/** Returns the withdrawn project that a reference means, as `findByReference` reads it; undefined if there is none. */
export async function findWithdrawn(reference: string): Promise<Withdrawn | undefined> {
  const project = await findByReference(reference, 'all');
  const [row] = await query<Withdrawn[]>`
    select slug, withdrawn_at, withdrawn_reason as reason
    from carbon_projects
    where id = ${project?.id ?? null}::integer and not ${isListed}
  `;
  return row;
}

/** Returns, as SQL, the id of the project that has this slug or, if none has, had it last. */
export function projectIdOf(slug: string): Fragment {
  return sql`coalesce(
    (select id from carbon_projects where slug = ${slug}), (select project_id from former_slugs where slug = ${slug})
  )`;
}

/**
 * Returns the current slug of the project that used to have this slug, or whose id it is (decimal, without leading zeros); otherwise those
 * of the projects with this registry id, in any spelling (VCS1764, verra-1764), two at most.
 */
export async function slugsMeantBy(reference: string): Promise<string[]> {
  if (!isStorable(reference)) return [];
  const rows = await query<{ slug: string; isMoved: boolean }[]>`
    with moved as materialized (
      select coalesce((select project_id from former_slugs where slug = ${reference}), ${idIn(reference)}::integer) as id
      where not exists (select from carbon_projects where slug = ${reference})
    )
    select slug, id in (select id from moved) is true as is_moved
    from carbon_projects
    where id = (select id from moved) or registry_key = any(${registryKeysIn(reference)}::text[])
    order by is_moved desc, slug
    limit 2
  `;
  return rows.slice(0, rows[0]?.isMoved ? 1 : 2).map(({ slug }) => slug);
}

/** Returns the values of `registry_key` that a part of an address may spell. Digits alone are an id of ours, and no registry's. */
function registryKeysIn(reference: string): string[] {
  const spelled = spelledId(reference);
  return /[^\d-]/.test(spelled) && spelled.length <= maxRegistryId ? [...new Set([spelled, ...soughtRegistryKeys(reference)])] : [];
}

/** Mirrors the table's constraint. */
const maxRegistryId = 200;

/** Returns the id that a text is; otherwise null. */
const idIn = (text: string) => canonicalNumber(text, maxId) ?? null;
