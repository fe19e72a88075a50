import { unescapeFormula } from '#server/platform/csv.ts';
import { isNoValue } from '#shared/schemas/readable-text.ts';
import { isStorable } from '#shared/schemas/storable-text.ts';
import { normalised } from '#verify/text.ts';
import { BadCell, type DecimalMark, debrisIn, excerptOf, type Parsed, spoiltIdIn, writtenIn } from './cells.ts';
import type { Row, RowError } from './read-table.ts';
import { type Mapping, readable } from './rows.ts';

/** Reads the cells of a row by field, and collects what is wrong with them, and what is to be said of a row that is imported anyway. */
export class RowReader<Field extends string, Of extends Mapping<Field> = Mapping<Field>> {
  readonly row: Row;
  readonly mapping: Of;
  readonly errors: RowError[] = [];
  readonly notes: RowError[] = [];

  constructor(row: Row, mapping: Of) {
    this.row = row;
    this.mapping = mapping;
    if (row.fault) this.error('the row', row.fault);
  }

  get line(): number {
    return this.row.line;
  }

  /**
   * Returns the text of a field: normalised (NFC), trimmed, on one line unless it has paragraphs, without what programs leave in it. Where
   * the row has none: the constant for all rows, or ''; with `own` always ''. A cell that cannot be trusted is an error, or is left
   * out with a note.
   */
  text(field: Field, own?: 'own'): string {
    const cell = this.#cellOf(field);
    const { holds, mayBeLeftOut } = this.mapping.declared[field];
    const written = () => writtenIn(cell).toWellFormed();
    const text = cell instanceof BadCell ? '' : this.#shownIn(cell, field);
    const isStructured = this.mapping.isOwnExport || holds === 'a list';
    const debris = (holds === 'an id' ? spoiltIdIn(text) : undefined) ?? (isStructured ? undefined : debrisIn(text));
    if (cell instanceof BadCell) this.error(field, cell.reason, written());
    else if (!isStorable(text)) this.error(field, 'has zero bytes, or half a character (a lone surrogate)', written());
    else if (debris && !mayBeLeftOut) this.error(field, debris, written());
    else if (debris) this.note(field, `${debris}. Left out`, written());
    else if (text !== '') return text;
    return own ? '' : (this.mapping.constants.get(field) ?? '');
  }

  /**
   * Returns what a parser makes of a text, by default the field's; null if the text is empty or refused. A refusal is an error; only a
   * note if `isGuess`, because the column may not be the field's.
   */
  read<Value>(field: Field, parser: (given: string) => Parsed<Value>, given = this.text(field), { isGuess = false } = {}): Value | null {
    if (given === '') return null;
    const result = parser(given);
    if ('reason' in result) {
      if (isGuess) this.note(field, `${result.reason}. Ignored`, given);
      else this.error(field, result.reason, given);
      return null;
    }
    if (result.note) this.note(field, result.note, given);
    return result.value;
  }

  /**
   * Returns a text; of more than `max` characters, with a note, its first parts if it is a list with semicolons, which paragraphs are not,
   * else its first words.
   */
  upTo(field: Field, max: number, given = this.text(field)): string {
    if ([...given].length <= max) return given;
    this.note(field, `is longer than ${max} characters. Shortened`, given);
    const start = [...given].slice(0, max - 1).join('');
    const parts = this.mapping.declared[field].holds === 'paragraphs' ? '' : [...given].slice(0, max + 1).join('');
    const [list, space] = [parts.lastIndexOf(';'), start.search(/\s\S*$/)];
    return list > 0 ? parts.slice(0, list).trim() : `${start.slice(0, space > max / 2 ? space : undefined).trim()}…`;
  }

  /** Returns the mark by which a number with two readings is read. Numbers of JSON and of workbooks are written with a point here. */
  markOf(field: Field, given: string): DecimalMark | undefined {
    return typeof this.#cellOf(field) === 'number' ? 'point' : this.mapping.markOf(field, given);
  }

  /** Says why the row is not imported. `found`: what stands there, where that is not the text of the field. */
  error(field: Field | 'the row', reason: string, found?: string, remedy?: string): undefined {
    this.add({ ...this.#findingOf(field, reason, found), ...(remedy ? { remedy } : {}) });
  }

  /** Says that a field is missing, unless one of these has an error: then it may only not have been found. */
  missing(field: Field, remedy?: string, because: readonly Field[] = []): undefined {
    if (!because.some((other) => this.hasError(other))) this.error(field, 'is missing', '', remedy);
  }

  /** Adds an error, unless its column has one already, from which it may follow; beside a fault of the whole row there is no other. */
  add(error: RowError | undefined): void {
    if (error && !this.errors.some(({ column }) => this.row.fault || column === error.column)) this.errors.push(error);
  }

  /** Says something of a row that is imported all the same. */
  note(field: Field, reason: string, found?: string, { isWarning = false } = {}): void {
    const note = { ...this.#findingOf(field, reason, found), ...(isWarning ? { isWarning } : {}) };
    if (!this.notes.some((other) => other.column === note.column && other.reason === reason)) this.notes.push(note);
  }

  hasError(field: Field): boolean {
    return this.errors.some(({ column }) => column === this.#columnOf(field));
  }

  /** Checks whether a text that usually stands for no value is a value of this field. */
  protected isValue(_field: Field, _text: string): boolean {
    return false;
  }

  /** Returns what a cell shows; in a file of our own, what it has. */
  #shownIn(cell: unknown, field: Field): string {
    const { declared, isOwnExport, hasEscapedFormulas } = this.mapping;
    const { holds } = declared[field];
    const isList = holds === 'a list';
    const raw = isList && Array.isArray(cell) ? JSON.stringify(cell) : writtenIn(cell);
    const unescaped = hasEscapedFormulas ? unescapeFormula(raw) : raw;
    const plain = isOwnExport || isList ? unescaped : readable(unescaped);
    const lines = normalised(plain.replace(/\r\n?/g, '\n')).trim();
    // A name broken over several lines is one name; only descriptive fields have paragraphs. A byte order mark is no blank within a word.
    const text = isOwnExport || holds === 'paragraphs' ? lines : lines.replace(/[^\S\ufeff]+/g, ' ');
    return !isOwnExport && holds !== 'a name' && isNoValue(text) && !this.isValue(field, text) ? '' : text;
  }

  #cellOf(field: Field): unknown {
    return this.row.cells[this.mapping.positions.get(field) ?? -1];
  }

  /** Returns the column of a field, or the field's name if the file has none: the row as a whole never has one. */
  #columnOf(field: Field | 'the row'): string {
    return this.mapping.columns[this.mapping.positions.get(field as Field) ?? -1] ?? field;
  }

  #findingOf(field: Field | 'the row', reason: string, found?: string): RowError {
    const value = found ?? (field === 'the row' ? '' : this.text(field));
    return { line: this.line, column: this.#columnOf(field), value: excerptOf(value), reason };
  }
}
