import { stringify } from 'csv-stringify/sync';
import { escapeFormulaReversibly, lineBreak } from '#server/platform/csv.ts';
import { isPriced } from '#src/lib/money.ts';
import { type Project, saleStatus } from '#src/schemas/project.ts';
import { storedFields } from '#src/schemas/project-fields.ts';

/** Columns in the places that they have always had, for who reads by position. */
const firstColumns = [
  ...['slug', 'title', 'description', 'category', 'projectType', 'pricePerCredit', 'availableCredits', 'verificationStandard'],
  ...['location', 'country', 'latitude', 'longitude', 'impactPerYear', 'status', 'unitsStatus', 'permanenceYears'],
  ...['figuresSource', 'figuresAsOf', 'updatedAt', 'url', 'monitoring'],
];
/** New fields come at the end, in the order of the table of fields. */
const newColumns = storedFields
  .filter(({ name, isLeftOutOfFiles }) => !isLeftOutOfFiles && !firstColumns.includes(name))
  .map(({ name }) => name);
const columns = [...firstColumns, ...newColumns, 'priced', 'priceGbp'];

/** A project as the files give it. */
export function fileRow(project: Project, publicUrl: string): Record<string, unknown> {
  const values: Record<string, unknown> = {
    ...project,
    status: saleStatus(project),
    priced: isPriced(project),
    priceGbp: isPriced(project) ? project.pricePerCredit / 100 : null,
    updatedAt: project.updatedAt.toISOString(),
    url: `${publicUrl}/projects/${project.slug}`,
  };
  return Object.fromEntries(columns.map((name) => [name, values[name]]));
}

/** RFC 4180, with a header row unless told otherwise, and with the id where asked for. Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function projectsCsv(projects: Project[], publicUrl: string, { header = true, withId = false } = {}): string {
  const rows = projects.map((project) => ({
    id: project.id,
    ...fileRow(project, publicUrl),
    // Two decimals, as spreadsheets show pounds.
    priceGbp: isPriced(project) ? (project.pricePerCredit / 100).toFixed(2) : '',
  }));
  const chosen = withId ? ['id', ...columns] : columns;
  return stringify(rows, {
    header,
    columns: chosen,
    record_delimiter: 'windows',
    quoted_match: lineBreak,
    cast: { string: escapeFormulaReversibly, boolean: String },
  });
}
