import type { Sql } from '#server/platform/database/pool.ts';
import type { StoredName } from '#src/schemas/project-fields.ts';
import { aliasesOf, plainName } from './fields.ts';
import type { MapOptions } from './map-columns.ts';
import type { Row, Table } from './read-rows.ts';

/** What every row must have, with the column that stores it. */
const required = {
  title: 'title',
  category: 'category',
  verificationStandard: 'verification_standard',
  location: 'location',
  pricePerCredit: 'price_per_credit',
} as const;

export type CompletedTable = Table & {
  /** Fields that were taken from the catalogue: the file does not decide about them. */ completed: StoredName[];
};

/**
 * A file that names projects by slug or external id and says only what changes (`slug,price`): what a row must have besides
 * is taken from the catalogue. Any other file stays as it is.
 * @throws Error that names a project which the catalogue does not have.
 */
export async function completeRows(sql: Sql, table: Table, { map = {}, set = {} }: MapOptions): Promise<CompletedTable> {
  const named = (field: StoredName) =>
    Object.values(map).includes(field) || field in set || table.columns.some((column) => aliasesOf(field).includes(plainName(column)));
  const key = (['slug', 'externalId'] as const).find((field) => indexOf(table, field) >= 0);
  const isPartial = key !== undefined && !named('title');
  if (!isPartial) return { ...table, completed: [] };

  const position = indexOf(table, key);
  const missing = (Object.keys(required) as (keyof typeof required)[]).filter(
    (field) => !named(field) && !(field === 'pricePerCredit' && hasPounds(table)),
  );
  const keyColumn = key === 'slug' ? 'slug' : 'external_id';
  const wanted = table.rows.map(({ cells }) => String(cells[position] ?? '').trim());
  const stored = await sql<Record<string, string>[]>`
    select ${sql(keyColumn)} as key, title, category, verification_standard, location, price_per_credit::text
    from carbon_projects
    where ${sql(keyColumn)} = any(${wanted})
  `;
  const byKey = new Map(stored.map((project) => [project.key, project]));
  const unknown = wanted.filter((value) => !byKey.has(value));
  if (unknown.length > 0) {
    throw new Error(
      `The file has no titles, so its rows can only change projects that are stored. The catalogue has none with the ${key} ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''}.`,
    );
  }
  const rows = table.rows.map((row, index): Row => {
    const project = byKey.get(wanted[index] ?? '');
    return { ...row, cells: [...row.cells, ...missing.map((field) => project?.[required[field]] ?? '')] };
  });
  return { ...table, columns: [...table.columns, ...missing], rows, completed: missing };
}

function hasPounds({ columns }: Table): boolean {
  return columns.some((column) => aliasesOf('price').includes(plainName(column)));
}

function indexOf({ columns }: Table, field: StoredName): number {
  return columns.findIndex((column) => plainName(column) === plainName(field));
}
