import { sql } from '#server/platform/database/sql.ts';
import { defaultImage } from '#src/lib/landscape-kinds.ts';
import { storedFields } from '#src/schemas/project-fields.ts';

const days = storedFields.filter(({ type }) => type.kind === 'day').map(({ column }) => column);
const others = storedFields.filter(({ name, type }) => type.kind !== 'day' && name !== 'imageUrl').map(({ column }) => column);

/** The columns of a `Project`, for every query that answers one. */
export function projectColumns() {
  // One list of names and few expressions: each fragment costs time in every query.
  const written = days.map((column) => sql`${dayColumn(column)},`);
  return sql`id, ${sql(others)}, ${written} coalesce(image_url, ${defaultImage}) as image_url, updated_at`;
}

/** The column of a day as 2026-03-31; the driver would make a moment of it, in the server's own time zone. */
export function dayColumn(column: string) {
  return sql`to_char(${sql(column)}, 'YYYY-MM-DD') as ${sql(column)}`;
}
