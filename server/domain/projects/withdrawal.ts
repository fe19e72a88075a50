import { query, sql } from '#server/platform/database/query.ts';
import type { Project } from '#shared/schemas/project.ts';
import { isListed } from './carbon-projects.ts';

/** `reason`: what the addresses of the projects then say (null: nothing). */
type Change = { action: 'withdraw'; reason: string | null } | { action: 'restore' };
type Changed = Pick<Project, 'slug' | 'title' | 'externalId'>;

/**
 * Takes projects out of the catalogue, or puts withdrawn projects back as they were. Returns the projects that it changes or, with
 * `dryRun`, would change.
 */
export function changeListed(change: Change, slugs: string[], { dryRun = false } = {}): Promise<Changed[]> {
  const isWithdrawal = change.action === 'withdraw';
  const isConcerned = sql`slug = any(${slugs}::text[]) and ${isWithdrawal ? isListed : sql`not ${isListed}`}`;
  if (dryRun) return query<Changed[]>`select slug, title, external_id from carbon_projects where ${isConcerned}`;
  return query<Changed[]>`
    update carbon_projects
    set ${isWithdrawal ? sql`withdrawn_at = now(), withdrawn_reason = ${change.reason}` : sql`withdrawn_at = null, withdrawn_reason = null`}
    where ${isConcerned}
    returning slug, title, external_id
  `;
}

/** Counts the invented sample projects that are still stored, withdrawn ones among them. */
export async function countSamples(): Promise<number> {
  const [row] = await query<[{ count: number }]>`select count(*)::int from carbon_projects where is_sample`;
  return row.count;
}

/** Deletes the sample projects that are still marked as samples. @returns their number. */
export async function removeSamples(): Promise<number> {
  const { count } = await query`delete from carbon_projects where is_sample`;
  return count;
}
