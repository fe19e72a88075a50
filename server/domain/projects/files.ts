import { stringify } from 'csv-stringify/sync';
import { csvFile, escapeFormula } from '#server/platform/csv.ts';
import { sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { statementsCell } from '#src/lib/projects/labels.ts';
import { type Project, type ProjectLabel, type ProjectRating, storedFields } from '#src/schemas/project.ts';
import { dayColumn, isListed } from './columns.ts';

/** Columns in their original positions, for programs that read by position. */
const firstColumns = [
  ...['slug', 'title', 'description', 'category', 'projectType', 'pricePerCredit', 'availableCredits', 'verificationStandard'],
  ...['location', 'country', 'latitude', 'longitude', 'impactPerYear', 'status', 'unitsStatus', 'permanenceYears'],
  ...['figuresSource', 'figuresAsOf', 'updatedAt', 'url', 'monitoring'],
];
/** Newer fields follow at the end, in the order of the table of fields. */
const newColumns = storedFields
  .filter(({ name, isLeftOutOfFiles }) => !isLeftOutOfFiles && !firstColumns.includes(name))
  .map(({ name }) => name);
const columns = [...firstColumns, ...newColumns, 'priced', 'priceGbp'];

/** How a project's values are written in CSV (an option of csv-stringify), for the import to read back. */
const catalogueCast = {
  ...csvFile.cast,
  object: (value: object, { column }: { column?: string | number | undefined }) => escapeFormula(listCell(column, value)),
};

/** Writes a list as a cell. */
function listCell(column: string | number | undefined, list: object): string {
  return column === 'labels' || column === 'ratings' ? statementsCell(list as (ProjectLabel | ProjectRating)[]) : JSON.stringify(list);
}

/** Returns a project as a row of the catalogue files. */
export function fileRow(project: Project, publicUrl: string): Record<string, unknown> {
  const values: Record<string, unknown> = {
    ...project,
    priced: project.pricePerCredit !== null,
    priceGbp: project.pricePerCredit === null ? null : project.pricePerCredit / 100,
    updatedAt: project.updatedAt.toISOString(),
    url: `${publicUrl}/projects/${project.slug}`,
  };
  return Object.fromEntries(columns.map((name) => [name, values[name]]));
}

/** The columns of a project in a spreadsheet, and their cells. */
export const sheetColumns: readonly string[] = columns;
/** Returns the widths of those columns: names and texts are wider. */
export const sheetWidths = columns.map((name) => ({ title: 40, description: 60, location: 30, url: 40 })[name]);

/** Returns a project as a row of a spreadsheet, in the order of `sheetColumns`. */
export function sheetRow(project: Project, publicUrl: string): unknown[] {
  return Object.entries(fileRow(project, publicUrl)).map(([name, value]) =>
    typeof value === 'object' && value !== null ? listCell(name, value) : value,
  );
}

/** Formats projects as CSV (RFC 4180). Text that a spreadsheet would treat as a formula is prefixed with an apostrophe. */
export function projectsCsv(projects: readonly Project[], publicUrl: string, { header = true, withId = false } = {}): string {
  const rows = projects.map((project) => ({
    id: project.id,
    ...fileRow(project, publicUrl),
    // Two decimals, as spreadsheets show pounds.
    priceGbp: project.pricePerCredit === null ? '' : (project.pricePerCredit / 100).toFixed(2),
  }));
  const selectedColumns = withId ? ['id', ...columns] : columns;
  return stringify(rows, { ...csvFile, header, columns: selectedColumns, cast: catalogueCast });
}

const batchSize = 500;

/**
 * Passes the whole catalogue to `write`, by id and piece by piece, as a file that `import` reads back without changing anything.
 * Prices in pence.
 * @throws the driver's error, also to whoever reads the pieces, possibly midway; whatever `write` throws.
 */
export function exportCatalogue(format: 'csv' | 'json', write: (pieces: AsyncIterable<string>) => Promise<void>): Promise<void> {
  return inTransaction('read only', (db) => write(format === 'csv' ? csvOf(storedProjects(db)) : jsonOf(storedProjects(db))));
}

type Projects = AsyncIterable<Record<string, unknown>>;

async function* csvOf(projects: Projects): AsyncGenerator<string> {
  const options = { ...csvFile, columns: storedFields.map(({ name }) => name), cast: catalogueCast };
  yield stringify([], { ...options, bom: true });
  for await (const project of projects) yield stringify([project], { ...options, header: false });
}

async function* jsonOf(projects: Projects): AsyncGenerator<string> {
  let separator = '{\n  "projects": [\n';
  for await (const project of projects) {
    yield `${separator}${JSON.stringify(project, null, 2).replace(/^/gm, '    ')}`;
    separator = ',\n';
  }
  yield separator.startsWith('{') ? '{ "projects": [] }\n' : '\n  ]\n}\n';
}

async function* storedProjects(db: Transaction): AsyncGenerator<Record<string, unknown>> {
  const columns = sql.unsafe(storedFields.map(({ column, type }) => (type.kind === 'day' ? dayColumn(column) : column)).join(', '));
  const batches = db.inBatches<Record<string, unknown>>(batchSize)`
    select ${columns}
    from carbon_projects
    where ${isListed}
    order by id
  `;
  for await (const batch of batches) for (const row of batch) yield Object.fromEntries(storedFields.map(({ name }) => [name, row[name]]));
}
