import { isListed, projectColumns } from '#server/domain/projects/columns.ts';
import { keysOfNumber, soughtRegistryKeys } from '#server/domain/projects/match-text.ts';
import { type Query, query } from '#server/platform/database/query.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import { canonicalNumber, maxId } from '#shared/lib/input/canonical-number.ts';
import { spelledId } from '#shared/lib/registries/spelled-id.ts';
import type { Project } from '#shared/schemas/project.ts';
import { isStorable } from '#shared/schemas/storable-text.ts';

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

/** Whether a project that is sought may be withdrawn: what certificates say of one stays. */
type Among = 'listed' | 'all';
/** What a bare number is: the id that the API publishes, or what a person reads in a registry. */
type Numbers = 'ours' | 'of a registry';

/**
 * Returns, as SQL after the columns, the projects that a reference means: the one with this slug, else the one that had it last, else the
 * one with this id (decimal, without leading zeros), else those with this id in a registry, in any spelling (VCS1764, verra-1764).
 */
function meantBy(text: string, among: Among, numbers: Numbers = 'ours'): Fragment {
  const reference = isStorable(text) ? text : '';
  const former = sql`(select project_id from former_slugs where slug = ${reference})`;
  const id = sql`${numbers === 'ours' ? idIn(reference) : null}::integer`;
  const keys = numbers === 'ours' || /\D/.test(reference) ? registryKeysIn(reference) : keysOfNumber(reference);
  return sql`
    from carbon_projects
    where (slug = ${reference} or id = ${former} or id = ${id} or registry_key = any(${keys}::text[]))
      and ${among === 'all' ? sql`true` : isListed}
    order by case when slug = ${reference} then 1 when id = ${former} then 2 when id = ${id} then 3 else 4 end
    fetch first row with ties
  `;
}

/** Returns the project that a reference means, as everything does that takes one; undefined if there is none, or several have the id. */
export async function findByReference(reference: string, among: Among = 'listed'): Promise<Project | undefined> {
  const [project, ...others] = await query<Project[]>`select ${projectColumns} ${meantBy(reference, among)}`;
  return others.length > 0 ? undefined : project;
}

/** Returns the slugs of the projects that a reference may mean, withdrawn ones too: several if they have the same id in registries. */
export async function slugsMeantBy(reference: string, db: Query = query, numbers?: Numbers): Promise<string[]> {
  const rows = await db<{ slug: string }[]>`select slug ${meantBy(reference, 'all', numbers)}`;
  return rows.map(({ slug }) => slug);
}

/**
 * Returns the project, withdrawn or not, that a person names to a command: a bare number is one that they read in a registry.
 * @throws Error that says that there is none, or which have this id.
 */
export async function projectNamed(reference: string): Promise<Project> {
  const [slug = '', ...others] = await slugsMeantBy(reference, query, 'of a registry');
  if (others.length > 0) throw new Error(severalMeant(reference, [slug, ...others]));
  const project = await findByReference(slug, 'all');
  if (!project) throw new Error(`The catalogue has no project "${reference}".`);
  return project;
}

/** Says that a reference means several projects. */
export const severalMeant = (reference: string, slugs: readonly string[]) =>
  `"${reference}" is the id of ${slugs.join(' and ')}: write the slug of the one that is meant.`;

/** What the address of a withdrawn project says: since when, and why (null: not stated). */
type Withdrawn = { slug: string; withdrawnAt: Date; reason: string | null };

/** Returns the withdrawn project that a reference means, as `findByReference` reads it; undefined if there is none. */
export async function findWithdrawn(reference: string): Promise<Withdrawn | undefined> {
  const [project, ...others] = await query<(Withdrawn | Record<'withdrawnAt', null>)[]>`
    select slug, withdrawn_at, withdrawn_reason as reason ${meantBy(reference, 'all')}
  `;
  return others.length === 0 && project?.withdrawnAt ? project : undefined;
}

/** Returns, as SQL, the id of the one project that a reference means; otherwise null. */
export function projectIdOf(reference: string): Fragment {
  return sql`(select case count(*) when 1 then min(id) end from (select id ${meantBy(reference, 'all')}) as meant)`;
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
