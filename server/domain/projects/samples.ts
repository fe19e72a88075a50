import { query } from '#server/platform/database/query.ts';

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
