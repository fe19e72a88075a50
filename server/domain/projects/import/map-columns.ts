import { storedFields } from '#src/schemas/project-fields.ts';
import { aliasesOf, type FieldName, fieldNames, fieldOf, plainName } from './fields.ts';
import type { Table } from './read-rows.ts';

export type Mapping = {
  /** The position of a field's column in the file. */
  positions: Map<FieldName, number>;
  /** Constants for rows that have nothing of their own. */
  constants: Map<FieldName, string>;
  /** What was matched by its name alone, for a person to check: column and field. */
  guessed: { column: string; field: FieldName }[];
  /** Columns that nothing is taken from. */
  unused: string[];
  /** Fields whose column was named with --map: there, a wrong value is never passed over. */
  named: Set<FieldName>;
  /** The file is one of our own exports: its values are taken to the letter. */
  isOurs: boolean;
  /** It is CSV of ours, where an apostrophe stands before what a spreadsheet would take for a formula. */
  isGuarded: boolean;
  /** Its countries are codes, so that NA is Namibia and not a gap. */
  hasCountryCodes: boolean;
};
export type MapOptions = {
  /** Column to field; an empty field leaves the column out. */ map?: Record<string, string>;
  set?: Record<string, string>;
};

/** Columns of our own files that carry nothing to import. */
const ours = ['updatedAt', 'url', 'priced', 'priceGbp'];
const oursHas = ['slug', 'title', 'pricePerCredit', 'verificationStandard'];

/**
 * Finds out what each column of a file is: by --map first, then by its name.
 * @throws Error that says what is missing or wrong in the mapping, and how to give it.
 */
export function mapColumns({ format, columns, rows }: Table, { map = {}, set = {} }: MapOptions = {}): Mapping {
  const positions = new Map<FieldName, number>();
  const named = new Set<FieldName>();
  const left = new Set<number>();
  for (const [column, name] of Object.entries(map)) {
    const position = columnNamed(columns, column);
    left.add(position);
    if (name === '') continue;
    const field = fieldNamed(name);
    if (named.has(field)) throw new Error(`Two columns are mapped to "${field}".`);
    positions.set(field, position);
    named.add(field);
  }
  const isOurs = oursHas.every((name) => columns.includes(name));
  const guessed: Mapping['guessed'] = [];
  for (const field of fieldNames) {
    if (positions.has(field)) continue;
    const position = aliasesOf(field)
      .map((alias) =>
        columns.findIndex((column, index) => plainName(column) === alias && !left.has(index) && !(isOurs && ours.includes(column))),
      )
      .find((found) => found >= 0);
    if (position === undefined) continue;
    positions.set(field, position);
    left.add(position);
    if (columns[position] !== field) guessed.push({ column: columns[position] ?? '', field });
  }
  const constants = new Map(Object.entries(set).map(([name, value]) => [fieldNamed(name), value.normalize('NFC').trim()]));
  const unused = columns.filter((column, index) => column !== '' && !left.has(index) && !(isOurs && ours.includes(column)));
  const countries = positions.get('country');
  const hasCountryCodes =
    isOurs || (countries !== undefined && rows.some(({ cells }) => /^(?!NA)[A-Z]{2}$/.test(String(cells[countries]))));
  const mapping = { positions, constants, guessed, unused, named, isOurs, isGuarded: isOurs && format === 'csv', hasCountryCodes };
  assertComplete(mapping, columns);
  return mapping;
}

function assertComplete({ positions, constants }: Mapping, columns: string[]): void {
  const has = (...fields: FieldName[]) => fields.some((field) => positions.has(field) || constants.has(field));
  const missing = [
    ...(has('title') ? [] : ['title']),
    ...(has('category', 'projectType') ? [] : ['category']),
    ...(has('verificationStandard') ? [] : ['verificationStandard']),
    ...(has('location', 'country', 'state', 'site') ? [] : ['location']),
  ];
  if (missing.length === 0) return;
  const hints = missing.map(
    (field) => `  --map COLUMN=${field}${field === 'title' ? '' : `   or one value for all rows:  --set ${field}="..."`}`,
  );
  throw new Error(
    `The file has no column for ${missing.join(', ')}. Say which it is:\n${hints.join('\n')}\nIts columns are: ${columns.filter(Boolean).join(', ')}`,
  );
}

function columnNamed(columns: string[], name: string): number {
  const exact = columns.indexOf(name);
  const position = exact >= 0 ? exact : columns.findIndex((column) => plainName(column) === plainName(name));
  if (position < 0) throw new Error(`The file has no column "${name}". Its columns are: ${columns.filter(Boolean).join(', ')}`);
  return position;
}

function fieldNamed(name: string): FieldName {
  const field = fieldOf(name);
  if (field) return field;
  throw new Error(
    `A project has no field "${name}". The fields are: ${[...storedFields.map((stored) => stored.name), 'price'].join(', ')}`,
  );
}
