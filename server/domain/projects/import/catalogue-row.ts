import { factsOfRecord } from '#server/domain/projects/carbon-projects.ts';
import {
  barePrice,
  type DecimalMark,
  excerptOf,
  isInPounds,
  namesOtherCurrency,
  type Parsed,
  readDay,
  readFlag,
  readNumber,
  sentenceNamesOtherCurrency,
  withoutUnit,
  withScheme,
  writtenIn,
} from '#server/platform/tables/cells.ts';
import { RowReader } from '#server/platform/tables/row-reader.ts';
import { objectionIn, spacedWords } from '#server/platform/tables/rows.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { registriesAt, registriesOfId, registryIdAt } from '#shared/lib/registries/listed-projects.ts';
import type { FieldType, ProjectField } from '#shared/schemas/field-types.ts';
import { maxInteger, priceLimit } from '#shared/schemas/limits.ts';
import { type Project, projectFields, type StoredName, saleStatuses } from '#shared/schemas/project.ts';
import { unreadableIn, withoutUnreadable } from '#shared/schemas/readable-text.ts';
import { findRegistry, registries, registryName } from '#verify/registries.ts';
import { formatCount } from '#verify/text.ts';
import { type FieldName, type ProjectMapping, standardOf } from './map-columns.ts';
import { standardNamed } from './registry-words.ts';

/** The remedy for a value that all rows of a file lack. */
export const remedyForAllRows = (field: StoredName, value: string) => `To use one value for all such rows: --set ${field}=${value}`;

/**
 * Words, as `spacedWords` has them, by which a registry says that a project is not, or no longer, registered, or that nothing happens
 * there.
 */
const notRegistered =
  /reject|denied|withdrawn|(?:de|un|\bde |\bun )regist|not (?:registered|approved)|cancell?ed|terminated|suspended|\binactive|on hold|(?<!period )expired|revoked|delisted|abandon|discontinu/;
/** The greatest length of a remark on the currency of a row. A longer text is a description, which may speak of a currency, too. */
const longestRemark = 40;
/** Words of a status, as `spacedWords` has them, that say whether something can be bought. */
const aboutSale = /sold|sale|stock|availab|reserved|coming soon/;
/** Characters that nobody sees, and that change nothing beside them: zero-width characters, soft hyphens, byte order marks. */
const unseen = /(?!\p{Bidi_Control})\p{Default_Ignorable_Code_Point}/gu;

/** Reads the cells of a row as the fields of a project. */
export class CatalogueRow extends RowReader<FieldName, ProjectMapping> {
  /** As `RowReader` does. In a file of our public list, a value from the record is '', because nobody has stated it. */
  override text(field: FieldName, own?: 'own'): string {
    const { isOwnExport, columns } = this.mapping;
    const fact = isOwnExport && factsOfRecord[field as StoredName];
    return fact && writtenIn(this.row.cells[columns.indexOf('fromRecord')]).includes(fact) ? '' : super.text(field, own);
  }

  /** Returns a text, by default the cell's, as the field stores it; null if it is missing or invalid. */
  value<Name extends StoredName>(field: Name, cell = this.text(field)): Project[Name] | null {
    const { type, isRequired, isEssential }: ProjectField = projectFields[field];
    // No remedy for titles, which projects do not share.
    if (cell === '' && isRequired) this.missing(field, field === 'title' ? undefined : remedyForAllRows(field, '"..."'));
    if (type.kind === 'oneOf') return this.word(field, type.values, cell) as Project[Name] | null;
    if (type.kind === 'text' && !isEssential && [...cell].length > type.max) {
      if (!type.isIndivisible) return this.upTo(field, type.max, cell) as Project[Name];
      this.note(field, `is longer than ${type.max} characters. Left out`, cell);
      return null;
    }
    const isGuess = this.mapping.guessed.has(field) && (type.kind === 'webAddress' || type.kind === 'list');
    const parser = (given: string) => parseValue(type, given, this.markOf(field, given)) as Parsed<Project[Name]>;
    return this.read(field, parser, cell, { isGuess });
  }

  /** Returns the word that a text, by default the cell's, means. */
  word<Word extends string>(field: FieldName, words: readonly Word[], cell = this.text(field)): Word | null {
    const { named, isOwnExport } = this.mapping;
    // A registry's own "status", for instance, does not say whether Carma sells the credits, unless it speaks of a sale.
    const isOfSale = (field === 'status' && aboutSale.test(spacedWords(cell))) || (field === 'unitsStatus' && this.isOffered());
    const isRegistryWord = !named.has(field) && !isOfSale && !isOwnExport;
    const found = wordOf(words, cell);
    const reason = isRegistryWord ? `has values other than ${words.join(', ')}` : undefined;
    return this.read(field, () => ('reason' in found && reason ? { reason } : found), cell, { isGuess: isRegistryWord });
  }

  /**
   * Returns the sale status that the row states. A registry's word about the project is left out with a note. A word against a sale means
   * "Not yet on sale"; if the row offers credits, it is an error.
   */
  saleStatus(): Project['status'] | null {
    const given = this.text('status');
    const { named, isOwnExport, columns, positions } = this.mapping;
    const words = spacedWords(given);
    const isAgainst = notRegistered.test(words) || (this.isOffered() && objectionIn(given) !== undefined);
    if (!isAgainst || named.has('status') || isOwnExport || aboutSale.test(words)) return this.word('status', saleStatuses);
    if (this.isOffered()) {
      const column = JSON.stringify(columns[positions.get('status') ?? -1] ?? 'status');
      const reason =
        'says its registry, and the row offers credits: take out their price and number or, if they are for sale, write "On sale"';
      this.error('status', reason, given, `Where the registry’s word does not matter: --ignore ${column}`);
      return null;
    }
    this.note('status', 'says its registry: not on sale, also with a price, until a status "On sale" is set', given);
    return 'Not yet on sale';
  }

  /** Checks whether the row itself puts credits up for sale. */
  isOffered(): boolean {
    const stated = (['price', 'pricePerCredit', 'availableCredits'] as const).filter((field) => this.text(field, 'own') !== '');
    return stated.some((field) => field !== 'availableCredits' || this.#credits() !== 0);
  }

  /** Returns the available credits that the row itself states; undefined without any, or if they cannot be read. */
  #credits(): number | undefined {
    const text = this.text('availableCredits', 'own');
    const credits = parseCount(text, this.markOf('availableCredits', text));
    return 'value' in credits ? credits.value : undefined;
  }

  /** Refuses or notes a cell that has only what a program left there, even in a column that is read only with another (`ratingAgency`). */
  nameLeftovers(): void {
    for (const field of this.mapping.positions.keys()) this.text(field);
  }

  /** Refuses a row for sale if a column without a field says something against that. */
  refuseObjection(): void {
    if (this.isOffered()) this.add(this.mapping.saidAgainstSale(this.row, this.#credits()));
  }

  /** Refuses a price if another currency, or a remark on it, stands in a column that nothing reads: "Unit: USD/t", "all in dollars". */
  refuseOtherCurrency(): void {
    const { row, mapping } = this;
    const position = mapping.unused.find((unused) => {
      const text = writtenIn(row.cells[unused]).trim();
      return text.length <= longestRemark && sentenceNamesOtherCurrency(text);
    });
    const reason = 'is another currency: prices are in pounds';
    if (position !== undefined)
      this.add({ line: row.line, column: mapping.columns[position] ?? '', value: excerptOf(writtenIn(row.cells[position])), reason });
  }

  /** In a column with codes of countries, NA is Namibia and not a missing value. */
  protected override isValue(field: FieldName, text: string): boolean {
    return field === 'country' && text === 'NA' && this.mapping.hasCountryCodes;
  }
}

/** Returns the standard of a row: the one that it states, else that of the letters of its id, else of its address, else of all rows. */
export function statedStandard(row: CatalogueRow): string {
  const own = row.text('verificationStandard', 'own') || standardOf(row.text('externalId')) || standardOf(row.text('registryUrl'));
  return standardNamed(own || row.text('verificationStandard'), row.mapping);
}

/** Refuses an id or an address that belongs to the registries `meant`, if the standard of the row belongs to another one. */
export function refuseOther(row: CatalogueRow, field: 'externalId' | 'registryUrl', meant: readonly string[] = []): void {
  const standard = statedStandard(row);
  const stated = findRegistry(standard);
  if (!stated || meant.length === 0 || meant.includes(stated)) return;
  const what = `is an ${field === 'externalId' ? 'id' : 'address'} of ${meant.map(registryName).join(' or ')}`;
  const remedy = row.text('verificationStandard', 'own') ? undefined : 'Rows of several standards need a column for it';
  row.error(field, `${what}, and the standard of the row is ${standard}`, undefined, remedy);
}

/**
 * Returns the registry's id with the registry's letters, because projects of several registries share bare numbers. If a row has neither an
 * id nor a slug, its id is the one in its address. A column that was named with --map gets no letters: it may have other ids.
 */
export function readRegistryId(row: CatalogueRow): string | null {
  const { file, named, isOwnExport } = row.mapping;
  const written = row.text('externalId');
  const address = written === '' && row.text('slug') === '' ? row.text('registryUrl') : written;
  const id = isOwnExport ? written : (registryIdAt(address) ?? written);
  if (id !== '' && !isOwnExport) checkId(row, id);
  // A row that states its standard is of that standard's registry, whatever the file's other rows are of.
  const stated = row.text('verificationStandard', 'own');
  const registry = stated === '' ? file?.registry : file && findRegistry(stated);
  const [prefix] = registry ? registries[registry].idPrefixes : [];
  return row.value('externalId', prefix && /^\d+$/.test(id) && !named.has('externalId') ? `${prefix}${id}` : id);
}

/** Refuses several ids, a number with a decimal, an address, and an id with letters of another registry than the row's standard. */
function checkId(row: CatalogueRow, id: string): void {
  if (/^\d+\.0+$/.test(id)) row.error('externalId', `is a number with a decimal: write ${id.split('.')[0]}`);
  if (id.split(/[,;/&|+]| and /).filter((part) => registriesOfId(part.trim())).length > 1)
    row.error('externalId', 'has ids of several projects: a row is of one, with its id in one registry');
  if (registriesAt(id)) row.error('externalId', 'is an address in a registry that does not say the id');
  refuseOther(row, 'externalId', registriesOfId(id));
}

/** Every type but that of words, which `word` reads. */
type ParsedType = Exclude<FieldType, { kind: 'oneOf' }>;
type Parser<Kind> = (type: Extract<FieldType, { kind: Kind }>, value: string, mark?: DecimalMark) => Parsed<unknown>;
const asWritten = (type: FieldType, value: string) => within(type, { value });
const parsers: { [Kind in ParsedType['kind']]: Parser<Kind> } = {
  ...{ text: parseText, slug: asWritten, picture: asWritten, country: asWritten, webAddress: parseWebAddress },
  pence: (_, value, mark) => parsePence(value, mark),
  wholeNumber: (type, value, mark) => within(type, parseCount(value, mark)),
  share: (_, value) => parseShare(value),
  degrees: ({ limit }, value) => parseDegrees(value, limit),
  flag: (_, value) => readFlag(value),
  day: (_, value) => readDay(value),
  list: parseList,
};

/**
 * Parses a value of a file for a field of this type. A number that can be read in two ways is read by `mark`. The value is null if there is
 * nothing to store, such as an empty list.
 */
export function parseValue(type: ParsedType, value: string, mark?: DecimalMark): Parsed<unknown> {
  return (parsers[type.kind] as Parser<ParsedType['kind']>)(type, value, mark);
}

/** Matches a value with one of these words, ignoring case and how they are joined. */
function wordOf<Word extends string>(words: readonly Word[], value: string): Parsed<Word> {
  const found = words.find((word) => spacedWords(word) === spacedWords(value));
  return found ? { value: found } : { reason: `is not one of: ${words.join(', ')}` };
}

function within<Value>({ schema }: FieldType, result: Parsed<Value>): Parsed<Value> {
  if ('reason' in result) return result;
  const { error } = schema.safeParse(result.value);
  return error ? { reason: error.issues[0]?.message ?? '' } : result;
}

function parseText({ max, isName }: Extract<FieldType, { kind: 'text' }>, value: string): Parsed<string> {
  // A name of our own export may stand on several lines.
  const faultOf = (words: string) => unreadableIn(words.replace(/[\t\n\r]/g, ' '));
  const fault = faultOf(value);
  const text = withoutUnreadable(value).trim();
  // A name is refused for any fault but `unseen` characters, and for those within an emoji, which `withoutUnreadable` leaves in.
  const wrong = text === '' ? fault : isName && (faultOf(value.replace(unseen, '')) ?? faultOf(text));
  if (wrong) return { reason: wrong };
  const { length } = [...text];
  if (length > max) return { reason: `is longer than ${max} characters (${length})` };
  if (!fault) return { value: text };
  return { value: text, note: withoutUnreadable(value) === value ? fault : `${fault}. Left out` };
}

function parseList({ schema }: Extract<FieldType, { kind: 'list' }>, value: string): Parsed<unknown> {
  let list: unknown;
  try {
    list = JSON.parse(value);
  } catch {
    const what = value.startsWith('[') ? 'JSON' : 'a web address, and not JSON';
    return { reason: `is not ${what}: write a list such as [{ "title": "..." }]` };
  }
  if (Array.isArray(list) && list.length === 0) return { value: null };
  const result = schema.safeParse(list);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  const [index, ...names] = issue?.path ?? [];
  const where = typeof index === 'number' ? `entry ${[index + 1, ...names.map(String)].join(', ')}: ` : '';
  return { reason: `is not a valid list: ${where}${issue?.message}` };
}

/** Parses a web address; one that lacks only its scheme is completed, with a note. */
function parseWebAddress(type: FieldType, value: string): Parsed<string> {
  const address = withScheme(value);
  const result = within(type, { value: address });
  return address !== value && 'value' in result ? { ...result, note: 'had no https://, which was put in front' } : result;
}

/** Parses pounds as people write them ("£1,234.50", "12,50", "GBP 12") into pence. Exact: never goes through a float. */
export function parsePounds(text: string, mark?: DecimalMark): Parsed<number> {
  if (namesOtherCurrency(text)) return { reason: 'is in another currency: prices are in pounds' };
  const number = readNumber(barePrice(text), mark);
  if ('reason' in number) return number;
  if (number.fraction.length > 2) return { reason: 'has a fraction of a penny' };
  return priceOf(number.whole * 100n + BigInt(number.fraction.padEnd(2, '0')));
}

/** Parses whole pence ("1450", "1,450"). A value with a currency is parsed as pounds. */
export function parsePence(text: string, mark?: DecimalMark): Parsed<number> {
  if (isInPounds(text) || namesOtherCurrency(text)) return parsePounds(text, mark);
  const number = readNumber(barePrice(text), mark);
  if ('reason' in number) return number;
  if (number.fraction) return { reason: 'is not whole pence: write 1450 for £14.50, or call the column "price"' };
  return priceOf(number.whole);
}

/** Parses a whole number of tonnes, credits or years ("1,234", "1,234.0", "500 tCO2e"). Fractions are dropped, with a note. */
export function parseCount(text: string, mark?: DecimalMark): Parsed<number> {
  const number = readNumber(withoutUnit(text), mark);
  if ('reason' in number) return number;
  if (number.whole > maxInteger) return { reason: `is more than ${formatCount(maxInteger)}` };
  const value = Number(number.whole);
  return number.fraction ? { value, note: 'had a fraction, which was dropped' } : { value };
}

/** Parses a share into a number from 0 to 1: "0.2", "20%", "0,2". Shares are never grouped: a comma is a decimal comma. */
export function parseShare(text: string): Parsed<number> {
  const [, number, percent] = /^(\d+(?:\.\d+)?(?:e-\d+)?)\s*(%?)$/i.exec(text.replace(',', '.')) ?? [];
  if (number === undefined) return { reason: 'is not a share such as 0.2 or 20%' };
  // Dividing by 100 through an exponent makes 12.3% exactly 0.123.
  const value = percent && !/e/i.test(number) ? Number(`${number}e-2`) : Number(number) / (percent ? 100 : 1);
  return value <= 1 ? { value } : { reason: 'is more than the whole: write a fifth as 20% or 0.2' };
}

/** Parses degrees from -`limit` to `limit`. They are never grouped: a comma is a decimal comma. */
function parseDegrees(text: string, limit: number): Parsed<number> {
  if (!/^[-+−]?\d{1,3}([.,]\d+)?°?$/.test(text)) return { reason: 'is not a number of degrees such as 57.365' };
  const value = Number(text.replace('−', '-').replace('°', '').replace(',', '.'));
  return Math.abs(value) <= limit ? { value } : { reason: `is not between -${limit} and ${limit}` };
}

function priceOf(pence: bigint): Parsed<number> {
  if (pence === 0n) return { reason: 'is 0, which is no price: leave it empty' };
  return pence <= priceLimit ? { value: Number(pence) } : { reason: `is more than ${formatPounds(priceLimit)}` };
}
