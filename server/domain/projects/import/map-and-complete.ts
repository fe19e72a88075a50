import { dayColumn } from '#server/domain/projects/columns.ts';
import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Row, Table } from '#server/platform/tables/read-table.ts';
import { type StoredName, storedFields } from '#src/schemas/project-fields.ts';
import { isInFile, type MapOptions, type Mapping, mapColumns } from './map-columns.ts';

/**
 * Maps the columns of a file. One that identifies projects by slug or external id and only has the fields to change
 * (`slug,price`) is completed: other required fields are filled in from the catalogue.
 * @throws as `mapColumns`; Error that names the projects that the catalogue does not have.
 */
export async function mapAndComplete(table: Table, options: MapOptions = {}): Promise<{ table: Table; mapping: Mapping }> {
  const mapping = mapColumns(table, options);
  const { positions } = mapping;
  const key = (['slug', 'externalId'] as const).find((field) => positions.has(field));
  const position = key && positions.get(key);
  if (position === undefined || (isInFile(mapping, 'title') && !options.isPartial)) return { table, mapping };

  // And what a field of the file needs, or what needs it.
  const isGiven = (name: StoredName | undefined) => name !== undefined && isInFile(mapping, name);
  const missing = storedFields.filter(
    ({ name, isRequired, needs }) =>
      !isGiven(name) && (isRequired || isGiven(needs) || storedFields.some((other) => other.needs === name && isGiven(other.name))),
  );
  const keyColumn = key === 'slug' ? 'slug' : 'external_id';
  const keys = table.rows.map(({ cells }) => String(cells[position] ?? '').trim());
  const stored = await query<Record<string, unknown>[]>`
    select ${sql(keyColumn)} as key, ${sql.unsafe(missing.map(({ column, type }) => (type.kind === 'day' ? dayColumn(column) : column)).join(', '))}
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
  const completed = missing.map(({ name }) => name);
  const rows = table.rows.map((row, index): Row => {
    const project = byKey.get(keys[index]);
    return { ...row, cells: [...row.cells, ...completed.map((name) => project?.[name] ?? '')] };
  });
  const whole = { ...table, columns: [...table.columns, ...completed], rows };
  // What was filled in does not make the file one of our own exports.
  return { table: whole, mapping: { ...mapColumns(whole, options), isOwnExport: mapping.isOwnExport, completed } };
}
