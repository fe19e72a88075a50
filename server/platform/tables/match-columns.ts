import { closestName } from '#server/platform/closest-name.ts';
import { normalised } from '#src/schemas/storable-text.ts';

/** Which columns of a file have which fields, by position. */
export type MatchedColumns<Field> = {
  positions: Map<Field, number>;
  /** Fields whose column has another name, for a person to check. */
  guessed: Set<Field>;
  /** Fields whose column a person named. */
  named: Set<Field>;
  /** The columns that no field takes, and of which nobody said so. */
  unused: number[];
};

export type ColumnRules<Field extends string> = {
  /** What the rows are about, with its article: "a project". */
  noun: string;
  fields: readonly Field[];
  /** The names under which a field is known, as normalised by `plainName`, the likeliest first. */
  aliasesOf: (field: Field) => readonly string[];
  /** Columns that a person named, with their fields. An empty field: not read. */
  map: Readonly<Record<string, string>>;
  /** The columns of a file that was recognised. */
  known?: KnownFile<Field>['map'] | undefined;
  /** The names of a column in the file, as far as it can be this field; by default its own. */
  namesOf?: (column: string, field: Field) => readonly string[];
};

/** A file that its publisher always writes with the same columns. */
export type KnownFile<Field extends string> = {
  /** Columns that together only this file has. */
  columns: readonly string[];
  /** Columns whose name alone does not say what they are, or says something else. An empty field: not read. */
  map?: Readonly<Record<string, Field | ''>>;
};

/** Returns the file that has this header, or undefined. */
export function knownFileOf<File extends KnownFile<string>>(files: readonly File[], columns: readonly string[]): File | undefined {
  const names = new Set(columns.map(plainName));
  return files.find((file) => file.columns.every((column) => names.has(plainName(column))));
}

/** Returns the names of the columns of files, as normalised by `plainName`. */
export function columnNamesOf(files: readonly KnownFile<string>[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ columns, map = {} }) => [...columns, ...Object.keys(map)]).map(plainName));
}

/** Finds the column of each field: as a person named it, as the recognised file has it, then by name. @throws Error that explains what is wrong with the map. */
export function matchColumns<Field extends string>(columns: readonly string[], rules: ColumnRules<Field>): MatchedColumns<Field> {
  const { fields, aliasesOf, map, known = {}, namesOf = (column) => [plainName(column)] } = rules;
  const positions = new Map<Field, number>();
  const named = new Set<Field>();
  const taken = new Set<number>();
  for (const [column, name] of Object.entries(map)) {
    const position = columnNamed(columns, column);
    taken.add(position);
    if (name === '') continue;
    const field = fieldNamed(name, rules);
    if (named.has(field)) throw new Error(`Two columns are mapped to "${field}".`);
    positions.set(field, position);
    named.add(field);
  }
  const guessed = new Set<Field>();
  for (const [column, field] of Object.entries<Field | ''>(known)) {
    const position = columns.findIndex((other) => plainName(other) === plainName(column));
    if (position < 0 || taken.has(position)) continue;
    taken.add(position);
    if (field === '' || positions.has(field)) continue;
    positions.set(field, position);
    guessed.add(field);
  }
  for (const field of fields) {
    if (positions.has(field)) continue;
    const position = aliasesOf(field)
      .map((alias) => columns.findIndex((column, index) => !taken.has(index) && namesOf(column, field).includes(alias)))
      .find((found) => found >= 0);
    if (position === undefined) continue;
    positions.set(field, position);
    taken.add(position);
    if (columns[position] !== field) guessed.add(field);
  }
  return { positions, guessed, named, unused: [...columns.keys()].filter((position) => !taken.has(position)) };
}

/** Returns the field with this name or alias. @throws Error that names the closest field, or all that there are. */
export function fieldNamed<Field extends string>(
  name: string,
  { noun, fields, aliasesOf }: Pick<ColumnRules<Field>, 'noun' | 'fields' | 'aliasesOf'>,
): Field {
  const field = fields.find((one) => aliasesOf(one).includes(plainName(name)));
  if (field) return field;
  const closest = closestName(name, fields);
  const known = closest ? `Did you mean "${closest}"?` : `The fields are: ${fields.join(', ')}`;
  throw new Error(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} has no field "${name}". ${known}`);
}

function columnNamed(columns: readonly string[], name: string): number {
  const exact = columns.indexOf(name);
  const position = exact >= 0 ? exact : columns.findIndex((column) => plainName(column) === plainName(name));
  if (position < 0) throw new Error(`The file has no column "${name}". Its columns are: ${columns.filter(Boolean).join(', ')}`);
  return position;
}

/** Normalises a column's name for comparison: "Project Name", "project_name" and "projectName" are the same. */
export function plainName(name: string): string {
  return normalised(name, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
