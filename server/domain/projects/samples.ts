import { readSampleCatalogue } from '#db/sample-catalogue.ts';
import type { Sql } from '#server/platform/database/pool.ts';

const file = 'db/sample-catalogue.json';

/** How many of the invented sample projects the catalogue still has. @throws as `readSampleCatalogue`, and the driver's error. */
export async function countSamples(sql: Sql): Promise<number> {
  const { slugs, sources } = await samples();
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int
    from carbon_projects
    where slug = any(${slugs}) and figures_source = any(${sources}) and external_id is null
  `;
  return row.count;
}

/** Deletes the sample projects that are still called samples. @returns how many. @throws as `countSamples`. */
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
