import type { Table } from '#server/platform/tables/read-table.ts';
import type { RowError } from '#server/platform/tables/row-error.ts';
import { type StoredName, storedFields } from '#src/schemas/project-fields.ts';
import type { FieldName } from './fields.ts';
import { assertComplete, isProvided, type Mapping, mapColumns } from './map-columns.ts';
import { type ParsedProject, parseRow } from './parse-row.ts';
import type { Note } from './row-reader.ts';
import { slugOf, uniqueSlug } from './slugs.ts';

export type ProjectWithSlug = ParsedProject & {
  slug: string;
  /** Whether the slug comes from the file. */
  hasSlug: boolean;
};
export type ParsedCatalogue = {
  projects: ProjectWithSlug[];
  errors: RowError[];
  notes: Note[];
  mapping: Mapping;
  /** The fields that the file provides. Other fields of existing projects remain unchanged. */
  fieldsInFile: Set<StoredName>;
};

/**
 * Parses every row of a table into a project with a slug, and collects all errors. An id or slug that occurs twice is an error of
 * the second row; titles may repeat.
 * @throws Error that names the required fields that the file lacks.
 */
export function parseCatalogue(table: Table, mapping = mapColumns(table)): ParsedCatalogue {
  const { columns, rows } = table;
  assertComplete(mapping, columns);
  const errors: RowError[] = [];
  const notes: Note[] = [];
  const parsed: ParsedProject[] = [];
  const lines = { externalId: new Map<string, number>(), slug: new Map<string, number>() };
  for (const row of rows) {
    const result = parseRow(row, mapping, columns);
    notes.push(...result.notes);
    errors.push(...result.errors);
    if (!result.project) continue;
    const repeated = (['externalId', 'slug'] as const).find((field) => lines[field].has(result.project?.[field] ?? ''));
    if (repeated) {
      const value = result.project[repeated] ?? '';
      errors.push({ line: row.line, column: nameOf(repeated), value, reason: `already appears in line ${lines[repeated].get(value)}` });
      continue;
    }
    for (const field of ['externalId', 'slug'] as const) {
      const value = result.project[field];
      if (value !== null) lines[field].set(value, row.line);
    }
    parsed.push(result.project);
  }
  // All slugs from the file are reserved before any is generated from a title, wherever they occur.
  const taken = lines.slug;
  const projects = parsed.map((project) => {
    const slug = project.slug ?? uniqueSlug(slugOf(project.title, project.externalId), taken);
    taken.set(slug, project.line);
    return { ...project, slug, hasSlug: project.slug !== null };
  });
  return {
    projects,
    errors: errors.sort((a, b) => a.line - b.line),
    notes,
    mapping,
    fieldsInFile: fieldsIn(mapping),
  };

  function nameOf(field: FieldName): string {
    return columns[mapping.positions.get(field) ?? -1] ?? field;
  }
}

function fieldsIn(mapping: Mapping): Set<StoredName> {
  const names = storedFields.map(({ name }) => name);
  return new Set(names.filter((name) => isProvided(mapping, name) && !mapping.completed.includes(name)));
}
