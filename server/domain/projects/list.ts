import { z } from 'zod';
import { inSnapshot, type Query } from '#server/platform/database/query.ts';
import { Refused } from '#server/platform/refused.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { type CatalogueQuery, emptyCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { type CarbonProject, carbonProject, type ListedProject, maxListed, type Project } from '#shared/schemas/project.ts';
import { isListed, listedColumns, matches, type Narrowing, projectColumns } from './carbon-projects.ts';
import { readFormerFigures } from './figures.ts';
import {
  type Cursor,
  countProjects,
  cursorColumn,
  dropUnknownValues,
  findMatching,
  inOrder,
  readCursor,
  readCursorParts,
  rejectUnknownValues,
  writeCursor,
  writeCursorParts,
} from './matching.ts';
import { countFacets, type Facets } from './search.ts';

type ListOptions = Narrowing & {
  limit: number;
  /** The cursor after which the list starts. */
  after?: Cursor | undefined;
  /** Whether to include the counts beside the filters, which cost more than the list. */
  facets?: boolean | undefined;
};

/**
 * Lists at most `limit` of the projects that match a query, in its order, all from one snapshot. With a cursor, reading takes as long at
 * the end of the list as at the beginning. Prices in pence, volumes in tCO2e.
 * @throws Refused
 */
export function listProjects(criteria: Partial<CatalogueQuery>, { limit, after, facets, ...narrowing }: ListOptions) {
  return inSnapshot(async (db) => {
    const query = await rejectUnknownValues(db, { ...emptyCatalogueQuery, ...criteria });
    const count = facets ? countFacets : countProjects;
    const found = await findMatching<{ total: number; facets?: Facets }>(db, query, count, { after, ...narrowing });
    const rows = await db<(Project & { cursorValues: Cursor['values'] })[]>`
      select ${projectColumns}, ${cursorColumn(found.order, query.q)} as cursor_values
      ${inOrder(found, { limit: limit + 1 })}
    `;
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      projects: rows.slice(0, limit).map(({ cursorValues: _, ...project }) => project),
      total: found.counts.total,
      /** Where the next page starts; null on the last one. */
      next: last ? { order: found.order, isSimilar: found.similar !== undefined, values: last.cursorValues } : null,
      facets: found.counts.facets,
      /** When the catalogue last changed; null if it never has. */
      lastChange: (await readLastChange(db)).changedAt,
    };
  });
}

/** Projects, a few hundred at a time, how many there are, and when the catalogue last changed. */
type WholeList = Pick<Awaited<ReturnType<typeof listProjects>>, 'total' | 'lastChange'> & { batches: AsyncIterable<Project[]> };

/**
 * Passes all projects that match a query to `work`, in its order and from one snapshot. A slow reader would keep the connection, so
 * `work` must not wait for one.
 * @param options `unknownValues`: what happens to values of filters that no project has; besides, what narrows the list.
 * @throws Refused, or whatever `work` throws.
 */
export function withWholeList<Result>(
  criteria: CatalogueQuery,
  { unknownValues, ...narrowing }: Narrowing & { unknownValues: 'ignored' | 'rejected' },
  work: (list: WholeList) => Promise<Result>,
): Promise<Result> {
  return inSnapshot(async (db) => {
    const query = unknownValues === 'ignored' ? (await dropUnknownValues(db, criteria)).query : await rejectUnknownValues(db, criteria);
    const found = await findMatching(db, query, countProjects, narrowing);
    const { changedAt: lastChange } = await readLastChange(db);
    const batches = db.inBatches<Project>(500)`select ${projectColumns} ${inOrder(found)}`;
    return work({ total: found.counts.total, batches, lastChange });
  });
}

/** Returns the position and the time of the catalogue's last change; 0 and null if there has been none. */
async function readLastChange(db: Query): Promise<{ seq: number; changedAt: Date | null }> {
  const [row] = await db<{ seq: number; changedAt: Date }[]>`
    select seq::float8 as seq, changed_at from project_changes order by seq desc limit 1
  `;
  return row ?? { seq: 0, changedAt: null };
}

/** The last change of a project. `seq`: its position in commit order; `slug`: after the change; of a deleted project, its last one. */
type Change = { seq: number; change: 'created' | 'updated' | 'deleted'; id: number; slug: string; changedAt: Date };

/**
 * Returns the latest change of each project that changed after `since`, in commit order, at most `limit`. `since` is a position in that
 * order, or a moment: then the list begins with the first change dated at or after it. A client that continues from the last `seq` until
 * `hasMore` is false has the current catalogue and can never miss a change, because positions are given in commit order
 * (db/migrations/0002_catalogue.sql).
 */
export function readChanges(since: number | Date, limit: number) {
  return inSnapshot(async (db) => {
    const last = await readLastChange(db);
    const sinceSeq = since instanceof Date ? await seqBefore(since, db) : since;
    const rows = await db<Change[]>`
      select seq::float8 as seq, change, project_id as id, slug, changed_at
      from project_changes
      where seq > ${sinceSeq}::float8::bigint
      order by seq
      limit ${limit + 1}
    `;
    const changes = rows.slice(0, limit);
    const ids = changes.map(({ id }) => id);
    const projects = await db<Project[]>`select ${projectColumns} from carbon_projects where id = any(${ids}::integer[]) and ${isListed}`;
    const former = await readFormerFigures(db, ids);
    return {
      changes: changes.map((change) => {
        // The project as it is now, and its figures before; both null if it was deleted.
        const project = projects.find(({ id }) => id === change.id) ?? null;
        return { ...change, project, former: (project && former.get(change.id)) ?? null };
      }),
      hasMore: rows.length > limit,
      lastChange: last.changedAt,
      lastSeq: last.seq,
      sinceSeq,
    };
  });
}

/** Returns the position before the first change dated at or after a moment; the last position if there is none. */
async function seqBefore(moment: Date, db: Query): Promise<number> {
  const [row] = await db<{ seq: number }[]>`
    select coalesce(min(seq) filter (where changed_at >= ${moment}) - 1, max(seq), 0)::float8 as seq
    from project_changes
  `;
  return row?.seq ?? 0;
}

/** Returns the cursor of `/api/v1/changes` after the change at a position. */
export function writeSeqCursor(seq: number): string {
  return writeCursorParts(['changes', seq]);
}

/** Returns the position of the change that a cursor follows; undefined if the text is no such cursor. */
export function readSeqCursor(text: string): number | undefined {
  const [name, seq, ...more] = readCursorParts(text) ?? [];
  return name === 'changes' && more.length === 0 ? z.int().nonnegative().safeParse(seq).data : undefined;
}

/** A project as product.md, section 3, has it. Every field is a number or a text: credits that are not stated are none. */
export function carbonProjectOf({ availableCredits, ...row }: Project): CarbonProject {
  return carbonProject.parse({ ...row, availableCredits: availableCredits ?? 0 });
}

/**
 * Returns at most `limit` projects with these words, best match first; if there are none, projects with similar words. For
 * an empty search, the first projects of the catalogue's list. Leaves out those of `except`, and if `onSale`, those that cannot be bought.
 */
export function suggestProjects({ search, except, limit, onSale = false }: SuggestOptions): Promise<ListedProject[]> {
  return inSnapshot(async (db) => {
    const asked: CatalogueQuery = { ...emptyCatalogueQuery, q: search, status: onSale ? ['On sale'] : [] };
    const found = await findMatching(db, asked, countProjects, { except });
    return db<ListedProject[]>`select ${listedColumns} ${inOrder(found, { limit })}`;
  });
}

/** `except`: slugs of projects that the page shows already. */
type SuggestOptions = { search: string; except: readonly string[]; limit: number; onSale?: boolean };

/**
 * Lists the `limit` most recently created or changed projects of those that match a query, in that order, whatever order it asks for.
 * Values that no project has are ignored, and left out of the query that is returned; similar words are not looked for.
 */
export function listChangedProjects(criteria: CatalogueQuery, limit: number): Promise<{ projects: Project[]; query: CatalogueQuery }> {
  return inSnapshot(async (db) => {
    const { query } = await dropUnknownValues(db, criteria);
    const projects = await db<Project[]>`
      select ${projectColumns}
      from carbon_projects
      where ${matches(query)}
      order by updated_at desc, id desc
      limit ${limit}
    `;
    return { projects, query };
  });
}

type CatalogueOptions = Partial<CatalogueQuery> & { limit?: number; cursor?: string | undefined; facets?: boolean };

/**
 * Lists projects for the API and `projects.search`: the same as the page shows for the same filters, from a cursor on; at most
 * `maxListed`, which holds for all calls of a batch together.
 * @throws Refused
 */
export async function listCatalogue({ limit = maxListed, cursor, facets, ...filters }: CatalogueOptions = {}) {
  const query: CatalogueQuery = { ...emptyCatalogueQuery, ...filters };
  const after = cursor === undefined ? undefined : readCursor(cursor, query);
  if (cursor !== undefined && !after) throw new Refused('cursor_invalid', { errors: [{ field: 'cursor', message: 'Invalid cursor' }] });
  const { next, facets: counted, ...found } = countListed(await listProjects(query, { limit, after, facets }));
  return { ...found, nextCursor: next && writeCursor(next), ...(counted ? { facets: counted } : {}) };
}

/**
 * Lists for `projects.list` the projects that have a price, with the specified fields: at most `maxListed`, because more in one answer
 * would hold up everybody else.
 * @throws Refused
 */
export async function listCarbonProjects(): Promise<CarbonProject[]> {
  return countListed(await listProjects({}, { priced: true, limit: maxListed })).projects.map(carbonProjectOf);
}

/** Counts what a call has listed towards what all calls of its request may list together. @throws Refused */
function countListed<Found extends { projects: readonly unknown[] }>(found: Found): Found {
  const context = requestContext();
  if (!context) return found;
  context.listed = (context.listed ?? 0) + found.projects.length;
  const message = `The calls of a batch list at most ${maxListed} projects together`;
  if (context.listed > maxListed) throw new Refused('parameter_invalid', { errors: [{ field: 'limit', message }] });
  return found;
}
