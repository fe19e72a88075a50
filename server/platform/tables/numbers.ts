/** What separates whole and fraction in a number. */
export type DecimalMark = 'point' | 'comma';
/** A number as written, exactly: never a float. */
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
  const [point, comma] = [read(text, 'point'), read(text, 'comma')];
  const only = point && comma && !isSame(point, comma) ? undefined : (point ?? comma);
  if (only) return only;
  if (!point || !comma) return { reason: 'is not a number such as 1,234 or 1234' };
  if (mark) return mark === 'point' ? point : comma;
  return { reason: `can be read as ${shown(point)} or as ${shown(comma)}: say which with --decimal point or --decimal comma` };
}

const unit = /(?:tco[2₂]e?|tonnes|t|credits|units|years)$/i;

/** Returns a number's text without the unit behind it. */
export function withoutUnit(text: string): string {
  return text.trim().replace(unit, '').trim();
}

/** Returns the decimal mark of a column: the one of its cells that can be read in only one way; 'both' if they disagree. */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark | 'both' | undefined {
  const found = new Set<DecimalMark>();
  for (const cell of cells) {
    const [point, comma] = [read(cell, 'point'), read(cell, 'comma')];
    if (point && !comma) found.add('point');
    if (comma && !point) found.add('comma');
  }
  return found.size > 1 ? 'both' : [...found][0];
}

/** How a file writes numbers where a column does not settle it: with a decimal point alone, or perhaps with grouping commas. */
export type NumberConvention = 'decimal point' | 'commas group' | undefined;

/** Returns the convention of a file with this delimiter; `isKnown`: of one whose numbers are known to have a decimal point. */
export function conventionOf(delimiter: string | undefined, isKnown: boolean): NumberConvention {
  // Whoever saves with semicolons may have a decimal comma, whatever the header says.
  const isSemicolon = delimiter === ';';
  return isKnown && !isSemicolon ? 'decimal point' : isKnown || (delimiter && !isSemicolon) ? 'commas group' : undefined;
}

/** Returns the mark by which a number with two readings is read: the one that is settled, else the convention's. Undefined if unknown. */
export function markBy(
  text: string,
  { settled, convention, isWhole }: { settled: DecimalMark | 'both' | undefined; convention: NumberConvention; isWhole: boolean },
): DecimalMark | undefined {
  // Cells that contradict each other also contradict the convention.
  if (settled === 'both') return undefined;
  if (settled || !convention) return settled;
  // Credits have no fractions: 1.234 of them are as likely a thousand, unless whoever wrote the file never groups with points.
  return convention === 'commas group' && isWhole && text.includes('.') ? undefined : 'point';
}

function read(text: string, mark: DecimalMark): WrittenNumber | undefined {
  const match = forms[mark].exec(text);
  return match ? { whole: BigInt((match[1] ?? '').replace(/\D/g, '')), fraction: withoutZeros(match[3] ?? '') } : undefined;
}

function withoutZeros(fraction: string): string {
  let { length } = fraction;
  while (fraction[length - 1] === '0') length--;
  return fraction.slice(0, length);
}

function isSame(one: WrittenNumber, other: WrittenNumber): boolean {
  return one.whole === other.whole && one.fraction === other.fraction;
}

function shown({ whole, fraction }: WrittenNumber): string {
  return fraction ? `${whole}.${fraction}` : String(whole);
}
