import { listProjects } from '#server/domain/projects/list.ts';
import { readCursor, writeCursor } from '#server/domain/projects/order.ts';
import { type CatalogueQuery, emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize } from '#src/schemas/project.ts';
import { maxListed, type ProjectListInput, type ProjectListResponse } from '#src/schemas/project-list.ts';

/** A cursor that this list did not issue. */
export class InvalidCursor extends Error {}

/**
 * Lists projects for `projects.list`: the same as the page shows for the same filters; by page, by cursor, or all of them up to `maxListed`.
 * @throws InvalidCursor, UnknownValue, or the driver's error.
 */
export async function listCatalogue({
  featured,
  priced,
  offset = 0,
  limit,
  page,
  cursor,
  facets,
  ...filters
}: ProjectListInput = {}): Promise<ProjectListResponse> {
  const setFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const query: CatalogueQuery = { ...emptyCatalogueQuery, ...setFilters };
  const after = cursor === undefined ? undefined : readCursor(cursor, query);
  if (cursor !== undefined && !after) throw new InvalidCursor('Invalid cursor');
  const size = limit ?? (page === undefined && !after ? maxListed : cataloguePageSize);
  const skipped = offset + ((page ?? 1) - 1) * size;
  const found = await listProjects(query, { limit: size, after, offset: skipped, featured, priced, facets });
  return {
    projects: found.projects,
    total: found.total,
    nextCursor: found.next && writeCursor(found.next),
    ...(found.facets ? { facets: found.facets } : {}),
  };
}
