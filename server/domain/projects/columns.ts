import { sql } from '#server/platform/database/sql.ts';
import { nothingStored } from '#shared/lib/projects/facts.ts';
import { defaultImage } from '#shared/lib/projects/landscapes.ts';
import {
  type AuditQuestion,
  auditAnswers,
  auditQuestions,
  type LabelName,
  labels,
  listedFields,
  type Project,
  type StoredName,
  storedFields,
} from '#shared/schemas/project.ts';

/** Selects a date column as text, 2026-03-31. The driver would convert it to a Date in the server's time zone. */
const dayColumn = (column: string) => `to_char(${column}, 'YYYY-MM-DD') as ${column}`;

/** The condition that a project is in the catalogue, and not withdrawn from it. What visitors are shown of projects begins with it. */
export const isListed = sql`withdrawn_at is null`;

/** The condition that units of a project are on the record, as SQL text. */
export const onRecordSql = 'exists (select from credit_batches where project_id = carbon_projects.id)';

/** The condition that a field states its part of an answer; of all others it is that they have a value. */
const statedBy: Partial<Record<keyof Project, string>> = {
  isOnRecord: onRecordSql,
  // Where nothing is stored, no duration is missing.
  permanenceYears: `permanence_years is not null or concat_ws(' ', category, project_type) ~* '\\m(${nothingStored.join('|')})\\M'`,
  labels: `sold_labels && array[${labels
    .filter((label) => label.startsWith('Corresponding adjustment '))
    .map((label) => `'${label}'`)
    .join()}]`,
};
const isStated = (field: keyof Project) => statedBy[field] ?? `${storedFields.find(({ name }) => name === field)?.column} is not null`;

/** Returns the condition, as SQL text, that the catalogue states every part of the answer to a question of an auditor. */
export function isAnswered(question: AuditQuestion): string {
  const parts: (readonly (keyof Project)[])[] = Object.values(auditAnswers[question]);
  return parts.map((fields) => `(${fields.map(isStated).join(' or ')})`).join(' and ');
}

/** The questions that the catalogue does not answer in full, in their order. */
const unanswered = `array_remove(array[${auditQuestions.map((question) => `case when ${isAnswered(question)} then null else '${question}' end`).join()}], null)`;

const storedSelections = Object.fromEntries(
  storedFields.map(({ name, column, type }) => [name, type.kind === 'day' ? dayColumn(column) : column]),
) as Record<StoredName, string>;

/** The columns that have what the units on the record are where nobody has stated it: `from_record` then has this name of the column. */
const filled: Readonly<Record<string, string>> = { unit_type: 'unitType', vintage_start: 'vintage', vintage_end: 'vintage' };

/** A stored column as it was stated: null where it has what the units on the record are. */
export const statedColumn = (column: string, table = 'carbon_projects') =>
  filled[column] ? `case when '${filled[column]}' = any(${table}.from_record) then null else ${table}.${column} end` : `${table}.${column}`;

/** The stored fields as they were stated. */
export const storedSelection = storedFields
  .map(({ name, column }) => (filled[column] ? `${statedColumn(column)} as ${column}` : storedSelections[name]))
  .join(', ');

/** How each field of a `Project` is selected. */
const selections: Record<keyof Project, string> = {
  id: 'id',
  ...storedSelections,
  imageUrl: `case when image_url ~ '^(/|https://)[^/\\\\[:space:]][^\\\\[:space:]]*$' then image_url else '${defaultImage}' end as image_url`,
  status: 'sale_status as status',
  isOnRecord: `${onRecordSql} as is_on_record`,
  fromRecord: 'from_record',
  unanswered: `${unanswered} as unanswered`,
  isSample: 'is_sample',
  updatedAt: 'updated_at',
};

/** The columns of a `Project`, for every query that returns one. One text, because each part of a statement costs time. */
export const projectColumns = sql.unsafe(Object.values(selections).join(', '));

/** What a mix of projects is made from and shows, besides two lists. */
const offered = [
  ...(['slug', 'title', 'location', 'country', 'category', 'projectType', 'verificationStandard', 'unitType', 'unitsStatus'] as const),
  ...(['status', 'pricePerCredit', 'availableCredits', 'deliveryBy', 'vintageStart', 'vintageEnd', 'permanenceYears'] as const),
  ...(['latitude', 'longitude', 'isOnRecord', 'isSample'] as const),
];
export type OfferedProject = Pick<Project, (typeof offered)[number] | 'unanswered'> & { soldLabels: LabelName[] };

/** The columns of an `OfferedProject`. Its lists are JSON: arrays of thousands of projects take the driver twice as long as the rest. */
export const offeredColumns = sql.unsafe(
  [...offered.map((name) => selections[name]), `to_json(${unanswered}) as unanswered`, 'to_json(sold_labels) as sold_labels'].join(', '),
);

/** The columns of these fields. */
export const columnsOf = (names: readonly (keyof Project)[]) => sql.unsafe(names.map((name) => selections[name]).join(', '));

/** The columns of a `ListedProject`. */
export const listedColumns = columnsOf(listedFields);
