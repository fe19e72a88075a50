import { formatDay } from '#verify/text.ts';

/** What a spreadsheet shows instead of a value that it could not compute. */
const spreadsheetError =
  /^#(n\/a|ref!|value!|div\/0!|name\?|name!|num!|null!|spill!|calc!|field!|blocked!|connect!|unknown!|busy!|getting_data|#+)$/i;

/** What a parser makes of a text: a value, with a note where something was left out or assumed, or the reason why it has none. */
export type Parsed<Value> = { value: Value; note?: string } | { reason: string };

/** A cell whose value cannot be trusted: what it shows, and why that is no value. A row that needs it is refused. */
export class BadCell {
  readonly shown: string;
  readonly reason: string;
  constructor(shown: string, reason: string) {
    this.shown = shown;
    this.reason = reason;
  }
  toString(): string {
    return this.shown;
  }
  toJSON(): string {
    return this.shown;
  }
}

/** Returns why a text is not an id: a spreadsheet may have made a number or a date of one. Undefined if it may be an id. */
export function spoiltIdIn(text: string): string | undefined {
  if (scientific.test(text)) return shortenedNumber;
  // `readDay` takes no year of two digits.
  const date = text.replace(/^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?!\d)/, (_, first: string, _mark, second: string, third: string) =>
    [first, second, first.length < 3 && third.length === 2 ? `20${third}` : third].join('-'),
  );
  const isDay = (['day first', 'month first'] as const).some((order) => 'value' in readDay(date, order));
  return isDay || namedMonth.test(text) ? 'is a date, which a spreadsheet may have made of an id' : undefined;
}

/** A date, perhaps without its year or its day, whose month is a word: "28-Jan-14", "Jan-14", "Wednesday, January 28, 1914". */
const namedMonth =
  /^(?=.*\d)([a-z]{3,6}day, )?((\d{1,2}(st|nd|rd|th)?|(1[89]|20)\d\d)[-/. ]{1,2})?(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t(ember)?)?|oct(ober)?|nov(ember)?|dec(ember)?)([-/., ]{1,2}(\d{1,2}|(1[89]|20)\d\d)){0,2}( \d{1,2}:.*)?$/i;

/** Checks whether a text is a number or a day, or ends in a day, readable or not: "2026", "Registry 31st March 2026", "31/13/2026". */
export const endsLikeDay = (text: string): boolean =>
  /^\d[\d./-]*$|\s\d+([-/.])\d+\1\d+$/.test(text) || text.split(' ').some((_, at, words) => namedMonth.test(words.slice(at).join(' ')));
const scientific = /^[+-]?\d{1,3}(?:[.,]\d+)?E\+\d+$/i;
const shortenedNumber = 'is a number that a spreadsheet shortened: its digits are lost. Take it from the original';

/**
 * Returns why a cell's text is no value: a spreadsheet's error, a formula, a shortened number, or the structure of a program. Undefined
 * if it may be a value.
 */
export function debrisIn(text: string): string | undefined {
  if (spreadsheetError.test(text)) return 'is an error of a spreadsheet, not a value';
  if (scientific.test(text)) return shortenedNumber;
  if (/^=[^=\s]/.test(text)) return 'is a formula, not its result';
  return /^(?:\{\s*['"]|\[\s*[[{'"]|\[object )/.test(text) && /[}\]]$/.test(text) ? 'is a structure of a program, not a value' : undefined;
}

/** Returns a text as a message quotes it: on one line, at most 60 characters of it. */
export function excerptOf(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return [...line].length > 60 ? `${[...line].slice(0, 60).join('')}…` : line;
}

/**
 * Returns what stands in a cell, as text: of a list in a JSON file its values, or the names of its objects (`[{ "name": "7: Affordable and
 * Clean Energy" }]`), of any other list JSON.
 */
export function writtenIn(cell: unknown): string {
  if (!Array.isArray(cell)) return String(cell ?? '');
  const names = cell.map((item: Partial<Record<'name' | 'title' | 'label', unknown>> | null) => item?.name ?? item?.title ?? item?.label);
  if (names.length > 0 && names.every((name) => typeof name === 'string')) return names.join('; ');
  return cell.every((item) => typeof item === 'string' || typeof item === 'number') ? cell.join(', ') : JSON.stringify(cell);
}

/** Checks whether a cell has content. */
export function isFilled(cell: unknown): boolean {
  return writtenIn(cell).trim() !== '';
}

/** Counts the cells that `isColumn` knows as names of columns. */
export function countKnownNames(cells: readonly unknown[], isColumn: (name: string) => boolean = () => false): number {
  return cells.filter((cell) => typeof cell === 'string' && cell !== '' && isColumn(cell)).length;
}

/** What separates whole and fraction in a number. */
export type DecimalMark = 'point' | 'comma';
/** A number as written, exactly: never a float. `fraction`: its digits behind the decimal mark, without zeros at their end. */
export type WrittenNumber = { whole: bigint; fraction: string };

/** Per decimal mark: digits, or groups of three after a first digit other than 0, then perhaps a fraction. */
const forms = {
  point: /^([1-9]\d{0,2}([,'’ \u00a0\u2009\u202f])\d{3}(?:\2\d{3})*|\d+)(?:\.(\d*))?$/,
  comma: /^([1-9]\d{0,2}([.'’ \u00a0\u2009\u202f])\d{3}(?:\2\d{3})*|\d+)(?:,(\d*))?$/,
} satisfies Record<DecimalMark, RegExp>;

/**
 * Reads a number without sign, currency or unit. One that can be read in two ways (`1,250`) is read by `mark`.
 * @returns the number, or the reason why it is none; without a mark also for one with two readings.
 */
export function readNumber(text: string, mark?: DecimalMark): WrittenNumber | { reason: string } {
  const [point, comma] = [readWith('point', text), readWith('comma', text)];
  const wrong = /^[-−(]\s*[\d£]/.test(text) ? 'is negative' : 'is not a number such as 1,234 or 1234';
  if (!point || !comma) return point ?? comma ?? { reason: wrong };
  if (point.whole === comma.whole && point.fraction === comma.fraction) return point;
  if (mark) return mark === 'point' ? point : comma;
  return { reason: `can be read as ${inDigits(point)} or as ${inDigits(comma)}: say which with --decimal point or --decimal comma` };
}

const unit = /(?:(?:t|tonnes?) ?co[2₂](?:-?eq?)?|tonnes?|t|credits?|units?|years?)$/i;

/** Returns the text of a count, of tonnes, credits or years, without the unit behind it. */
export function withoutUnit(text: string): string {
  return text.trim().replace(unit, '').trim();
}

const priceUnit = /(?:\/|\bper) ?(?:(?:t|tonnes?) ?co[2₂](?:-?eq?)?|tonnes?|t|credits?|units?)$/i;

/** Returns the text of a price, or of its currency, without what it is for: a tonne or a credit. */
export function withoutPriceUnit(text: string): string {
  return text.trim().replace(priceUnit, '').trim();
}

const pound = /^(?:gbp|£)|(?:gbp|£)$/i;

/** Checks whether a text says that it is of pounds. */
export function isInPounds(text: string): boolean {
  return pound.test(withoutPriceUnit(text));
}

/** Returns the text of a price without its unit or the sign of pounds. */
export function barePrice(text: string): string {
  return withoutPriceUnit(text).replace(pound, '').trim();
}

/** Returns the decimal mark of those cells of a column that can be read in only one way; 'both' if they disagree, undefined without any. */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark | 'both' | undefined {
  const marks = new Set<DecimalMark>();
  for (const cell of cells) {
    const [point, comma] = [readWith('point', cell), readWith('comma', cell)];
    if (point && !comma) marks.add('point');
    if (comma && !point) marks.add('comma');
  }
  return marks.size > 1 ? 'both' : [...marks][0];
}

function readWith(mark: DecimalMark, text: string): WrittenNumber | undefined {
  const match = forms[mark].exec(text);
  // The lookbehind starts each run of zeros at its beginning only, so that the time is linear.
  return match ? { whole: BigInt((match[1] ?? '').replace(/\D/g, '')), fraction: (match[3] ?? '').replace(/(?<!0)0+$/, '') } : undefined;
}

function inDigits({ whole, fraction }: WrittenNumber): string {
  return fraction ? `${whole}.${fraction}` : String(whole);
}

/** How a file writes a date whose year comes last. */
export type DayOrder = 'day first' | 'month first';

/** A time of day behind a date, with or without its zone. The day is taken as it is written. */
const time = /^[T ] ?\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/i;
const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)(.*)$/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)(.*)$/;

/**
 * Reads a date, with or without a time of day, into `2026-03-31`. One with the year last is read in `order`; without an order, only if the
 * date has one reading.
 * @returns the day, or the reason why it is none; of two readings both.
 */
export function readDay(text: string, order?: DayOrder): Parsed<string> {
  const iso = yearFirst.exec(text);
  const written = iso ?? yearLast.exec(text);
  // The number by which spreadsheets count a day, from 1954 to 2091.
  const counted = /^[2-6]\d{4}(?:\.\d+)?$/.test(text) && new Date(Date.UTC(1899, 11, 30 + Number.parseInt(text, 10))).toISOString();
  if (counted) return { reason: `is what a spreadsheet counts as ${counted.slice(0, 10)}: show its column as dates, and save it again` };
  if (!written || (written[4] && !time.test(written[4]))) return { reason: 'is not a date such as 2026-03-31' };
  if (iso) return dayOf({ year: iso[1], month: iso[2], day: iso[3] });
  const [, first, second, year] = written;
  const [dayFirst, monthFirst] = [dayOf({ year, month: second, day: first }), dayOf({ year, month: first, day: second })];
  if (order) return order === 'day first' ? dayFirst : monthFirst;
  if ('reason' in dayFirst || 'reason' in monthFirst) return 'reason' in dayFirst ? monthFirst : dayFirst;
  if (dayFirst.value === monthFirst.value) return dayFirst;
  const readings = [dayFirst.value, monthFirst.value];
  return { reason: `can be read as ${readings.map(formatDay).join(' or as ')}: write ${readings.join(' or ')}` };
}

function dayOf({ year = '', month = '', day = '' }: { [Part in 'year' | 'month' | 'day']: string | undefined }): Parsed<string> {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${value}T00:00:00Z`);
  // PostgreSQL has no year 0.
  const exists = year !== '0000' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
  return exists ? { value } : { reason: 'is not a valid date' };
}

/** Reads yes and no in the usual spellings. */
export function readFlag(text: string): Parsed<boolean> {
  if (/^(true|yes|y|1)$/i.test(text)) return { value: true };
  return /^(false|no|n|0)$/i.test(text) ? { value: false } : { reason: 'is neither true nor false' };
}

/** Codes (ISO 4217) of the currencies in which carbon credits and their projects are paid, besides pounds, and what stands for them. */
const currencies = new Set(
  (
    'usd eur chf jpy aud cad inr cny nok sek dkk isk pln czk huf ron bgn try rub uah zar brl mxn ars clp cop pen uyu crc sgd hkd twd krw ' +
    'thb idr myr php vnd nzd aed sar qar ils egp mad ngn kes ghs tzs ugx etb pkr bdt lkr npr euro euros dollar dollars franc francs krone ' +
    'kroner kronor kronur yen yuan rmb rupee rupees rand reais kr zł kč ft lei лв руб rs rp rm r'
  ).split(' '),
);

/**
 * Checks whether a sentence, such as a title above a table, names another currency than pounds: by its sign, a word of some length, a
 * code in capitals ("COP 30" is a conference, "CAD Trust" a registry of registries), or any of them after "in" or before a unit ("R/t";
 * "R" alone may be a grade).
 */
export function sentenceNamesOtherCurrency(sentence: string): boolean {
  const found =
    sentence.match(
      /\bin \p{L}+|\b[A-Z]{1,2} ?(?:\/|per ) ?[ctu]|\b(?!COP[ -]?\d|CAD Trust\b)(?:[A-Z]{3}(?!\p{L})|\p{L}+(?!\p{L}| ?\d))|\p{Sc}/gu,
    ) ?? [];
  return found.some((part) => /[ /]|.{4}|^(?:[A-Z]{3}|\p{Sc})$/u.test(part) && namesOtherCurrency(part));
}

/** Checks whether a text names another currency than pounds, by its sign, code or word. */
export function namesOtherCurrency(text: string): boolean {
  const found = text.toLowerCase().match(/\p{L}+|\p{Sc}/gu) ?? [];
  return found.some((part) => currencies.has(part) || (part !== '£' && /\p{Sc}/u.test(part)));
}

/** Puts `https://` in front of an address that has none (`www.example.org`). Other texts are returned unchanged. */
export function withScheme(text: string): string {
  return /^(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}(?:[/?#]|$)/i.test(text) ? `https://${text}` : text;
}
