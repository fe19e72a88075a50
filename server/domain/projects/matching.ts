import { matches, type Narrowing } from '#server/domain/projects/conditions.ts';
import { findSimilar, readSimilar, type Similar } from '#server/domain/projects/match-text.ts';
import { type Cursor, isAfter, type OrderName, orderBy, orderName } from '#server/domain/projects/order.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { CatalogueQuery } from '#src/schemas/catalogue-query.ts';

/** The projects that match a query: their condition, their order, and how many they are. */
export type Matching<Counts = { total: number }> = {
  query: CatalogueQuery;
  condition: Fragment;
  order: OrderName;
  similar: Similar;
  counts: Counts;
};

type Count<Counts> = (db: Transaction, query: CatalogueQuery, similar: Similar, narrowing: Narrowing) => Promise<Counts>;

type Options = Narrowing & {
  /** A cursor, which decides the order and whether the list has similar words only. */
  after?: Cursor | undefined;
};

/**
 * Finds the projects that match a query: those with its words, or if no project has them, those with similar ones. Every list of the
 * catalogue begins here, whether it becomes a page, a file or an answer of the API.
 * @param count counts them: `countProjects` or `countFacets`.
 */
export async function findMatching<Counts extends { total: number }>(
  db: Transaction,
  query: CatalogueQuery,
  count: Count<Counts>,
  { after, ...narrowing }: Options = {},
): Promise<Matching<Counts>> {
  const findAs = async (similar: Similar) => ({
    query,
    condition: matches(query, similar, narrowing),
    order: after?.order ?? orderName(query, similar !== false),
    similar,
    counts: await count(db, query, similar, narrowing),
  });
  const found = await findAs(after?.similar ? await readSimilar(db, query.q) : false);
  if (found.counts.total > 0 || after) return found;
  // Checked only now: most searches find something, and the check costs as much as the list.
  const similar = await findSimilar(db, query.q);
  return similar ? findAs(similar) : found;
}

/** Counts the projects that match a query. */
export async function countProjects(
  db: Transaction,
  query: CatalogueQuery,
  similar: Similar,
  narrowing?: Narrowing,
): Promise<{ total: number }> {
  const [row] = await db<{ total: number }[]>`
    select count(*)::int as total
    from carbon_projects
    where ${matches(query, similar, narrowing)}
  `;
  return { total: row?.total ?? 0 };
}

/**
 * Returns the part of a statement, from `from` on, that finds the matching projects in their order.
 * @param limit how many; then no more than their ids are sorted, because the rows are wide.
 */
export function inOrder({ query, condition, order }: Matching<unknown>, { limit, offset = 0, after }: Range = {}): Fragment {
  const sorted = sql`order by ${orderBy(order, query.q)}`;
  const found = sql`from carbon_projects where ${condition} ${after ? sql`and ${isAfter(after, query.q)}` : sql``} ${sorted}`;
  if (limit === undefined) return sql`${found} offset ${offset}`;
  return sql`from carbon_projects where id = any(array(select id ${found} limit ${limit} offset ${offset})) ${sorted}`;
}

type Range = { limit?: number | undefined; offset?: number | undefined; after?: Cursor | undefined };
