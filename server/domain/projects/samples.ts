import { readSampleCatalogue } from '#db/sample-catalogue.ts';
import { query } from '#server/platform/database/query.ts';

const file = 'db/sample-catalogue.json';

/** Counts the invented sample projects still in the catalogue. @throws as `readSampleCatalogue`; the driver's error. */
export async function countSamples(): Promise<number> {
  const { slugs, sources } = await samples();
  const [row] = await query<[{ count: number }]>`
    select count(*)::int
    from carbon_projects
    where slug = any(${slugs}) and figures_source = any(${sources}) and external_id is null
  `;
  return row.count;
}

/** Deletes the sample projects that are still marked as samples. @returns their number. @throws as `countSamples`. */
export async function removeSamples(): Promise<number> {
  const { slugs, sources } = await samples();
  const { count } = await query`
    delete from carbon_projects
    where slug = any(${slugs}) and figures_source = any(${sources}) and external_id is null
  `;
  return count;
}

async function samples(): Promise<{ slugs: string[]; sources: string[] }> {
  const { projects } = await readSampleCatalogue(file);
  return { slugs: projects.map(({ slug }) => slug), sources: [...new Set(projects.flatMap(({ figuresSource }) => figuresSource ?? []))] };
}
