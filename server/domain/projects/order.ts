import { z } from 'zod';
import { notOnSale } from '#server/domain/projects/conditions.ts';
import { registryKeys, searchWords, textQuery } from '#server/domain/projects/match-text.ts';
import { commaList, type Fragment, sql } from '#server/platform/database/sql.ts';
import type { CatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { isStorable } from '#src/schemas/storable-text.ts';

const integer = z.int32();
const title = z.string().max(900).refine(isStorable);

/** The values of a cursor in each order: the keys that it sorts by, ending with the project's id. */
const cursorValues = {
  list: z.tuple([z.boolean(), z.boolean(), title, integer]),
  rank: z.tuple([z.boolean(), z.number(), z.boolean(), z.boolean(), title, integer]),
  similar: z.tuple([z.number(), title, integer]),
  price: z.tuple([z.boolean(), integer, integer]),
  'price-desc': z.tuple([z.boolean(), integer, integer]),
  available: z.tuple([integer, integer]),
  'available-desc': z.tuple([integer, integer]),
  impact: z.tuple([integer, integer]),
  'impact-desc': z.tuple([integer, integer]),
  name: z.tuple([title, integer]),
  'name-desc': z.tuple([title, integer]),
};

export type OrderName = keyof typeof cursorValues;
/**
 * A position in an order. The next page starts after it, whatever was added or removed before it. `similar`: the list contains
 * only projects with similar words, and so do the pages that follow.
 */
export type Cursor = { order: OrderName; similar: boolean; values: (boolean | string | number)[] };

/** Returns a query's order: its sort, otherwise best match first if it has words, otherwise the default. `similar`: see `Cursor`. */
export function orderName({ sort, q }: CatalogueQuery, similar: boolean): OrderName {
  if (sort) return sort;
  if (searchWords(q).length === 0) return 'list';
  return similar ? 'similar' : 'rank';
}

/** Returns a cursor as opaque text for addresses. */
export function writeCursor({ values, ...list }: Cursor): string {
  return Buffer.from(JSON.stringify([listName(list), ...values])).toString('base64url');
}

/** Parses a cursor. Returns undefined if the text is not a cursor, or is one for an order that the query does not have. */
export function readCursor(text: string, query: CatalogueQuery): Cursor | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts)) return undefined;
  const [name, ...values] = parts;
  const lists = [false, true].map((similar) => ({ order: orderName(query, similar), similar }));
  const list = lists.find((candidate) => listName(candidate) === name);
  if (!list) return undefined;
  const parsed = cursorValues[list.order].safeParse(values);
  return parsed.success ? { ...list, values: parsed.data } : undefined;
}

/** The name of a cursor's list: its order, and whether it contains projects with similar words. */
function listName({ order, similar }: Omit<Cursor, 'values'>): string {
  return similar && order !== 'similar' ? `similar ${order}` : order;
}

/** Returns the `order by` list. All keys sort in the same direction, so that a cursor is a single row comparison. */
export function orderBy(name: OrderName, q: string) {
  const direction = isDescending(name) ? sql`desc` : sql`asc`;
  return commaList(keys(name, q).map(({ key }) => sql`${key} ${direction}`));
}

/** Returns the condition that a project comes after a cursor. */
export function isAfter(cursor: Cursor, q: string) {
  const parts = keys(cursor.order, q);
  const left = commaList(parts.map(({ key }) => key));
  const right = commaList(parts.map(({ cast }, index) => sql`${cursor.values[index] ?? null}${cast}`));
  return isDescending(cursor.order) ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`;
}

/** Returns the expression for a row's cursor values, as JSON. */
export function cursorColumn(name: OrderName, q: string) {
  return sql`json_build_array(${commaList(keys(name, q).map(({ key }) => key))})`;
}

const isDescending = (name: OrderName) => name.endsWith('-desc');

function keys(name: OrderName, q: string): { key: Fragment; cast: Fragment }[] {
  const featured = { key: sql`(not featured)`, cast: sql`::boolean` };
  const soldLast = { key: notOnSale, cast: sql`::boolean` };
  const byTitle = { key: sql`title_order`, cast: sql`::text` };
  const id = { key: sql`id`, cast: sql`::integer` };
  switch (name) {
    // Featured projects, then those on sale, then by title. An index has the same keys.
    case 'list':
      return [featured, soldLast, byTitle, id];
    case 'rank':
      return [
        isOther(q),
        { key: sql`(-ts_rank(search_vector, ${textQuery(q)})::float8)`, cast: sql`::float8` },
        featured,
        soldLast,
        byTitle,
        id,
      ];
    case 'similar':
      return [{ key: sql`(-word_similarity(catalogue_fold(${q}), search_words)::float8)`, cast: sql`::float8` }, byTitle, id];
    // Projects without a price come last in both directions.
    case 'price':
      return [
        { key: sql`(price_per_credit is null)`, cast: sql`::boolean` },
        { key: sql`coalesce(price_per_credit, 0)`, cast: sql`::integer` },
        id,
      ];
    case 'price-desc':
      return [
        { key: sql`(price_per_credit is not null)`, cast: sql`::boolean` },
        { key: sql`coalesce(price_per_credit, 0)`, cast: sql`::integer` },
        id,
      ];
    case 'available':
    case 'available-desc':
      return [{ key: sql`coalesce(available_credits, 0)`, cast: sql`::integer` }, id];
    case 'impact':
    case 'impact-desc':
      return [{ key: sql`impact_per_year`, cast: sql`::integer` }, id];
    case 'name':
    case 'name-desc':
      return [byTitle, id];
  }
}

/** False for the project whose registry id was searched for, so that it comes first. */
function isOther(q: string): { key: Fragment; cast: Fragment } {
  const keys = registryKeys(q);
  // PostgreSQL rejects a constant as a sort key.
  const key = keys.length === 0 ? sql`(id is null)` : sql`coalesce(registry_key <> all(${keys}), true)`;
  return { key, cast: sql`::boolean` };
}
