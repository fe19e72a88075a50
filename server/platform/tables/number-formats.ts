/** Formats that workbooks name by number alone, as far as they show more than a number (ISO/IEC 29500-1, 18.8.30). */
export const builtInFormats: readonly (readonly [string, string])[] = [
  ...['5', '6', '7', '8', '42', '44'].map((id) => [id, '"$"#,##0.00'] as const),
  ['9', '0%'],
  ['10', '0.00%'],
];

/** The pieces of a format: literal text, what shows nothing but space or colour, currencies (`[$kr-41D]`), placeholders, all else. */
const pieces = /"([^"]*)"|\\(.)|[_*].|\[([^[\]]*)\]|(E[+-]|General)|([0#?.,/@])|(.)/gisu;
type Piece = RegExpMatchArray;
/** A section of a format that applies to some numbers. */
const condition = /^\[(<=|>=|<>|<|>|=)\s*(-?[\d.]+)\]$/;

/**
 * Returns a number as its cell shows it, where the format says more than digits: with words and signs (`kr 120`, `12.5k`), as a share
 * (`20%`), or with leading zeros (`000123`). Otherwise the number itself; undefined where the format shows nothing at all.
 */
export function shownWith(format: string, value: number): number | string | undefined {
  const sections: Piece[][] = [[]];
  for (const piece of format.matchAll(pieces))
    if (piece[0] === ';') sections.push([]);
    else sections.at(-1)?.push(piece);
  const section = sectionFor(sections, value);
  let [before, after, digits] = ['', '', ''];
  let isGeneral = format === '';
  for (const [, quoted, escaped, bracketed, word, digit, other] of section) {
    const [currency = ''] = bracketed?.startsWith('$') ? bracketed.slice(1).split('-') : [];
    const literal = quoted ?? escaped ?? other ?? currency;
    if (word !== undefined) isGeneral = true;
    else if (digit !== undefined) digits += digit;
    else if (digits === '' && !isGeneral) before += literal;
    else after += literal;
  }
  if (digits === '' && !isGeneral) return before.trim() || undefined;
  // Signs and brackets around a number say nothing else.
  const [start, end] = [before, after].map((part) => (/[\p{L}\p{N}\p{Sc}%‰]/u.test(part) ? part : '')) as [string, string];
  const [whole = '', fraction] = digits.split('.');
  const zeros = whole.replace(/[^0]/g, '').length;
  if (start + end === '')
    return zeros > 1 && fraction === undefined && Number.isInteger(value) ? String(value).padStart(zeros, '0') : value;
  // Commas behind the last digit show thousands.
  const thousands = digits.split(/[^,]/).at(-1)?.length ?? 0;
  const scaled = (value * (`${start}${end}`.includes('%') ? 100 : 1)) / 1_000 ** thousands;
  return `${start}${Number(scaled.toPrecision(15))}${end}`.trim();
}

/** Returns the section that shows a value: the first whose condition holds, else the one for numbers above 0, below, or 0 itself. */
function sectionFor(sections: readonly Piece[][], value: number): Piece[] {
  const conditions = sections.map((section) => section.map(([piece]) => condition.exec(piece)).find(Boolean));
  const holds = ([, sign = '', text]: RegExpExecArray) => {
    const limit = Number(text);
    const signs = { '<': value < limit, '>': value > limit, '<=': value <= limit, '>=': value >= limit, '=': value === limit };
    return sign === '<>' ? value !== limit : signs[sign as keyof typeof signs];
  };
  const [first = [], second = first, third = first] = sections;
  if (conditions.some(Boolean)) return sections.find((_, index) => !conditions[index] || holds(conditions[index])) ?? first;
  return value > 0 ? first : value < 0 ? second : third;
}
