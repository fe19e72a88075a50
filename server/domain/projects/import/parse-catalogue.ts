import { createHash } from 'node:crypto';
import type { RowError, Table } from '#server/platform/tables/read-table.ts';
import { plainName } from '#server/platform/tables/rows.ts';
import { type StoredName, storedFields } from '#src/schemas/project.ts';
import { normalised } from '#src/schemas/storable-text.ts';
import { assertComplete, type FieldName, isInFile, type Mapping, mapColumns, sourcesOf, storedField } from './map-columns.ts';
import { type ParsedProject, parseRow } from './parse-row.ts';
import type { Note } from './row-reader.ts';

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
  /** Returns the name of a field's column in the file, otherwise the field's. */
  nameOf: (field: string) => string;
  /** The fields that the file provides. Other fields of existing projects remain unchanged. */
  fieldsInFile: Set<StoredName>;
};

/**
 * Parses every row of a table into a project with a slug, and collects all errors. A slug that occurs twice is an error of
 * the second row; titles may repeat, and whether ids do is known with their registries (`removeConflicts`).
 * @throws Error that names the required fields that the file lacks.
 */
export function parseCatalogue(table: Table, mapping = mapColumns(table)): ParsedCatalogue {
  const { columns, rows } = table;
  assertComplete(mapping, columns);
  const errors: RowError[] = [];
  const notes: Note[] = [];
  const parsed: ParsedProject[] = [];
  const taken = new Map<string, number>();
  for (const row of rows) {
    const result = parseRow(row, mapping, columns);
    notes.push(...result.notes);
    errors.push(...result.errors);
    if (!result.project) continue;
    const { slug } = result.project;
    if (slug !== null && taken.has(slug)) {
      errors.push({ line: row.line, column: nameOf('slug'), value: slug, reason: `already appears in line ${taken.get(slug)}` });
      continue;
    }
    if (slug !== null) taken.set(slug, row.line);
    parsed.push(result.project);
  }
  // All slugs from the file are reserved before any is generated from a title, wherever they occur.
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
    nameOf,
    fieldsInFile: fieldsIn(mapping, nameOf('vintageStart')),
  };

  function nameOf(field: string): string {
    return columns[mapping.positions.get(field as FieldName) ?? -1] ?? field;
  }
}

/** Returns the fields that a file states: not those that only follow from others that are stored (`writeWhatFollows`). */
function fieldsIn(mapping: Mapping, vintageColumn: string): Set<StoredName> {
  const isStated = (name: StoredName) =>
    sourcesOf(name).some((source) => (source === name || !storedField(source)) && isInFile(mapping, source)) ||
    // A column "Vintage" has all of it, one of its first year does not.
    (name === 'vintageEnd' && ['vintage', 'vintageyear'].includes(plainName(vintageColumn)));
  const names = storedFields.map(({ name }) => name);
  return new Set(names.filter((name) => isStated(name) && !mapping.completed.includes(name)));
}

const maxLength = 120;
const reserved = 'compare';

/**
 * Generates a slug from a title: words in ASCII letters joined by hyphens. An external id is appended, so that projects of the
 * same title differ whatever else is in the file. A title without ASCII letters gives `project`, plus a fingerprint if there is
 * no id. The database has the same rule for rows that bring no slug (`catalogue_slug`), which a test holds equal.
 */
export function slugOf(title: string, externalId: string | null): string {
  const id = externalId === null ? '' : latin(externalId).slice(0, 40) || fingerprint(externalId);
  const letters = cut(latin(title), 80);
  // Digits alone would be mistaken for a project's id.
  const words = /[a-z]/.test(letters) ? letters : id ? 'project' : `project-${fingerprint(title)}`;
  const slug = id ? cut(`${words}-${id}`, maxLength) : words;
  return slug === reserved ? `${slug}-project` : slug;
}

/** Returns the slug, with the lowest number from 2 appended if it is already taken. */
export function uniqueSlug(slug: string, taken: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
  let candidate = slug;
  for (let number = 2; taken.has(candidate); number++) candidate = `${cut(slug, maxLength - 7)}-${number}`;
  return candidate;
}

function latin(text: string): string {
  const dashed = normalised(text, 'NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  // There is at most one hyphen at each end.
  return dashed.slice(dashed.startsWith('-') ? 1 : 0, dashed.endsWith('-') ? -1 : undefined);
}

function cut(slug: string, length: number): string {
  const short = slug.slice(0, length);
  return short.endsWith('-') ? short.slice(0, -1) : short;
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
