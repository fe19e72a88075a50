import { query } from '#server/platform/database/query.ts';
import { isListed } from './columns.ts';

/** Takes projects out of the catalogue, for the reason that their addresses then say (null: none). Returns those that were in it. */
export async function withdrawProjects(slugs: readonly string[], reason: string | null): Promise<string[]> {
  const rows = await query<{ slug: string }[]>`
    update carbon_projects
    set withdrawn_at = now(), withdrawn_reason = ${reason}
    where slug = any(${slugs as string[]}::text[]) and ${isListed}
    returning slug
  `;
  return rows.map(({ slug }) => slug);
}

/** Puts withdrawn projects back as they are. Returns those that were withdrawn. */
export async function restoreProjects(slugs: readonly string[]): Promise<string[]> {
  const rows = await query<{ slug: string }[]>`
    update carbon_projects
    set withdrawn_at = null, withdrawn_reason = null
    where slug = any(${slugs as string[]}::text[]) and not ${isListed}
    returning slug
  `;
  return rows.map(({ slug }) => slug);
}

/** Counts the invented sample projects still in the catalogue. */
export async function countSamples(): Promise<number> {
  const [row] = await query<[{ count: number }]>`select count(*)::int from carbon_projects where is_sample`;
  return row.count;
}

/** Deletes the sample projects that are still marked as samples. @returns their number. */
export async function removeSamples(): Promise<number> {
  const { count } = await query`delete from carbon_projects where is_sample`;
  return count;
}
