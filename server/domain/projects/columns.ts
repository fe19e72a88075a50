import { sql } from '#server/platform/database/sql.ts';
import { defaultImage } from '#src/lib/landscape-kinds.ts';
import { storedFields } from '#src/schemas/project-fields.ts';

const days = storedFields.filter(({ type }) => type.kind === 'day').map(({ column }) => column);
const plainColumns = storedFields.filter(({ name, type }) => type.kind !== 'day' && name !== 'imageUrl').map(({ column }) => column);

/** Selects a date column as text, 2026-03-31. The driver would convert it to a Date in the server's time zone. */
export const dayColumn = (column: string) => `to_char(${column}, 'YYYY-MM-DD') as ${column}`;

/** The condition that units of a project are on the record. */
export const isOnRecord = 'exists (select from credit_batches where project_id = carbon_projects.id)';

/** The columns of a `Project`, for every query that returns one. One text, because each part of a statement costs time. */
export const projectColumns = sql.unsafe(
  [
    'id',
    ...plainColumns,
    ...days.map(dayColumn),
    `coalesce(image_url, '${defaultImage}') as image_url`,
    `${isOnRecord} as is_on_record`,
    'updated_at',
  ].join(', '),
);
