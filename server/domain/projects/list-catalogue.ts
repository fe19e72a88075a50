import { listProjects } from '#server/domain/projects/list.ts';
import { readCursor, writeCursor } from '#server/domain/projects/order.ts';
import { readPage } from '#server/domain/projects/read-page.ts';
import { type CatalogueQuery, emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize } from '#src/schemas/project.ts';
import type { ProjectListAnswer, ProjectListInput } from '#src/schemas/project-list.ts';

/** A cursor that this list did not give out. */
export class WrongCursor extends Error {}

/**
 * The projects that `projects.list` asks for: what the page shows for the same filters, by page, by cursor or whole.
 * @throws WrongCursor, UnknownValue, or the driver's error.
 */
export async function listCatalogue({
  featured,
  offset,
  limit,
  page,
  cursor,
  facets,
  ...asked
}: ProjectListInput = {}): Promise<ProjectListAnswer> {
  const isPlain = Object.values(asked).every((value) => value === undefined) && !facets && page === undefined && cursor === undefined;
  if (isPlain && limit === undefined) return { ...(await listProjects({ featured, offset })), nextCursor: null };

  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const query: CatalogueQuery = { ...emptyCatalogueQuery, ...given };
  const after = cursor === undefined ? undefined : readCursor(cursor, query);
  if (cursor !== undefined && !after) throw new WrongCursor('Invalid cursor');
  const size = limit ?? (page === undefined && !after ? undefined : cataloguePageSize);
  const skip = (offset ?? 0) + ((page ?? 1) - 1) * (size ?? 0);
  const found = await readPage(query, { limit: size, after, offset: skip, featured, facets: facets ?? false });
  return {
    projects: found.projects,
    total: found.total,
    nextCursor: found.next && writeCursor(found.next),
    ...(found.facets ? { facets: found.facets } : {}),
  };
}
