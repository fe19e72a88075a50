import { closestName } from '#server/platform/closest-name.ts';
import { isNoValue } from '#shared/schemas/readable-text.ts';
import { normalised } from '#verify/text.ts';
import { barePrice, type DecimalMark, decimalMarkOf, excerptOf, readNumber, withoutUnit, writtenIn } from './cells.ts';
import { textOfHtml } from './html.ts';
import type { FileTable, Row, RowError } from './read-table.ts';

/** What is declared of a field that files of rows have. */
export type FieldOfRows = {
  /** The names of its column in files, as `plainName` has them, the likeliest first. The field's own name, if left out, comes first. */
  names: string;
  /** What its cells hold, where that is not a text on one line: a name may be "n/a", an id is not a date. */
  holds?: 'paragraphs' | 'a list' | 'a name' | 'an id' | undefined;
  /** Whether its cells are numbers whose thousands may be grouped, and whether these have no fractions. */
  number?: 'whole' | 'money' | undefined;
  /** Whether a file has one column of it: with two, nobody could say which is meant. */
  isOnce?: true;
  /** Whether what a program left in its cells is left out with a note, rather than its row refused. */
  mayBeLeftOut?: boolean;
};

/**
 * A file that its publisher always writes with the same columns. `name`: what it is, in a sentence that says "This is"; `refusal`: why it
 * cannot be imported.
 */
export type KnownFile<Field extends string> = {
  /** Columns that together only this file has. */
  columns: readonly string[];
  /** Columns whose name alone does not say what they are, or says something else, each with its field; '': the column is not read. */
  map?: Readonly<Record<string, Field | ''>>;
} & ({ name: string; refusal?: string } | { name?: never; refusal?: never });

/** Which columns of a file have which fields, by position, and how its cells are written. */
export type Mapping<Field extends string, File = unknown> = {
  columns: readonly string[];
  declared: Readonly<Record<Field, FieldOfRows>>;
  positions: Map<Field, number>;
  /** Constants for rows without a value of their own. */
  constants: Map<Field, string>;
  /** Fields whose column has another name, for a person to check. */
  guessed: Set<Field>;
  /** Fields whose column a person named. */
  named: Set<Field>;
  /** The columns that no field takes, without those that a person has ignored. */
  unused: number[];
  /** The known file that it is. */
  file: File | undefined;
  /** Whether the file is one of our own exports, whose values are taken literally. */
  isOwnExport: boolean;
  /** Whether it is our own CSV, in which text that a spreadsheet would treat as a formula is prefixed with an apostrophe. */
  hasEscapedFormulas: boolean;
  /** The decimal mark of a column's numbers, as it was stated or its cells settle it; 'both' where these contradict each other. */
  decimalMarks: Map<Field, DecimalMark | 'both'>;
  /** Returns the mark by which a number with two readings is read: as its column is, else as is usual in the file. Undefined if unknown. */
  markOf: (field: Field, text: string) => DecimalMark | undefined;
};
export type MapOptions = {
  /** Column to field; an empty field ignores the column. */
  map?: Record<string, string>;
  /** Field to a constant for rows without a value. */
  set?: Record<string, string>;
  decimal?: DecimalMark | undefined;
};
type FileFacts<Field> = {
  /** Whether the file is one of our own exports, with our names and a decimal point: then it is no known file. */
  isOwn?: boolean;
  /** The names by which a column may be this field's, by default its own; none if it cannot be. */
  namesOf?: (column: string, field: Field) => readonly string[];
};

/**
 * Declares a kind of rows: its fields, and the files of it that are known. Returns what reads the header of a file of them.
 * @param noun what a row is about, with its article: "a project".
 */
export function rowsOf<Field extends string, File extends KnownFile<Field>>(
  noun: string,
  declared: Readonly<Record<Field, FieldOfRows>>,
  files: readonly File[],
) {
  const fields = Object.keys(declared) as Field[];
  const aliasesOf = (field: Field): readonly string[] => {
    const listed = declared[field].names.split(' ').filter(Boolean);
    return listed.includes(plainName(field)) ? listed : [plainName(field), ...listed];
  };
  const aliases = fields.flatMap(aliasesOf);
  const wrong = aliases.find((alias, at) => aliases.indexOf(alias) < at || plainName(alias) !== alias);
  if (wrong !== undefined) throw new Error(`"${wrong}" is a name of two fields, or not as plainName has it`);
  const known = new Set([...aliases, ...files.flatMap(({ columns, map = {} }) => [...columns, ...Object.keys(map)].map(plainName))]);
  return { fields, aliasesOf, isColumn, fieldNamed, fileWith, map };

  /** Checks whether a name is one of a column that an import knows: for finding the header of a file. */
  function isColumn(name: string, { map: stated = {} }: MapOptions = {}): boolean {
    return known.has(plainName(name)) || Object.keys(stated).some((column) => plainName(column) === plainName(name));
  }

  /** Returns the field with this name or alias. @throws Error that names the closest field, or all that there are. */
  function fieldNamed(name: string): Field {
    const field = fields.find((candidate) => aliasesOf(candidate).includes(plainName(name)));
    if (field) return field;
    const closest = closestName(name, fields);
    const advice = closest ? `Did you mean "${closest}"?` : `The fields are: ${fields.join(', ')}`;
    throw new Error(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} has no field "${name}". ${advice}`);
  }

  /** Returns the file that has this header, or undefined. */
  function fileWith(columns: readonly string[]): File | undefined {
    const names = new Set(columns.map(plainName));
    return files.find((file) => file.columns.every((column) => names.has(plainName(column))));
  }

  /**
   * Finds the column of each field: as a person named it, as the known file has it, then by name.
   * @throws Error that explains what is wrong with the map or the constants, or with the file: two columns of one field, or a refusal.
   */
  function map(
    table: FileTable,
    { map: stated = {}, set = {}, decimal }: MapOptions = {},
    { isOwn = false, namesOf = (column) => [plainName(column)] }: FileFacts<Field> = {},
  ): Mapping<Field, File> {
    const { columns } = table;
    const plain = columns.map(plainName);
    const file = isOwn ? undefined : fileWith(columns);
    if (file?.refusal) throw new Error(`This is ${file.name}. ${file.refusal}`);
    const positions = new Map<Field, number>();
    const [named, guessed, taken] = [new Set<Field>(), new Set<Field>(), new Set<number>()];
    const take = (position: number, field: Field | '', among?: Set<Field>) => {
      taken.add(position);
      if (field === '' || positions.has(field)) return;
      positions.set(field, position);
      among?.add(field);
    };
    for (const [column, name] of Object.entries(stated)) {
      const field = name === '' ? '' : fieldNamed(name);
      if (positions.has(field as Field)) throw new Error(`Two columns are mapped to "${field}".`);
      const position = columnNamed(columns, column);
      if (taken.has(position)) throw new Error(`The column "${columns[position]}" is named twice.`);
      take(position, field, named);
    }
    for (const [column, field] of Object.entries<Field | ''>(file?.map ?? {})) {
      const position = plain.indexOf(plainName(column));
      if (position >= 0 && !taken.has(position)) take(position, field, guessed);
    }
    for (const field of fields.filter((name) => !positions.has(name))) {
      const called = (alias: string) =>
        columns.findIndex((column, position) => !taken.has(position) && namesOf(column, field).includes(alias));
      const position = aliasesOf(field)
        .map(called)
        .find((found) => found >= 0);
      if (position !== undefined) take(position, field, columns[position] === field ? undefined : guessed);
    }
    const unused = [...columns.keys()].filter((position) => !taken.has(position));
    for (const [field, position] of positions) {
      if (!declared[field].isOnce || named.has(field)) continue;
      const second = unused.find((other) => aliasesOf(field).includes(plain[other] ?? ''));
      if (second !== undefined)
        throw new Error(
          `The columns "${columns[position]}" and "${columns[second]}" are both ${field}. Leave one out: --map "${columns[second]}"=`,
        );
    }
    const constants = new Map(Object.entries(set).map(([name, value]) => [fieldNamed(name), normalised(value).trim()]));
    if (constants.size < Object.keys(set).length) throw new Error(`Two of these are one field: ${Object.keys(set).join(', ')}`);
    return {
      ...{ columns, declared, positions, constants, named, guessed, unused, file, isOwnExport: isOwn },
      hasEscapedFormulas: isOwn && table.format === 'csv',
      ...marksOf(table, { declared, positions }, { stated: decimal, isKnown: isOwn || file !== undefined }),
    };
  }
}

/** Returns how the numbers of a file are read. `isKnown`: whether they are known to have a decimal point. */
function marksOf<Field extends string>(
  { rows, delimiter }: FileTable,
  { declared, positions }: Pick<Mapping<Field>, 'declared' | 'positions'>,
  { stated, isKnown }: { stated: DecimalMark | undefined; isKnown: boolean },
): Pick<Mapping<Field>, 'decimalMarks' | 'markOf'> {
  const decimalMarks = new Map<Field, DecimalMark | 'both'>();
  for (const [field, position] of positions) {
    // Thousands may be grouped in these alone, never in coordinates and shares.
    if (!declared[field].number) continue;
    const texts = rows.map(({ cells }) => cells[position]).filter((cell) => typeof cell === 'string');
    const mark = decimalMarkOf(texts.map((text) => withoutUnit(barePrice(text))));
    if (mark) decimalMarks.set(field, stated ?? mark);
  }
  const markOf = (field: Field, text: string) => {
    const settled = stated ?? decimalMarks.get(field);
    // Where cells contradict each other, what is usual decides nothing either.
    if (settled) return settled === 'both' ? undefined : settled;
    // Whoever saves with semicolons may have a decimal comma, whatever the header says.
    const mayBeComma = delimiter === undefined || delimiter === ';';
    if (mayBeComma && !isKnown) return undefined;
    // Credits have no fractions: 1.234 of them are as likely a thousand, unless whoever wrote the file never groups with points.
    const isWhole = declared[field].number === 'whole' && !(isKnown && delimiter !== ';');
    return isWhole && text.includes('.') ? undefined : 'point';
  };
  return { decimalMarks, markOf };
}

function columnNamed(columns: readonly string[], name: string): number {
  const exact = columns.indexOf(name);
  const position = exact >= 0 ? exact : columns.findIndex((column) => plainName(column) === plainName(name));
  if (position < 0) throw new Error(`The file has no column "${name}". Its columns are: ${columns.filter(Boolean).join(', ')}`);
  return position;
}

/** Normalises a column's name for comparison: "Project Name", "project_name" and "projectName™" are the same, "£/t" and "GBP/t", too. */
export function plainName(name: string): string {
  return normalised(name.replace(/[™℠]/g, ''), 'NFKC')
    .toLowerCase()
    .replaceAll('£', 'gbp')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A tag of HTML by its name, or an entity. Text such as "x < 5 & y" has neither. */
const html =
  /<\/?(?:a|article|b|blockquote|br|d[dlt]|div|em|font|h[1-6]|hr|i|li|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>|&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i;

/** Returns text without what programs leave in it: HTML, the escapes of Excel's XML (`_x000D_`), and lists such as `['a', 'b']`. */
export function readable(text: string): string {
  const unescaped = text.replace(/_x00(0[9AD]|5F)_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const shown = html.test(unescaped) ? textOfHtml(unescaped) : unescaped;
  const [, inner] = /^\[\s*(['"][^[\]{}]*['"])\s*\]$/.exec(shown.trim()) ?? [];
  return inner === undefined ? shown : inner.slice(1, -1).replace(/['"]\s*,\s*['"]/g, ', ');
}

/** What a column that no field takes can say against the units of a row: that they are not what they seem. */
type Objection = 'retired' | 'cancelled' | 'transferred or sold' | 'another’s' | 'reserved or blocked' | 'not approved' | 'partly gone';

/** A column's name says so if one to three of its words begin like this (with `$`: are just this, because other words begin like it). */
const objectionNames: readonly [Objection, RegExp][] = [
  ['retired', /^(?:retir|surrender|redeem|stillgeleg|(?:used|consumed|claimed) by)/],
  ['cancelled', /^(?:cancel|annul|anulad|revok|invalidat|voided|withdraw|reversed|gelösch|entwert|expired$|delisted$|invalid$)/],
  ['transferred or sold', /^(?:transfer(?!ab)|sold$|buyer|purchaser|customer$|client$|vendid|vendu|verkauft)/],
  ['another’s', /^(?:owner|owned|holder$|custodian|titular|propriet|propiet|inhaber|eigent|beneficiar|behalf$|held by)/],
  [
    'reserved or blocked',
    /^(?:reserved|reservation|pledged|encumb|lien$|frozen|blocked|locked|suspended|quarantin|hold$|(?:allocated|assigned) to|in buffer|earmark|unavailable|bloqu|gesperrt|réserv|inactive$|not (?:available|for sale|active|approved|valid))/,
  ],
  ['partly gone', /^(?:remaining|balance|outstanding|available (?:amount|quantity|units|credits)|(?:quantity|units|credits) available)$/],
  ['not approved', /^(?:approved|released|confirmed|valid|active|available|sale|tradeable|tradable|transferable)$/],
];
/** Words by which an owner in a column's name is one of something else than the units: "Land Owner", "Project Owner". */
const otherProperty = /^(?:land|site|project|share|stake|house|developer|program|programme)$/;
/** How the text of a cell begins (after `spacedWords`) that says so whatever its column is called. */
const objectionTexts: readonly [Objection, RegExp][] = [
  ['retired', /^(?:(?:fully|partially|partly|already|all) )?(?:retired|surrendered|redeemed)\b|^retire(?:ment)?(?: account)?$/i],
  [
    'cancelled',
    /^(?:(?:fully|partially|partly|already|all) )?(?:cancell?ed|revoked|voided|invalidated|withdrawn|expired|delisted)\b|^cancel(?:lation)?(?: account)?$/i,
  ],
  ['transferred or sold', /^(?:(?:fully|partially|partly|already|all) )?(?:transferred|sold)\b|^transfer out$/i],
  ['not approved', /^(?:rejected|denied|inactive|terminated|de ?registered|discontinued|not (?:approved|registered))\b/i],
  ['reserved or blocked', /^(?:reserved|pledged|blocked|frozen|suspended|on hold|buffer(?: pool)?(?: account)?$)\b/i],
];
/** Words that deny something: "unsold", "unavailable", but not the name "Unilever". */
const denial = /^(?:no|n|nein|non|não|false|0+(?:[.,]0+)?|not .*|never|un\w*(?:ed|able|sold|known))$/i;
/** Words for units that are there to be sold. */
const sellable = /^(?:active|issued|available|held|live|open|outstanding|in stock|ok|approved|valid|confirmed)$/i;
const numeral = /^[\d.,'’ \u00a0\u2009\u202f]+$/;

/** Returns what a text may be as a number: with a decimal point, and with a decimal comma. Undefined: it is none. */
function readingsOf(text: string): number[] | undefined {
  const bare = withoutUnit(text);
  if (!numeral.test(bare)) return undefined;
  const readings = (['point', 'comma'] as const).map((mark) => readNumber(bare, mark));
  return readings.map((read) => ('whole' in read ? Number(`${read.whole}.${read.fraction}`) : Number.NaN));
}

/** Returns words in lower case, joined by blanks: "sold out" for "Sold-out" and "SOLD_OUT". */
export const spacedWords = (words: string) => words.toLowerCase().replace(/[-_\s]+/g, ' ');

/** Returns what a text itself says of units; undefined if it says no such thing, or is so long that it describes something. */
export function objectionIn(text: string): Objection | undefined {
  return text.length > 100 ? undefined : objectionTexts.find(([, pattern]) => pattern.test(spacedWords(text)))?.[0];
}

type Rules = {
  /** What rows are about: "units". */
  noun: string;
  /** What rows of this file are expected to say. */
  expected?: readonly Objection[];
  /** Whether numbers are facts of a whole project, such as how many of its credits are retired. */
  hasTotals?: boolean;
};

/**
 * Returns a function that looks for an objection in the columns of a row that nothing reads, and returns the first as an error.
 * `quantity`: how many units the row has.
 */
export function objectionFinder(columns: readonly string[], unused: readonly number[], { noun, expected = [], hasTotals = false }: Rules) {
  const asked = unused.map((position) => ({ position, column: columns[position] ?? '', named: objectionsOfName(columns[position] ?? '') }));
  return ({ line, cells }: Row, quantity?: number): RowError | undefined => {
    for (const { position, column, named } of asked) {
      const text = writtenIn(cells[position]).trim();
      const said = objectionIn(text) ?? named.find((one) => isSaid(one, text, quantity));
      if (said === undefined || expected.includes(said)) continue;
      const reason = `says that the ${noun} may be ${said}, and nothing reads it`;
      const remedy = `Name its field with --map ${JSON.stringify(column)}=FIELD, or say that it does not matter: --ignore ${JSON.stringify(column)}`;
      return { line, column, value: excerptOf(text), reason, remedy };
    }
    return undefined;
  };

  function isSaid(objection: Objection, text: string, quantity: number | undefined): boolean {
    if (text === '' || isNoValue(text)) return false;
    const readings = readingsOf(text);
    const isOneOf = (...numbers: (number | undefined)[]) => readings?.some((reading) => numbers.includes(reading));
    if (objection === 'partly gone') return !hasTotals && isOneOf(quantity) === false;
    if (objection === 'not approved') return denial.test(text) || /^(?:rejected|pending)$/i.test(text);
    // Whether it is how many credits of a whole project are gone, rather than a yes (1), or those that are offered.
    const isTotal = hasTotals && objection !== 'reserved or blocked' && isOneOf(1, quantity) === false;
    if (denial.test(text) || isOneOf(0) || isTotal) return false;
    // Such as "Retirement status: active".
    return !sellable.test(text);
  }
}

/** Returns what a column may say by its name. One of what is available may have a yes or no, or how much is left. */
function objectionsOfName(column: string): Objection[] {
  const words = column
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const found = objectionNames.find(([, pattern]) =>
    words.some((word, from) => pattern.test(word) || pattern.test(words.slice(from, from + 3).join(' '))),
  )?.[0];
  if (found === undefined || (found === 'another’s' && words.some((word) => otherProperty.test(word)))) return [];
  return found === 'not approved' && words.includes('available') ? [found, 'partly gone'] : [found];
}
