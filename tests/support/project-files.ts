import { type CatalogueImportOptions, importCatalogue } from '#server/domain/projects/import/import-catalogue.ts';
import { mapColumns, type ProjectMapOptions, projectRows } from '#server/domain/projects/import/map-columns.ts';
import { parseCatalogue } from '#server/domain/projects/import/parse-catalogue.ts';
import { parseTable, type ReadOptions } from '#server/platform/tables/read-table.ts';

/** The header of most files of projects. */
export const header = 'id,title,category,standard,location,units,price,available';

/** Returns lines as a CSV file. */
export const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

/** Imports a file of projects with this text. */
export function importProjects(text: string, options: ProjectMapOptions & CatalogueImportOptions = {}) {
  const table = tableOf(text, options);
  return importCatalogue(table, mapColumns(table, options), options);
}

/** Reads a file of projects with this text, without storing them. */
export function readProjects(text: string, options: ProjectMapOptions & ReadOptions = {}) {
  const table = tableOf(text, options);
  return parseCatalogue(table, mapColumns(table, options));
}

/** Finds the rows of a file of projects, as the command does. */
const tableOf = (text: string, options: ProjectMapOptions & ReadOptions) =>
  parseTable(`${text}\n`, { ...options, isColumn: (name) => projectRows.isColumn(name, options) });

/** Reads columns beside the required ones, as CSV with this delimiter. */
export function readColumns(delimiter: string, columns: string[], rows: string[][], options: ProjectMapOptions = {}) {
  const fixed = ['Oak', 'VCS', 'Other', 'Kent'];
  const lines = [['title', 'standard', 'category', 'location', ...columns], ...rows.map((row) => [...fixed, ...row])];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return readProjects(lines.map((line) => line.map(quoted).join(delimiter)).join('\n'), options);
}
