import { idLetters } from '#server/domain/projects/match-text.ts';
import {
  conventionOf,
  type DecimalMark,
  decimalMarkOf,
  markBy,
  type NumberConvention,
  namesOtherCurrency,
  shortened,
  tellsOfOtherCurrency,
} from '#server/platform/tables/cells.ts';
import { fieldNamed, knownFileOf, matchColumns, plainName, tellerOf } from '#server/platform/tables/columns.ts';
import type { Row, RowError, Table } from '#server/platform/tables/read-table.ts';
import { type StoredName, storedFields } from '#src/schemas/project-fields.ts';
import { normalised } from '#src/schemas/storable-text.ts';
import { aliasesOf, type FieldName, fieldNames, isFieldName, sourcesOf, storedField } from './fields.ts';
import { bareNumber } from './parse-field.ts';
import { type RegistryFile, registryColumns, registryFiles } from './registry-files.ts';

export type Mapping = {
  /** The position of a field's column in the file. */
  positions: Map<FieldName, number>;
  /** Constants for rows without a value of their own. */
  constants: Map<FieldName, string>;
  /** Fields that the file lacks and that were filled in from the catalogue, so that the import does not update them. */
  completed: StoredName[];
  /** Fields whose column has another name, for a person to check. */
  guessed: Set<FieldName>;
  /** Fields whose column was named with --map; an invalid value in one is always an error. */
  named: Set<FieldName>;
  /** The registry whose own list of projects it is. */
  registry: RegistryFile | undefined;
  /** The decimal mark of all numbers, if it was stated. */
  decimalMark: DecimalMark | undefined;
  /** The decimal marks that columns settle by themselves; 'both' where their cells contradict each other. */
  decimalMarks: Map<FieldName, DecimalMark | 'both'>;
  convention: NumberConvention;
  /** Whether the file is one of our own exports, whose values are taken literally. */
  isOwnExport: boolean;
  /** Whether its status is the one that buyers see, as in the files of the public list. */
  hasShownStatus: boolean;
  /** Whether it is our own CSV, in which text that a spreadsheet would treat as a formula is prefixed with an apostrophe. */
  hasEscapedFormulas: boolean;
  /** Whether its countries are codes, so that NA is Namibia rather than a missing value. */
  hasCountryCodes: boolean;
  /** Columns that nothing reads. */
  unused: number[];
  /** Returns what columns that are not used say against a sale of a row's credits. */
  told: (row: Row, quantity?: number) => RowError | undefined;
};
export type MapOptions = {
  /** Column to field; an empty field ignores the column. */
  map?: Record<string, string>;
  /** Field to a constant for rows without a value. */
  set?: Record<string, string>;
  decimal?: DecimalMark | undefined;
  /** The rows only change existing projects, even if they have titles. */
  isPartial?: boolean;
};

/** Columns of our own exports that are derived and not imported. */
const derivedColumns = ['updatedAt', 'url', 'priced', 'priceGbp'];
/** A file with all of these columns is one of our own exports. */
const exportColumns = ['slug', 'title', 'pricePerCredit', 'availableCredits', 'verificationStandard', 'unitsStatus', 'figuresAsOf'];

/** Checks whether a name is one of a column that an import knows: for finding the header of a file. */
export function isColumnName(name: string, { map = {} }: MapOptions = {}): boolean {
  return isFieldName(name) || registryColumns.has(plainName(name)) || Object.hasOwn(map, name);
}

/**
 * Maps the columns of a file to fields, by --map first, then by name.
 * @throws Error that explains what is wrong in --map or --set, and how to fix it.
 */
export function mapColumns(table: Table, { map = {}, set = {}, decimal }: MapOptions = {}): Mapping {
  const { format, columns, rows, delimiter, titles = [] } = table;
  const isOwnExport = areExportColumns(columns);
  const registry = isOwnExport ? undefined : knownFileOf(registryFiles, columns);
  const { positions, named, guessed, unused } = matchColumns(columns, {
    ...projectColumns,
    map,
    known: registry?.map,
    namesOf: (column, field) => (isOwnExport && derivedColumns.includes(column) ? [] : namesOf(column, field)),
  });
  preferRegistryIds();
  const title = positions.has('price') || positions.has('pricePerCredit') ? titles.find(tellsOfOtherCurrency) : undefined;
  if (title)
    throw new Error(
      `The file says "${shortened(title)}" of its rows, and prices are in pounds. Convert them, and take that out of the file.`,
    );
  const constants = new Map(Object.entries(set).map(([name, value]) => [projectFieldNamed(name), normalised(value).trim()]));
  if (registry && !positions.has('verificationStandard') && !constants.has('verificationStandard'))
    constants.set('verificationStandard', registry.standard);
  const countries = positions.get('country');
  const hasCountryCodes =
    isOwnExport || (countries !== undefined && rows.some(({ cells }) => /^(?!NA)[A-Z]{2}$/.test(String(cells[countries]))));
  return {
    positions,
    constants,
    completed: [],
    guessed,
    named,
    registry,
    decimalMark: decimal,
    decimalMarks: decimalMarksOf(positions, table),
    convention: conventionOf(delimiter, isOwnExport || registry !== undefined),
    isOwnExport,
    hasShownStatus: columns.includes('priced'),
    hasEscapedFormulas: isOwnExport && format === 'csv',
    hasCountryCodes,
    unused,
    told: isOwnExport
      ? () => undefined
      : tellerOf(columns, [...unused, ...[positions.get('state')].filter((state) => state !== undefined)], {
          noun: 'credits',
          hasTotals: true,
        }),
  };

  /** Reads the ids from the column that has them as registries write them, and not from one of a database's own numbers: `id`, `code`. */
  function preferRegistryIds(): void {
    const position = positions.get('externalId');
    if (isOwnExport || position === undefined || columns[position] === 'externalId' || named.has('externalId')) return;
    const found = columns.findIndex((_, other) => other !== position && isFree(other) && holdsRegistryIds(other));
    if (found < 0 || holdsRegistryIds(position)) return;
    positions.set('externalId', found);
    guessed.add('externalId');
  }
  function isFree(position: number): boolean {
    return ![...positions.values()].includes(position) && map[columns[position] ?? ''] === undefined;
  }
  function holdsRegistryIds(position: number): boolean {
    const ids = rows.map(({ cells }) => String(cells[position] ?? '').trim()).filter(Boolean);
    return ids.length > 0 && ids.every(isRegistryId) && new Set(ids).size === ids.length;
  }
}

/** Checks whether a text is an id of a project as its registry writes it, with letters: VCS1764, CDC-12. */
function isRegistryId(text: string): boolean {
  const [, letters = ''] = /^([a-z]{2,6})[-_ ]?\d{1,18}$/i.exec(text) ?? [];
  return idLetters.includes(letters.toUpperCase());
}

/** Checks whether the file has a column or a constant for a field. */
export function isInFile({ positions, constants }: Mapping, field: FieldName): boolean {
  return positions.has(field) || constants.has(field);
}

/** Checks whether the file has a field, or something from which it is derived. */
export function isProvided(mapping: Mapping, field: StoredName): boolean {
  return sourcesOf(field).some((source) => isInFile(mapping, source));
}

/** Checks whether a column is in our own exports, derived from others and therefore not imported. */
export function isDerived(column: string, { isOwnExport }: Mapping): boolean {
  return isOwnExport && derivedColumns.includes(column);
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

/** Checks whether a column has prices that are not in pounds: "Price ($)", "price EUR". */
export function isInOtherCurrency(column: string): boolean {
  return namesOtherCurrency(column);
}

/** The names under which a column is known. Coordinates are often nested: `location.latitude`, `geo.point.lat`. */
function namesOf(column: string, field: FieldName): string[] {
  if (isInOtherCurrency(column)) return [];
  const isCoordinate = field === 'latitude' || field === 'longitude';
  return isCoordinate && column.includes('.') ? [plainName(column), plainName(column.slice(column.lastIndexOf('.')))] : [plainName(column)];
}

function areExportColumns(columns: string[]): boolean {
  return exportColumns.every((name) => columns.includes(name));
}

/** Returns the field with this name or alias. @throws Error that names the closest field, or all that there are. */
export function projectFieldNamed(name: string): FieldName {
  return fieldNamed(name, projectColumns);
}

/** What a column of the catalogue can be. */
const projectColumns = { noun: 'a project', fields: fieldNames, aliasesOf };

/** Returns the decimal mark that the cells of each column settle, where they do; 'both' where they contradict each other. */
function decimalMarksOf(positions: Map<FieldName, number>, { rows }: Table): Mapping['decimalMarks'] {
  const marks: Mapping['decimalMarks'] = new Map();
  for (const [field, position] of positions) {
    // Thousands may be grouped in these alone, never in coordinates and shares.
    if (field !== 'price' && !isWhole(field)) continue;
    const mark = decimalMarkOf(
      rows.map(({ cells }) => cells[position]).flatMap((cell) => (typeof cell === 'string' ? [bareNumber(cell)] : [])),
    );
    if (mark) marks.set(field, mark);
  }
  return marks;
}

/**
 * Returns the mark by which a number of a column is read if it has two readings: as the other cells of the column say, else as
 * is usual in the file. Undefined if that is unknown.
 */
export function markFor(field: FieldName, text: string, { decimalMark, decimalMarks, convention }: Mapping): DecimalMark | undefined {
  return markBy(text, { settled: decimalMark ?? decimalMarks.get(field), convention, isWhole: isWhole(field) });
}

function isWhole(field: FieldName): boolean {
  const kind = storedField(field)?.type.kind;
  return kind === 'pence' || kind === 'wholeNumber';
}
