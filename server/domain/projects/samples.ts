import { readSampleCatalogue } from '#db/sample-catalogue.ts';
import type { Sql } from '#server/platform/database/pool.ts';

const file = 'db/sample-catalogue.json';

/** Counts the invented sample projects still in the catalogue. @throws as `readSampleCatalogue`; the driver's error. */
export async function countSamples(sql: Sql): Promise<number> {
  const { slugs, sources } = await samples();
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int
    from carbon_projects
    where slug = any(${slugs}) and figures_source = any(${sources}) and external_id is null
  `;
  return row.count;
}

/** Deletes the sample projects that are still marked as samples. @returns their number. @throws as `countSamples`. */
export async function removeSamples(sql: Sql): Promise<number> {
  const { slugs, sources } = await samples();
  const { count } = await sql`
    delete from carbon_projects
    where slug = any(${slugs}) and figures_source = any(${sources}) and external_id is null
  `;
  return count;
}

async function samples(): Promise<{ slugs: string[]; sources: string[] }> {
  const { projects } = await readSampleCatalogue(file);
  return { slugs: projects.map(({ slug }) => slug), sources: [...new Set(projects.flatMap(({ figuresSource }) => figuresSource ?? []))] };
}
