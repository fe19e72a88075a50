import { sql } from '#server/platform/database/sql.ts';
import { defaultImage } from '#src/lib/projects/landscape-kinds.ts';
import { listedProject, type Project } from '#src/schemas/project.ts';
import { type StoredName, storedFields } from '#src/schemas/project-fields.ts';

/** Selects a date column as text, 2026-03-31. The driver would convert it to a Date in the server's time zone. */
export const dayColumn = (column: string) => `to_char(${column}, 'YYYY-MM-DD') as ${column}`;

/** The condition that units of a project are on the record. */
export const isOnRecord = 'exists (select from credit_batches where project_id = carbon_projects.id)';

/** How each field of a `Project` is selected. */
const selections: Record<keyof Project, string> = {
  id: 'id',
  ...(Object.fromEntries(storedFields.map(({ name, column, type }) => [name, type.kind === 'day' ? dayColumn(column) : column])) as Record<
    StoredName,
    string
  >),
  imageUrl: `coalesce(image_url, '${defaultImage}') as image_url`,
  status: 'sale_status as status',
  isOnRecord: `${isOnRecord} as is_on_record`,
  isSample: 'is_sample',
  updatedAt: 'updated_at',
};

/** The columns of a `Project`, for every query that returns one. One text, because each part of a statement costs time. */
export const projectColumns = sql.unsafe(Object.values(selections).join(', '));

/** The columns of a `ListedProject`. */
export const listedColumns = sql.unsafe(
  listedProject
    .keyof()
    .options.map((name) => selections[name])
    .join(', '),
);
