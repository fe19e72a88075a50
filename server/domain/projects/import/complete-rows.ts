import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { StoredName } from '#src/schemas/project-fields.ts';
import { type FieldName, fieldOf } from './fields.ts';
import { type MapOptions, matchColumns } from './map-columns.ts';
import type { Row, Table } from './read-rows.ts';

/** The fields that every row needs. */
const required = ['title', 'category', 'verificationStandard', 'location', 'pricePerCredit'] as const;

export type CompletedTable = Table & {
  /** Fields filled in from the catalogue, which the import therefore does not update. */
  completed: StoredName[];
};

/**
 * Completes a file that identifies projects by slug or external id and only has the fields to change (`slug,price`): other
 * required fields are filled in from the catalogue. Any other file is returned unchanged.
 * @throws Error that names the projects that the catalogue does not have.
 */
export async function completeRows(table: Table, { map, set = {} }: MapOptions): Promise<CompletedTable> {
  const { positions } = matchColumns(table.columns, map);
  const constants = Object.keys(set).map(fieldOf);
  const isGiven = (field: FieldName) => positions.has(field) || constants.includes(field);
  const key = (['slug', 'externalId'] as const).find((field) => positions.has(field));
  const position = key && positions.get(key);
  if (position === undefined || isGiven('title')) return { ...table, completed: [] };

  const missing = required.filter((field) => !isGiven(field) && !(field === 'pricePerCredit' && positions.has('price')));
  const keyColumn = key === 'slug' ? 'slug' : 'external_id';
  const keys = table.rows.map(({ cells }) => String(cells[position] ?? '').trim());
  const stored = await query<Record<string, string>[]>`
    select ${sql(keyColumn)} as key, title, category, verification_standard, location, price_per_credit::text
    from carbon_projects
    where ${sql(keyColumn)} = any(${keys})
  `;
  const byKey = new Map(stored.map((project) => [project.key, project]));
  const unknown = keys.filter((value) => !byKey.has(value));
  if (unknown.length > 0) {
    throw new Error(
      `The file has no titles, so it can only change existing projects. The catalogue has no project with the ${key} ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''}. If one of its columns has the titles, name it with: --map COLUMN=title`,
    );
  }
  const rows = table.rows.map((row, index): Row => {
    const project = byKey.get(keys[index] ?? '');
    return { ...row, cells: [...row.cells, ...missing.map((field) => project?.[field] ?? '')] };
  });
  return { ...table, columns: [...table.columns, ...missing], rows, completed: missing };
}
