import { z } from 'zod';
import { commaList, type Fragment, sql, type Transaction } from '#server/platform/database/query.ts';
import { Refused } from '#server/platform/refused.ts';
import { type CatalogueQuery, type IgnoredParameter, openFilters } from '#shared/schemas/catalogue-query.ts';
import { isStorable } from '#shared/schemas/storable-text.ts';
import {
  type Choice,
  filterValues,
  findSimilar,
  isListed,
  likeness,
  matches,
  type Narrowing,
  notOnSale,
  readSimilar,
  type Similar,
  searchWords,
  soughtRegistryKeys,
  textQuery,
} from './carbon-projects.ts';
import { countryCode } from './countries.ts';

/** The projects that match a query: their condition, their order, and how many they are. */
export type Matching<Counts = { total: number }> = {
  query: CatalogueQuery;
  condition: Fragment;
  order: OrderName;
  similar: Similar | undefined;
  /** The cursor that the page follows. It decides the order, and whether the list has projects with similar words only. */
  after: Cursor | undefined;
  counts: Counts;
};

/**
 * Finds the projects that match a query: those with its words, or if no project has them, those with similar ones. Every list of a query,
 * but the feed of changes, begins here, whether it becomes a page, a file or an answer of the API.
 * @param count counts them: `countProjects` or `countFacets`.
 * @param options `after`: as `Matching` has it; besides, what narrows the list.
 */
export async function findMatching<Counts extends { total: number }>(
  db: Transaction,
  query: CatalogueQuery,
  count: (db: Transaction, query: CatalogueQuery, choice: Choice) => Promise<Counts>,
  { after, ...narrowing }: Narrowing & { after?: Cursor | undefined } = {},
): Promise<Matching<Counts>> {
  const findAs = async (similar?: Similar) => ({
    ...{ query, similar, after },
    condition: matches(query, { similar, ...narrowing }),
    order: after?.order ?? orderName(query, similar !== undefined),
    counts: await count(db, query, { similar, ...narrowing }),
  });
  const found = await findAs(after?.isSimilar ? await readSimilar(db, query.q) : undefined);
  if (found.counts.total > 0 || after) return found;
  // Checked only now: most searches find something, and the check costs as much as the list.
  const similar = await findSimilar(db, query.q);
  return similar ? findAs(similar) : found;
}

/** Counts the projects that match a query. */
export async function countProjects(db: Transaction, query: CatalogueQuery, choice?: Choice) {
  const [counts] = await db<[{ total: number }]>`
    select count(*)::int as total from carbon_projects where ${matches(query, choice)}
  `;
  return counts;
}

/**
 * Returns the part of a statement, from `from` on, that finds the matching projects in their order, those after the cursor if there is one.
 * @param limit how many; with it only ids are sorted, because the rows are wide.
 */
export function inOrder(
  { query, condition, order, after }: Matching<unknown>,
  { limit, offset = 0 }: { limit?: number; offset?: number } = {},
): Fragment {
  // All keys sort in the same direction, so that a cursor is a single row comparison.
  const direction = isDescending(order) ? sql`desc` : sql`asc`;
  const sorted = sql`order by ${commaList(keys(order, query.q).map(({ key }) => sql`${key} ${direction}`))}`;
  const found = sql`from carbon_projects where ${condition} ${after ? sql`and ${isAfter(after, query.q)}` : sql``} ${sorted}`;
  if (limit === undefined) return sql`${found} offset ${offset}`;
  return sql`from carbon_projects where id = any(array(select id ${found} limit ${limit} offset ${offset})) ${sorted}`;
}

/** A key by which lists are sorted, and the type of its value in a cursor. A text is a folded title, at most thrice as long as a title. */
type SortKey = { key: Fragment; type: keyof typeof cursorValues };
const cursorValues = { boolean: z.boolean(), integer: z.int32(), float8: z.number(), text: z.string().max(900).refine(isStorable) };

type OrderName = 'list' | 'rank' | 'similar' | NonNullable<CatalogueQuery['sort']>;
/**
 * A position in an order. The next page starts after it, whatever was added or removed before it. `isSimilar`: the list contains
 * only projects with similar words, and so do the pages that follow.
 */
export type Cursor = { order: OrderName; isSimilar: boolean; values: (boolean | string | number)[] };

/** Returns a query's order: its sort, otherwise best match first if it has words, otherwise the default. `isSimilar`: see `Cursor`. */
function orderName({ sort, q }: CatalogueQuery, isSimilar: boolean): OrderName {
  if (sort) return sort;
  if (searchWords(q).length === 0) return 'list';
  return isSimilar ? 'similar' : 'rank';
}

/** Returns a cursor as opaque text for addresses. */
export function writeCursor({ order, isSimilar, values }: Cursor): string {
  return writeCursorParts([order, isSimilar, ...values]);
}

/** Writes the parts of a cursor as opaque text, which `readCursorParts` reads. */
export function writeCursorParts(parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Parses a cursor. Returns undefined if the text is not a cursor, or is one for an order that the query does not have. */
export function readCursor(text: string, query: CatalogueQuery): Cursor | undefined {
  const [name, isSimilar, ...values] = readCursorParts(text) ?? [];
  if (typeof isSimilar !== 'boolean') return undefined;
  const order = orderName(query, isSimilar);
  const sorted = keys(order, query.q);
  const isOfList = values.length === sorted.length && sorted.every(({ type }, at) => cursorValues[type].safeParse(values[at]).success);
  return name === order && isOfList ? { order, isSimilar, values: values as Cursor['values'] } : undefined;
}

/** Returns the parts from which `writeCursorParts` wrote a text; undefined for any other text. */
export function readCursorParts(text: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the condition that a project comes after a cursor. */
function isAfter(cursor: Cursor, q: string) {
  const parts = keys(cursor.order, q);
  const left = commaList(parts.map(({ key }) => key));
  const right = commaList(parts.map(({ type }, index) => sql`${cursor.values[index] ?? null}${sql.unsafe(`::${type}`)}`));
  return isDescending(cursor.order) ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}

/** Returns the expression for a row's cursor values, as JSON. */
export function cursorColumn(name: OrderName, q: string) {
  return sql`json_build_array(${commaList(keys(name, q).map(({ key }) => key))})`;
}

const isDescending = (name: OrderName) => name.endsWith('-desc');

function keys(name: OrderName, q: string): SortKey[] {
  const byTitle: SortKey = { key: sql`title_order`, type: 'text' };
  const byId: SortKey = { key: sql`id`, type: 'integer' };
  const byNumber = (key: Fragment): SortKey[] => [{ key, type: 'integer' }, byId];
  const [byPrice, byAvailable] = [byNumber(sql`coalesce(price_per_credit, 0)`), byNumber(sql`coalesce(available_credits, 0)`)];
  const byImpact = byNumber(sql`impact_per_year`);
  // Featured projects, then those on sale, then by title. The index carbon_projects_list_order has the same keys.
  const list: SortKey[] = [{ key: sql`(not featured)`, type: 'boolean' }, { key: notOnSale, type: 'boolean' }, byTitle, byId];
  const orders: Record<OrderName, SortKey[]> = {
    list,
    rank: [bySoughtId(q), { key: sql`(-ts_rank(search_vector, ${textQuery(q)})::float8)`, type: 'float8' }, ...list],
    similar: [{ key: sql`(-${likeness(q)}::float8)`, type: 'float8' }, byTitle, byId],
    // Projects without a price come last in both directions: no price is 0.
    price: [{ key: sql`(price_per_credit is null)`, type: 'boolean' }, ...byPrice],
    'price-desc': byPrice,
    available: byAvailable,
    'available-desc': byAvailable,
    impact: byImpact,
    'impact-desc': byImpact,
    name: [byTitle, byId],
    'name-desc': [byTitle, byId],
  };
  return orders[name];
}

/** The key that has the project whose registry id was searched for come first: false for it, and true for all others. */
function bySoughtId(q: string): SortKey {
  const sought = soughtRegistryKeys(q);
  // PostgreSQL rejects a constant as a sort key.
  return { key: sought.length === 0 ? sql`(id is null)` : sql`coalesce(registry_key <> all(${sought}), true)`, type: 'boolean' };
}

/** Returns the query without the values that no project has, and those values. */
export async function dropUnknownValues(db: Transaction, query: CatalogueQuery) {
  // People may type a country's name instead of its code.
  const known = { ...query, country: [...new Set(query.country.map((name) => countryCode(name) ?? name))] };
  const unknown: (IgnoredParameter & { name: (typeof openFilters)[number] })[] = [];
  for (const name of openFilters.filter((filter) => known[filter].length > 0)) {
    const rows = await db<{ value: string }[]>`
      select value from unnest(${known[name]}::text[]) as value
      where not exists (select from carbon_projects where ${filterValues[name]} = value and ${isListed})
    `;
    unknown.push(...rows.map(({ value }) => ({ name, value })));
    known[name] = known[name].filter((value) => !rows.some((row) => row.value === value));
  }
  return { query: known, unknown };
}

/** Returns the query, with countries by code. @throws Refused for the first value that no project has. */
export async function rejectUnknownValues(db: Transaction, query: CatalogueQuery): Promise<CatalogueQuery> {
  const { query: known, unknown } = await dropUnknownValues(db, query);
  if (!unknown[0]) return known;
  const field = unknown[0].name;
  const rows = await db<{ value: string }[]>`
    select distinct ${filterValues[field]} as value
    from carbon_projects
    where ${filterValues[field]} is not null and ${isListed}
    order by value
  `;
  const error = { field, message: `No project has this ${field}`, allowed: rows.map(({ value }) => value) };
  throw new Refused('parameter_invalid', { errors: [error] });
}
