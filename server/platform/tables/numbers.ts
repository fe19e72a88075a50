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
