import { withWholeList } from '#server/domain/projects/list.ts';
import type { CatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import type { Project } from '#shared/schemas/project.ts';

/** Reads all projects that match a query, and how many the list says they are. */
export function readWholeList(query: CatalogueQuery): Promise<{ projects: Project[]; total: number }> {
  return withWholeList(query, 'ignored', async ({ total, batches }) => {
    const projects: Project[] = [];
    for await (const batch of batches) projects.push(...batch);
    return { projects, total };
  });
}
