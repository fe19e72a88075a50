import { closestName } from '#server/platform/closest-name.ts';
import { normalised } from '#src/schemas/storable-text.ts';
import { isNoValue, shortened } from './cells.ts';
import type { Row, RowError } from './read-table.ts';

/** Which columns of a file have which fields, by position. */
type MatchedColumns<Field> = {
  positions: Map<Field, number>;
  /** Fields whose column has another name, for a person to check. */
  guessed: Set<Field>;
  /** Fields whose column a person named. */
  named: Set<Field>;
  /** The columns that no field takes, and of which nobody said so. */
  unused: number[];
};

type ColumnRules<Field extends string> = {
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

/** What a column that no field takes can say of a row: that its units are not what they seem. */
type Saying = 'retired' | 'cancelled' | 'transferred or sold' | 'another’s' | 'reserved or blocked' | 'not approved' | 'partly gone';

/** Words of a column's name that speak of it, by how they begin; `whole` where others begin so, too. */
const names: readonly [Saying, RegExp][] = [
  ['retired', /^(?:retir|surrender|redeem|stillgeleg|(?:used|consumed|claimed) by)/],
  ['cancelled', /^(?:cancel|annul|anulad|revok|invalidat|voided|withdraw|reversed|gelösch|entwert|expired$|delisted$|invalid$)/],
  ['transferred or sold', /^(?:transfer|sold$|buyer|purchaser|customer$|client$|vendid|vendu|verkauft)/],
  ['another’s', /^(?:owner|owned|holder$|custodian|titular|propriet|propiet|inhaber|eigent|beneficiar|behalf$|held by)/],
  [
    'reserved or blocked',
    /^(?:reserved|reservation|pledged|encumb|lien$|frozen|blocked|locked|suspended|quarantin|hold$|(?:allocated|assigned) to|in buffer|earmark|unavailable|bloqu|gesperrt|réserv|inactive$|not (?:available|for sale|active|approved|valid))/,
  ],
  ['partly gone', /^(?:remaining|balance|outstanding|available (?:amount|quantity|units|credits)|(?:quantity|units|credits) available)$/],
  ['not approved', /^(?:approved|released|confirmed|valid|active|available|sale|tradeable|tradable|transferable)$/],
];
/** Words that make a name one of somebody else's property than units: "Land Owner", "Project Owner". */
const otherProperty = /^(?:land|site|project|share|stake|house|developer|program|programme)$/;
/** How a cell begins that says it itself. */
const cells: readonly [Saying, RegExp][] = [
  ['retired', /^(?:(?:fully|partially|partly|already|all) )?(?:retired|surrendered|redeemed)\b|^retire(?:ment)?(?: account)?$/i],
  [
    'cancelled',
    /^(?:(?:fully|partially|partly|already|all) )?(?:cancell?ed|revoked|voided|invalidated|withdrawn|expired|delisted)\b|^cancel(?:lation)?(?: account)?$/i,
  ],
  ['transferred or sold', /^(?:(?:fully|partially|partly|already|all) )?(?:transferred|sold)\b|^transfer out$/i],
  ['reserved or blocked', /^(?:reserved|pledged|blocked|frozen|suspended|on hold|buffer(?: pool)?(?: account)?$)\b/i],
];
const no = /^(?:no|n|false|0+(?:[.,]0+)?|not .*|never|un\w+)$/i;
/** Words for units that are there to be sold. */
const fine = /^(?:active|issued|available|held|live|open|outstanding|in stock|yes|y|true|1|ok|approved|valid|confirmed)$/i;
const fact = /^[\d.,' ]+$/;

/** Returns what a text itself says of units; undefined for all others. */
export function sayingIn(text: string): Saying | undefined {
  return text.length > 100 ? undefined : cells.find(([, pattern]) => pattern.test(text))?.[0];
}

type Rules = {
  /** What rows are about: "units". */
  noun: string;
  /** What rows of this file are expected to say. */
  expected?: readonly Saying[];
  /** Whether numbers are facts of a whole project, such as how many of its credits are retired. */
  hasTotals?: boolean;
};

/**
 * Returns a function that finds what says of a row, in columns that nothing reads, that its units are not what they seem. `quantity`: how
 * many units the row has.
 */
export function tellerOf(columns: readonly string[], unused: readonly number[], { noun, expected = [], hasTotals = false }: Rules) {
  const named = unused.map((position) => ({ position, column: columns[position] ?? '', saying: sayingOfName(columns[position] ?? '') }));
  return ({ line, cells }: Row, quantity?: number): RowError | undefined => {
    for (const { position, column, saying } of named) {
      const text = String(cells[position] ?? '').trim();
      const said = sayingIn(text) ?? (saying && isSaid(saying, text, quantity) ? saying : undefined);
      if (said === undefined || expected.includes(said)) continue;
      const reason = `says that the ${noun} may be ${said}, and nothing reads it`;
      const remedy = `Name its field with --map ${JSON.stringify(column)}=FIELD, or say that it does not matter: --ignore ${JSON.stringify(column)}`;
      return { line, column, value: shortened(text), reason, remedy };
    }
    return undefined;
  };

  function isSaid(saying: Saying, text: string, quantity: number | undefined): boolean {
    if (text === '' || isNoValue(text)) return false;
    if (saying === 'partly gone') return !hasTotals && fact.test(text) && Number(text.replace(/[, ']/g, '')) !== quantity;
    if (saying === 'not approved') return no.test(text) || /^(?:rejected|pending)$/i.test(text);
    if (no.test(text) || (hasTotals && fact.test(text) && isTotal(saying, text, quantity))) return false;
    // "Retired: yes", but "Retirement status: active".
    return !(fine.test(text) && !/^(?:yes|y|true|1)$/i.test(text));
  }
}

/** Checks whether a number may be how many credits of a whole project are gone, rather than a yes, or those that are offered. */
function isTotal(saying: Saying, text: string, quantity: number | undefined): boolean {
  const number = Number(text.replace(/[, ']/g, ''));
  return saying !== 'reserved or blocked' && number !== 1 && number !== quantity;
}

function sayingOfName(column: string): Saying | undefined {
  const words = column
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const found = names.find(([, pattern]) =>
    words.some((word, from) => pattern.test(word) || pattern.test(words.slice(from, from + 3).join(' '))),
  )?.[0];
  return found === 'another’s' && words.some((word) => otherProperty.test(word)) ? undefined : found;
}
