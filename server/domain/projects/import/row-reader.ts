import { type DecimalMark, isOtherCurrency, shortened, shortenedTo } from '#server/platform/tables/cells.ts';
import type { Row, RowError } from '#server/platform/tables/read-table.ts';
import { errorAt, readCell, sayingIn } from '#server/platform/tables/rows.ts';
import type { ProjectField } from '#src/schemas/field-types.ts';
import { type Project, projectFields, type StoredName } from '#src/schemas/project.ts';
import { type FieldName, isEssential, type Mapping, projectRows, readingOf } from './map-columns.ts';
import { type ParseResult, parseValue, wordOf } from './parse-field.ts';

/** A value that was interpreted or left out, in a row that is imported all the same. */
export type Note = RowError;

/** The remedy of a value that all rows of a file lack. */
export const forAllRows = (field: StoredName, value: string) => `To use one value for all such rows: --set ${field}=${value}`;

/** Words of a status that say whether something can be bought. */
const aboutSale = /sold|sale|stock|availab|reserved|coming soon/i;

export type RowReader = ReturnType<typeof rowReader>;

/** Returns functions that read the cells of a row by field, and what they collect about them: errors, and notes of what is imported all the same. */
export function rowReader(row: Row, mapping: Mapping, columns: string[]) {
  const errors: RowError[] = [];
  const notes: Note[] = [];
  /** Fields whose cell has no value that could be read. */
  const leftOut = new Set<FieldName>();
  refuseDebris();
  if (isOffered())
    errors.push(...[mapping.told(row, Number(ownText('availableCredits')?.replace(/[, ']/g, '')))].filter((told) => told !== undefined));
  return { mapping, errors, notes, error, note, hasError, text, value, read, word, markOf, refuseOtherCurrency };

  function error(field: FieldName, found: string, reason: string, remedy?: string): void {
    errors.push(errorAt(row, { columns, mapping }, { field, found, reason, remedy }));
  }
  function note(field: FieldName, found: string, reason: string): void {
    notes.push(errorAt(row, { columns, mapping }, { field, found, reason }));
  }
  /** Refuses a price beside which a column that nothing reads has another currency alone: "Unit: USD/t". */
  function refuseOtherCurrency(): void {
    const position = mapping.unused.find((unused) => isOtherCurrency(String(row.cells[unused] ?? '').trim()));
    const reason = 'is another currency: prices are in pounds';
    if (position !== undefined)
      errors.push({ line: row.line, column: columns[position] ?? '', value: shortened(String(row.cells[position])), reason });
  }
  function columnOf(field: FieldName): string {
    return columns[mapping.positions.get(field) ?? -1] ?? field;
  }
  function hasError(field: FieldName): boolean {
    return errors.some(({ column }) => column === columnOf(field));
  }

  /** Checks whether the row itself puts credits up for sale. */
  function isOffered(): boolean {
    return (['price', 'pricePerCredit', 'availableCredits'] as const).some((field) => ownText(field) !== null);
  }

  /** Returns what a field's cell says, otherwise the constant of all rows; null if there is neither. */
  function text(field: FieldName): string | null {
    return ownText(field) ?? mapping.constants.get(field) ?? null;
  }

  /** Returns a text, by default the cell's, as the field stores it; null if it is missing or invalid. */
  function value<Name extends StoredName>(field: Name, cell = text(field)): Project[Name] | null {
    const { type, isRequired }: ProjectField = projectFields[field];
    // No remedy for titles, which projects do not share.
    if (cell === null && isRequired && !leftOut.has(field))
      error(field, '', 'is missing', field === 'title' ? undefined : forAllRows(field, '"..."'));
    if (type.kind === 'oneOf') return word(field, type.values, cell) as Project[Name] | null;
    if (type.kind === 'text' && cell !== null && [...cell].length > type.max && !isEssential(field)) {
      note(field, cell, `is longer than ${type.max} characters. ${type.isIndivisible ? 'Left out' : 'Shortened'}`);
      return (type.isIndivisible ? null : shortenedTo(cell, type.max)) as Project[Name] | null;
    }
    const isGuess = mapping.guessed.has(field) && (type.kind === 'webAddress' || type.kind === 'list');
    return read(field, (given) => parseValue(type, given, markOf(field, given)) as ParseResult<Project[Name]>, cell, isGuess);
  }

  /** Returns what a parser makes of a text, by default the cell's. What it refuses is an error; of a guessed column, which may mean something else, a note. */
  function read<T>(field: FieldName, parser: (given: string) => ParseResult<T>, cell = text(field), isGuess = false): T | null {
    if (cell === null) return null;
    const result = parser(cell);
    if ('value' in result) {
      if (result.note) note(field, cell, result.note);
      return result.value;
    }
    if (isGuess) note(field, cell, `${result.reason}. Ignored`);
    else error(field, cell, result.reason);
    return null;
  }

  /** Returns the one of some words that a text, by default the cell's, means. */
  function word<T extends string>(field: FieldName, words: readonly T[], cell = text(field)): T | null {
    if (cell === null) return null;
    const result = wordOf(words, cell);
    if ('value' in result) return result.value;
    // A registry's own "status", for instance, has nothing to do with whether Carma sells the credits. One that speaks of a sale has.
    const isOfSale = field === 'status' && (aboutSale.test(cell) || (isOffered() && sayingIn(cell) !== undefined));
    const isRegistryWord = !mapping.named.has(field) && !isOfSale;
    if (!mapping.isOwnExport && isRegistryWord) note(field, cell, `has values other than ${words.join(', ')}. Ignored`);
    else error(field, cell, result.reason);
    return null;
  }

  /** Returns the mark for a number with two readings. Numbers of JSON and of workbooks are written with a point here. */
  function markOf(field: FieldName, given: string): DecimalMark | undefined {
    const isNumber = typeof row.cells[mapping.positions.get(field) ?? -1] === 'number';
    return isNumber ? 'point' : projectRows.markFor(field, given, mapping);
  }

  /** Returns what a field's cell says; null if it has no value. What a program left in place of one is left out. */
  function ownText(field: FieldName): string | null {
    const position = mapping.positions.get(field);
    return position === undefined || leftOut.has(field) ? null : readCell(row.cells[position], readingOf(field, mapping)).text || null;
  }

  /** Leaves out cells that hold no value, but what a program left there. */
  function refuseDebris(): void {
    if (row.extra > 0) error('title', '', `the row has ${row.extra} more cells than the header; is a comma unquoted?`);
    for (const [field, position] of mapping.positions) {
      const cell = row.cells[position];
      const { refused, debris } = readCell(cell, readingOf(field, mapping));
      if (!refused && !debris) continue;
      leftOut.add(field);
      const shown = String(cell).toWellFormed();
      if (refused) error(field, shown, refused);
      else if (debris && isEssential(field)) error(field, shown, debris);
      else note(field, shown, `${debris}. Left out`);
    }
  }
}
