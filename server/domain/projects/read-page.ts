import { projectColumns } from '#server/domain/projects/columns.ts';
import { matches, onSale } from '#server/domain/projects/conditions.ts';
import { countFacets, type Facets } from '#server/domain/projects/count-facets.ts';
import type { Similar } from '#server/domain/projects/match-text.ts';
import { type Cursor, cursorColumn, isAfter, orderBy, orderName } from '#server/domain/projects/order.ts';
import { dropUnknownValues, findSimilar, readSimilar, sortedWithoutColumns, tunePlanner } from '#server/domain/projects/search.ts';
import { sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import type { CatalogueQuery, FacetName } from '#src/schemas/catalogue-query.ts';
import type { Project } from '#src/schemas/project.ts';

type PageOptions = {
  /** If undefined, every project is returned. */
  limit: number | undefined;
  /** How many projects to skip. */
  offset?: number | undefined;
  /** Only featured projects that still have credits. */
  featured?: boolean | undefined;
  /** The cursor after which the page starts; the first page if undefined. */
  after?: Cursor | undefined;
  /** Whether to include the counts beside the filters. */
  facets: boolean;
};

export type CatalogueSlice = {
  projects: Project[];
  /** How many projects match in total. */
  total: number;
  /** Where the next page starts; null on the last one. */
  next: Cursor | null;
  facets: Facets | undefined;
  /** When the catalogue last changed; null if it never has. */
  lastChange: Date | null;
};

/** Thrown if a filter has a value that no project has. */
export class UnknownValue extends Error {
  readonly parameter: FacetName;
  readonly allowed: string[];
  constructor(parameter: FacetName, allowed: string[]) {
    super(`No project has this ${parameter}`);
    this.parameter = parameter;
    this.allowed = allowed;
  }
}

/**
 * Reads a page of the projects that match a query, in its order, all from one snapshot. With a cursor, reading takes as long at
 * the end of the list as at the beginning.
 * @throws UnknownValue, DatabaseTimeoutError, or the driver's error.
 */
export function readPage(query: CatalogueQuery, options: PageOptions): Promise<CatalogueSlice> {
  const { limit, after, offset = 0, featured, facets } = options;
  return inTransaction('isolation level repeatable read read only', async (db) => {
    const { order, similar } = await resolveOrder(db, query, after);
    const found = sql`
      from carbon_projects
      where ${matches(query, similar)} and ${isFeatured(featured)}
      ${after ? sql`and ${isAfter(after, query.q)}` : sql``}
      order by ${orderBy(order, query.q)}
      ${limit === undefined ? sql`` : sql`limit ${limit + 1}`}
      offset ${offset}
    `;
    const [rows, counted, lastChange] = await Promise.all([
      db<(Project & { cursorValues: Cursor['values'] })[]>`
        select ${projectColumns}, ${cursorColumn(order, query.q)} as cursor_values
        ${limit === undefined ? found : sortedWithoutColumns(query, found, orderBy(order, query.q))}
      `,
      facets && !featured ? countFacets(db, query, similar) : countMatches(db, query, similar, featured),
      readLastChange(db),
    ]);
    const last = limit !== undefined && rows.length > limit ? rows[limit - 1] : undefined;
    return {
      projects: rows.slice(0, limit).map(({ cursorValues: _, ...project }) => project),
      total: counted.total,
      next: last ? { order, similar: similar !== false, values: last.cursorValues } : null,
      facets: counted.facets,
      lastChange,
    };
  });
}

/**
 * Reads every project that matches a query, in its order and from one snapshot. Passes each batch to `take`, without awaiting it.
 * Stops if the signal is aborted.
 * @returns when the catalogue last changed; null if it never has.
 * @throws UnknownValue, the signal's reason, DatabaseTimeoutError, or the driver's error.
 */
export async function readInBatches(
  query: CatalogueQuery,
  take: (projects: Project[]) => void,
  signal?: AbortSignal,
): Promise<{ lastChange: Date | null }> {
  return inTransaction('isolation level repeatable read read only', async (db) => {
    const { order, similar } = await resolveOrder(db, query, undefined);
    const lastChange = await readLastChange(db);
    const batches = db.inBatches<Project>(batchSize)`
      select ${projectColumns}
      from carbon_projects
      where ${matches(query, similar)}
      order by ${orderBy(order, query.q)}
    `;
    for await (const batch of batches) {
      signal?.throwIfAborted();
      take(batch);
    }
    return { lastChange };
  });
}

const batchSize = 500;

/** Checks the query's values, and decides its order and whether to match similar words; a later page takes both from its cursor. */
async function resolveOrder(db: Transaction, query: CatalogueQuery, after: Cursor | undefined) {
  await tunePlanner(db);
  const { unknown } = await dropUnknownValues(db, query);
  const name = unknown[0]?.name as FacetName | undefined;
  if (name) throw new UnknownValue(name, await listValues(db, name));
  const similar = after ? after.similar && (await readSimilar(db, query.q)) : await findSimilar(db, query.q);
  return { order: after?.order ?? orderName(query, similar !== false), similar };
}

async function listValues(db: Transaction, name: FacetName): Promise<string[]> {
  const columns: Partial<Record<FacetName, string>> = { type: 'project_type', standard: 'verification_standard' };
  const column = columns[name] ?? name;
  const rows = await db<{ value: string }[]>`
    select distinct ${sql(column)} as value
    from carbon_projects
    where ${sql(column)} is not null
    order by value
  `;
  return rows.map(({ value }) => value);
}

function isFeatured(featured: boolean | undefined) {
  return featured ? sql`featured and ${onSale}` : sql`true`;
}

async function countMatches(
  db: Transaction,
  query: CatalogueQuery,
  similar: Similar,
  featured: boolean | undefined,
): Promise<{ total: number; facets?: undefined }> {
  const [row] = await db<{ total: number }[]>`
    select count(*)::int as total
    from carbon_projects
    where ${matches(query, similar)} and ${isFeatured(featured)}
  `;
  return { total: row?.total ?? 0 };
}

async function readLastChange(db: Transaction): Promise<Date | null> {
  const [row] = await db<{ changedAt: Date }[]>`
    select changed_at
    from project_changes
    order by seq desc
    limit 1
  `;
  return row?.changedAt ?? null;
}
