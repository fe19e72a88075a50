import { type StoredName, storedFields } from '#src/schemas/project-fields.ts';
import { aliasesOf, type FieldName, fieldNames, fieldOf, plainName, sourcesOf } from './fields.ts';
import type { Table } from './read-rows.ts';

export type Mapping = {
  /** The position of a field's column in the file. */
  positions: Map<FieldName, number>;
  /** Constants for rows without a value of their own. */
  constants: Map<FieldName, string>;
  /** Fields that the file lacks and that were filled in from the catalogue, so that the import does not update them. */
  completed: StoredName[];
  /** Columns that were matched by an alias, for a person to check. */
  guessed: { column: string; field: FieldName }[];
  /** Columns that are not imported. */
  unused: string[];
  /** Fields whose column was named with --map; an invalid value in one is always an error. */
  named: Set<FieldName>;
  /** Whether the file is one of our own exports, whose values are taken literally. */
  isOwnExport: boolean;
  /** Whether it is our own CSV, in which text that a spreadsheet would treat as a formula is prefixed with an apostrophe. */
  hasEscapedFormulas: boolean;
  /** Whether its countries are codes, so that NA is Namibia rather than a missing value. */
  hasCountryCodes: boolean;
};
export type MapOptions = {
  /** Column to field; an empty field ignores the column. */
  map?: Record<string, string>;
  /** Field to a constant for rows without a value. */
  set?: Record<string, string>;
  /** The rows only change existing projects, even if they have titles. */
  isPartial?: boolean;
};

/** Columns of our own exports that are derived and not imported. */
const derivedColumns = ['updatedAt', 'url', 'priced', 'priceGbp'];
/** A file with all of these columns is one of our own exports. */
const exportColumns = ['slug', 'title', 'pricePerCredit', 'verificationStandard'];

/**
 * Maps the columns of a file to fields, by --map first, then by name.
 * @throws Error that explains what is wrong in --map or --set, and how to fix it.
 */
export function mapColumns({ format, columns, rows }: Table, { map = {}, set = {} }: MapOptions = {}): Mapping {
  const isOwnExport = areExportColumns(columns);
  const { positions, named, guessed, usedColumns } = matchColumns(columns, map);
  const constants = new Map(Object.entries(set).map(([name, value]) => [fieldNamed(name), value.normalize('NFC').trim()]));
  const unused = columns.filter(
    (column, index) => column !== '' && !usedColumns.has(index) && !(isOwnExport && derivedColumns.includes(column)),
  );
  const countries = positions.get('country');
  const hasCountryCodes =
    isOwnExport || (countries !== undefined && rows.some(({ cells }) => /^(?!NA)[A-Z]{2}$/.test(String(cells[countries]))));
  return {
    positions,
    constants,
    completed: [],
    guessed,
    unused,
    named,
    isOwnExport,
    hasEscapedFormulas: isOwnExport && format === 'csv',
    hasCountryCodes,
  };
}

/** Checks whether the file has a column or a constant for a field. */
export function isInFile({ positions, constants }: Mapping, field: FieldName): boolean {
  return positions.has(field) || constants.has(field);
}

/** Checks whether the file has a field, or something from which it is derived. */
export function isProvided(mapping: Mapping, field: StoredName): boolean {
  return sourcesOf(field).some((source) => isInFile(mapping, source));
}

/** @throws Error that names the required fields that the file lacks, and how to provide them. */
export function assertComplete(mapping: Mapping, columns: string[]): void {
  const missing = storedFields.filter(({ name, isRequired }) => isRequired && !isProvided(mapping, name));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const hints = names.map((name) => `  --map COLUMN=${name}${name === 'title' ? '' : `   or a value for all rows:  --set ${name}="..."`}`);
  throw new Error(
    `The file has no column for ${names.join(', ')}. Name it with:\n${hints.join('\n')}\nIts columns are: ${columns.filter(Boolean).join(', ')}`,
  );
}

/** The columns that are found for fields, as in `Mapping`. */
type Matches = Pick<Mapping, 'positions' | 'guessed' | 'named'> & { usedColumns: Set<number> };

/** Finds the column of each field: by --map first, then by name. @throws Error that explains what is wrong with --map. */
function matchColumns(columns: string[], map: Record<string, string> = {}): Matches {
  const positions = new Map<FieldName, number>();
  const named = new Set<FieldName>();
  const usedColumns = new Set<number>();
  for (const [column, name] of Object.entries(map)) {
    const position = columnNamed(columns, column);
    usedColumns.add(position);
    if (name === '') continue;
    const field = fieldNamed(name);
    if (named.has(field)) throw new Error(`Two columns are mapped to "${field}".`);
    positions.set(field, position);
    named.add(field);
  }
  const isOwnExport = areExportColumns(columns);
  const guessed: Mapping['guessed'] = [];
  for (const field of fieldNames) {
    if (positions.has(field)) continue;
    const position = aliasesOf(field)
      .map((alias) =>
        columns.findIndex(
          (column, index) => plainName(column) === alias && !usedColumns.has(index) && !(isOwnExport && derivedColumns.includes(column)),
        ),
      )
      .find((found) => found >= 0);
    if (position === undefined) continue;
    positions.set(field, position);
    usedColumns.add(position);
    if (columns[position] !== field) guessed.push({ column: columns[position] ?? '', field });
  }
  return { positions, guessed, named, usedColumns };
}

function areExportColumns(columns: string[]): boolean {
  return exportColumns.every((name) => columns.includes(name));
}

function columnNamed(columns: string[], name: string): number {
  const exact = columns.indexOf(name);
  const position = exact >= 0 ? exact : columns.findIndex((column) => plainName(column) === plainName(name));
  if (position < 0) throw new Error(`The file has no column "${name}". Its columns are: ${columns.filter(Boolean).join(', ')}`);
  return position;
}

/** Returns the field with this name or alias. @throws Error that names the fields that there are. */
export function fieldNamed(name: string): FieldName {
  const field = fieldOf(name);
  if (field) return field;
  throw new Error(
    `A project has no field "${name}". The fields are: ${[...storedFields.map((stored) => stored.name), 'price'].join(', ')}`,
  );
}
