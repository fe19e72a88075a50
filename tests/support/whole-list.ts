import { exportCatalogue } from '#server/domain/projects/files.ts';
import { withWholeList } from '#server/domain/projects/list.ts';
import type { CatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import type { Project } from '#shared/schemas/project.ts';

/** Reads all projects that match a query, and how many the list says they are. */
export function readWholeList(query: CatalogueQuery): Promise<{ projects: Project[]; total: number }> {
  return withWholeList(query, { unknownValues: 'ignored' }, async ({ total, batches }) => {
    const projects: Project[] = [];
    for await (const batch of batches) projects.push(...batch);
    return { projects, total };
  });
}

/** Returns the whole catalogue as the command exports it. */
export async function exportedAs(format: 'csv' | 'json'): Promise<string> {
  let text = '';
  await exportCatalogue(format, async (pieces) => {
    for await (const piece of pieces) text += piece;
  });
  return text;
}
