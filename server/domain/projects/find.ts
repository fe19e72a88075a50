import { type Fragment, type Query, query, sql } from '#server/platform/database/query.ts';
import { spelledId } from '#shared/lib/registries/listed-projects.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import { type Project, type ProjectFigures, projectFields } from '#shared/schemas/project.ts';
import { isStorable } from '#shared/schemas/storable-text.ts';
import { canonicalNumber } from '#verify/text.ts';
import { isListed, onSale, projectColumns, soughtRegistryKeys } from './carbon-projects.ts';

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

/** Lists the projects that have a page, by slug, and when each last changed. */
export function listProjectPages(): Promise<{ slug: string; updatedAt: Date }[]> {
  return query<{ slug: string; updatedAt: Date }[]>`select slug, updated_at from carbon_projects where ${isListed} order by slug`;
}

/** The most figures of a project, however often its price changes. */
const mostFigures = 60;

/**
 * Reads the project with this slug, its figures at different times, the newest first, and the other projects on sale that are most like
 * it: those of the same type first, then those of the same category, then any, each by how close their price is.
 * @param limits how many of the newest figures, beside those with which a price began, and how many related projects are read at most.
 * @returns undefined if there is no such project.
 */
export async function readProjectPage(slug: string, limits: { history: number; related: number }) {
  const [project] = await findProjects([slug]);
  if (!project) return undefined;
  const { id, projectType, category, pricePerCredit: price } = project;
  const closestFirst = sql`
    order by
      coalesce(project_type = ${projectType}, false) desc,
      category = ${category} desc,
      abs(price_per_credit - ${price}),
      -- Of prices equally close the higher comes first. The ids only settle the order.
      price_per_credit < ${price},
      case when price_per_credit < ${price} then -id else id end
  `;
  const [history, related] = await Promise.all([
    query<ProjectFigures[]>`
      select since, price_per_credit, available_credits, status
      from (
        select
          *, row_number() over (order by seq desc) as place,
          price_per_credit is distinct from lag(price_per_credit) over (order by seq) as is_price_new
        from project_figures_history
        where project_id = ${id}
      ) as history
      where place <= ${limits.history} or is_price_new
      order by seq desc
      limit ${mostFigures}
    `,
    // An index has all that the choice reads of every project on sale.
    query<Project[]>`
      select ${projectColumns}
      from carbon_projects
      where id = any(array(select id from carbon_projects where ${onSale} and id <> ${id} ${closestFirst} limit ${limits.related}))
      ${closestFirst}
    `,
  ]);
  return { project, history, related };
}

/** In place of `isListed`: withdrawn projects too, which certificates still name. */
const withWithdrawn = sql`true`;
/** Whether a bare number is first read as our own id, which the API publishes and promises to take, or as any id alike. */
type Numbers = 'either' | 'ours first';

/**
 * Returns, as SQL after the columns, the projects that a reference means: the project with this slug, else the project that had this slug
 * last, else those with this id, be it ours (decimal, without leading zeros) or a registry's, in any spelling (VCS1764, verra-1764).
 */
function meantBy(text: string, among: Fragment, numbers: Numbers = 'either'): Fragment {
  // PostgreSQL refuses what it cannot store, and no project has an empty slug.
  const reference = isStorable(text) ? text : '';
  const former = sql`(select project_id from former_slugs where slug = ${reference})`;
  const id = sql`${canonicalNumber(reference, maxInteger) ?? null}::integer`;
  return sql`
    from carbon_projects
    where (slug = ${reference} or id = ${former} or id = ${id} or external_id = ${reference} or registry_key = any(${registryKeysIn(reference)}::text[]))
      and ${among}
    order by case when slug = ${reference} then 1 when id = ${former} then 2 when id = ${id} and ${numbers === 'ours first'} then 3 else 4 end
    fetch first row with ties
  `;
}

/** Returns the listed project that a reference means; undefined if there is none, or several have the id. */
export async function findByReference(reference: string, numbers?: Numbers): Promise<Project | undefined> {
  const [project, ...others] = await query<Project[]>`select ${projectColumns} ${meantBy(reference, isListed, numbers)}`;
  return others.length > 0 ? undefined : project;
}

/** A project that a reference may mean. */
type Meant = Pick<Project, 'slug' | 'id' | 'externalId' | 'title'>;

/** Returns the projects that a reference may mean, withdrawn ones too: several if they have the same id. */
export async function projectsMeantBy(reference: string, db: Query = query, numbers?: Numbers): Promise<Meant[]> {
  const meant = await db<Meant[]>`select slug, id, external_id, title ${meantBy(reference, withWithdrawn, numbers)}`;
  return meant.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

/**
 * Returns the project, withdrawn or not, that a person names to a command.
 * @throws Error that says that there is none, or which have this id.
 */
export async function projectNamed(reference: string): Promise<Meant> {
  const [project, ...others] = await projectsMeantBy(reference);
  if (!project) throw new Error(`The catalogue has no project "${reference}".`);
  if (others.length > 0) throw new Error(severalMeant(reference, [project, ...others]));
  return project;
}

/** Says that a reference means several projects, and which. */
export const severalMeant = (reference: string, meant: readonly Meant[]) =>
  `"${reference}" is the id of ${meant
    .map(({ slug, id, externalId }) => `${slug} (${String(id) === reference ? 'ours' : externalId})`)
    .join(' and ')}: write the slug of the one that is meant.`;

/** What the address of a withdrawn project says: since when, and why (null: not stated). */
type Withdrawn = { slug: string; withdrawnAt: Date; reason: string | null };

/** Returns the withdrawn project that a reference means, as `findByReference` reads it; undefined if there is none. */
export async function findWithdrawn(reference: string, numbers?: Numbers): Promise<Withdrawn | undefined> {
  const [project, ...others] = await query<(Withdrawn | Record<'withdrawnAt', null>)[]>`
    select slug, withdrawn_at, withdrawn_reason as reason ${meantBy(reference, withWithdrawn, numbers)}
  `;
  return others.length === 0 && project?.withdrawnAt ? project : undefined;
}

/** Returns, as SQL, the id of the one project that a reference of the API means; otherwise null. */
export function projectIdOf(reference: string): Fragment {
  return sql`(select case count(*) when 1 then min(id) end from (select id ${meantBy(reference, withWithdrawn, 'ours first')}) as meant)`;
}

/** Returns the values of `registry_key` that a part of an address may spell. A bare number counts only without leading zeros. */
function registryKeysIn(reference: string): string[] {
  const spelled = spelledId(reference);
  const isRead = /[^\d-]/.test(spelled) || /^[1-9]\d*$/.test(reference);
  return isRead && spelled.length <= projectFields.externalId.type.max ? [...new Set([spelled, ...soughtRegistryKeys(reference)])] : [];
}
