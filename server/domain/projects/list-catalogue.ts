import { setImmediate as pause } from 'node:timers/promises';
import { carbonProjectOf, listProjects } from '#server/domain/projects/list.ts';
import { readCursor, writeCursor } from '#server/domain/projects/order.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { type CatalogueQuery, emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { type CarbonProject, cataloguePageSize } from '#src/schemas/project.ts';
import { maxListed, type ProjectListInput, type ProjectListResponse } from '#src/schemas/project-list.ts';

/** A cursor that this list did not issue. */
export class InvalidCursor extends Error {}

const tooManyListed = `The calls of a batch list at most ${maxListed} projects together`;

/** The calls of one batch would list more projects than one answer may have. */
export class TooManyListed extends Error {}

/**
 * Lists projects for `projects.search`: the same as the page shows for the same filters; by page, by cursor, or all of them up to `maxListed`,
 * which holds for all calls of a batch together.
 * @throws InvalidCursor, TooManyListed, UnknownValue, or the driver's error.
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
  const found = await withinAnswer(async (left) => {
    const list =
      left > 0 ? await listProjects(query, { limit: Math.min(size, left), after, offset: skipped, featured, priced, facets }) : undefined;
    const isCut = left < size && list?.next !== null;
    if (!list || isCut) throw new TooManyListed(tooManyListed);
    return list;
  });
  return {
    projects: found.projects,
    total: found.total,
    nextCursor: found.next && writeCursor(found.next),
    ...(found.facets ? { facets: found.facets } : {}),
  };
}

/**
 * Lists for `projects.list` the projects that have a price, with the specified fields: at most `maxListed`, because more in one answer
 * would hold up everybody else.
 * @throws TooManyListed, or the driver's error.
 */
export async function listCarbonProjects(): Promise<CarbonProject[]> {
  const { projects } = await withinAnswer(async (left) => {
    const list = left > 0 ? await listProjects({}, { priced: true, limit: left }) : undefined;
    if (!list || (left < maxListed && list.next)) throw new TooManyListed(tooManyListed);
    return list;
  });
  return projects.map(carbonProjectOf);
}

/** Lists one after the other what the calls of one request ask for. `list` gets how many projects the answer may still have. */
async function withinAnswer<Found extends { projects: readonly unknown[] }>(list: (left: number) => Promise<Found>): Promise<Found> {
  const context = requestContext();
  if (!context) return list(maxListed);
  const listable = context.listable ?? Promise.resolve(maxListed);
  const listed = listable.then(async (left) => {
    const found = await list(left);
    await ownTurn();
    return found;
  });
  context.listable = listed.then(
    async ({ projects }) => (await listable) - projects.length,
    () => listable,
  );
  return listed;
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other list has: converting and serialising one holds up everybody else as long as it
 * takes, and several whose rows arrive together would do so one after the other.
 */
async function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => pause());
  await lastTurn;
}
