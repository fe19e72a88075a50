import { unescapeFormula } from '#server/platform/csv.ts';
import {
  BadCell,
  type DecimalMark,
  debrisIn,
  isNoValue,
  isOtherCurrency,
  shortened,
  shortenedTo,
  spoiltIdIn,
  textOfHtml,
  withoutExcelEscapes,
} from '#server/platform/tables/cells.ts';
import { sayingIn } from '#server/platform/tables/columns.ts';
import type { Row, RowError } from '#server/platform/tables/read-table.ts';
import type { Project } from '#src/schemas/project.ts';
import { type ProjectField, projectFields, type StoredName } from '#src/schemas/project-fields.ts';
import { normalised } from '#src/schemas/storable-text.ts';
import { type FieldName, isEssential, storedField } from './fields.ts';
import { type Mapping, markFor } from './map-columns.ts';
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
    errors.push(
      ...[mapping.told(row, Number(cellText(row, 'availableCredits', mapping)?.replace(/[, ']/g, '')))].filter(
        (told) => told !== undefined,
      ),
    );
  return { mapping, errors, notes, error, note, hasError, text, value, read, word, markOf, refuseOtherCurrency };

  function error(field: FieldName, found: string, reason: string, remedy?: string): void {
    errors.push({ line: row.line, column: columnOf(field), value: shortened(found), reason, ...(remedy ? { remedy } : {}) });
  }
  function note(field: FieldName, found: string, reason: string): void {
    notes.push({ line: row.line, column: columnOf(field), value: shortened(found), reason });
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
    return (['price', 'pricePerCredit', 'availableCredits'] as const).some((field) => cellText(row, field, mapping) !== null);
  }

  /** Returns what a field's cell says, otherwise the constant of all rows; null if there is neither. */
  function text(field: FieldName): string | null {
    return (leftOut.has(field) ? null : cellText(row, field, mapping)) ?? mapping.constants.get(field) ?? null;
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
    return isNumber ? 'point' : markFor(field, given, mapping);
  }

  /** Leaves out cells that hold no value, but what a program left there. */
  function refuseDebris(): void {
    if (row.extra > 0) error('title', '', `the row has ${row.extra} more cells than the header; is a comma unquoted?`);
    for (const [field, position] of mapping.positions) {
      const content = row.cells[position];
      if (content instanceof BadCell) {
        leftOut.add(field);
        error(field, content.shown, content.reason);
        continue;
      }
      const cell = String(content);
      // JSON can represent it, but PostgreSQL cannot store it.
      if (!cell.isWellFormed()) error(field, cell.toWellFormed(), 'has half a character (a lone surrogate)');
      const text = cellText(row, field, mapping) ?? '';
      const mayBeStructure = mapping.isOwnExport || holdsList(field) || field === 'places';
      const debris = (field === 'externalId' ? spoiltIdIn(text) : undefined) ?? (mayBeStructure ? undefined : debrisIn(text));
      if (!debris) continue;
      leftOut.add(field);
      if (isEssential(field)) error(field, cell, debris);
      else note(field, cell, `${debris}. Left out`);
    }
  }
}

/** A tag of HTML by its name, or an entity. Text such as "x < 5 & y" has neither. */
const html =
  /<\/?(?:a|b|blockquote|br|div|em|font|h[1-6]|hr|i|li|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>|&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i;

/** Returns a cell's text: normalised (NFC), trimmed, and without characters that PostgreSQL cannot store. Null if it is empty. */
function cellText({ cells }: Row, field: FieldName, mapping: Mapping): string | null {
  const position = mapping.positions.get(field);
  const cell = position === undefined ? undefined : cells[position];
  if (cell === undefined || cell === null) return null;
  const names = holdsList(field) || field === 'places' ? undefined : namesIn(cell);
  const raw =
    names ??
    (typeof cell === 'object' && (holdsList(field) || !isList(cell))
      ? JSON.stringify(cell)
      : isList(cell)
        ? cell.join(', ')
        : String(cell));
  const isLiteral = mapping.isOwnExport || mapping.completed.some((name) => name === field);
  const unescaped = mapping.hasEscapedFormulas ? unescapeFormula(raw) : raw;
  const plain = isLiteral ? unescaped : readable(unescaped, field);
  const lines = normalised(plain.replaceAll('\0', '').replace(/\r\n?/g, '\n')).trim();
  // A name broken over several lines is one name; only descriptive fields have paragraphs.
  const text = isLiteral || hasParagraphs(field) ? lines : lines.replace(/\s+/g, ' ');
  if (text === '') return null;
  return !isLiteral && isNoValue(text) && !(field === 'country' && text === 'NA' && mapping.hasCountryCodes) ? null : text;
}

/** Returns text without what programs leave in it: HTML, the escapes of Excel's XML (`_x000D_`), and lists such as `['a', 'b']`. */
function readable(text: string, field: FieldName): string {
  if (holdsList(field)) return text;
  const unescaped = withoutExcelEscapes(text);
  const shown = html.test(unescaped) ? textOfHtml(unescaped) : unescaped;
  const [, inner] = /^\[\s*(['"][^[\]{}]*['"])\s*\]$/.exec(shown.trim()) ?? [];
  return inner === undefined
    ? shown
    : inner
        .split(/['"]\s*,\s*['"]/)
        .join(', ')
        .slice(1, -1);
}

function hasParagraphs(field: FieldName): boolean {
  const type = storedField(field)?.type;
  return type?.kind === 'text' && type.paragraphs;
}

/** Checks whether a field holds a list of objects. */
function holdsList(field: FieldName): boolean {
  return storedField(field)?.type.kind === 'list';
}

/** Returns the names of the objects of a list in a JSON file: `[{ "name": "7: Affordable and Clean Energy" }]`. */
function namesIn(cell: unknown): string | undefined {
  const names = Array.isArray(cell) ? cell.map((item: { name?: unknown } | null) => item?.name) : [];
  return names.length > 0 && names.every((name) => typeof name === 'string') ? names.join('; ') : undefined;
}

/** Checks whether a cell of a JSON file is a list of values that are not lists or objects. */
function isList(cell: unknown): cell is (string | number)[] {
  return Array.isArray(cell) && cell.every((item) => typeof item === 'string' || typeof item === 'number');
}
