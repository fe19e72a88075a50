import { sql } from '#server/platform/database/sql.ts';
import { defaultImage } from '#src/lib/landscape-kinds.ts';
import { storedFields } from '#src/schemas/project-fields.ts';

const days = storedFields.filter(({ type }) => type.kind === 'day').map(({ column }) => column);
const plainColumns = storedFields.filter(({ name, type }) => type.kind !== 'day' && name !== 'imageUrl').map(({ column }) => column);

/** Returns the columns of a `Project`, for every query that returns one. */
export function projectColumns() {
  // A list of names and as few expressions as possible: each fragment costs time in every query.
  const dayColumns = days.map((column) => sql`${dayColumn(column)},`);
  return sql`id, ${sql(plainColumns)}, ${dayColumns} coalesce(image_url, ${defaultImage}) as image_url, updated_at`;
}

/** Selects a date column as text, 2026-03-31. The driver would convert it to a Date in the server's time zone. */
export function dayColumn(column: string) {
  return sql`to_char(${sql(column)}, 'YYYY-MM-DD') as ${sql(column)}`;
}
