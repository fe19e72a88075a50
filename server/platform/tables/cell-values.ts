/** Cells that mean that there is no value. */
const emptyValue = /^(|-+|–|—|n\/?a|null|none|nan|nil|tbc|tbd|unknown|undefined|not (available|applicable|stated|known)|\[\]|\{\})$/i;
/** What a spreadsheet shows instead of a value that it could not compute. */
const spreadsheetError =
  /^#(n\/a|ref!|value!|div\/0!|name\?|name!|num!|null!|spill!|calc!|field!|blocked!|connect!|unknown!|busy!|getting_data|#+)$/i;

/** Checks whether a cell's text says that there is no value. */
export function isNoValue(text: string): boolean {
  return emptyValue.test(text);
}

/** A cell without a value that can be trusted: what stands there, and why it is none. A row that needs it is refused. */
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

/** Returns why a text is no id: what a spreadsheet makes of one that looks like a number or a day. */
export function spoiltIdIn(text: string): string | undefined {
  if (scientific.test(text)) return shortenedNumber;
  return /^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ? 'is a date, which a spreadsheet may have made of an id' : undefined;
}

const scientific = /^[+-]?\d(?:[.,]\d+)?E\+\d+$/;
const shortenedNumber = 'is a number that a spreadsheet shortened: its digits are lost. Take it from the original';

/**
 * Returns why a cell's text is no value: a spreadsheet's error, a formula, a shortened number, or the structure of a program. Undefined
 * if it is one.
 */
export function debrisIn(text: string): string | undefined {
  if (spreadsheetError.test(text)) return 'is an error of a spreadsheet, not a value';
  if (scientific.test(text)) return shortenedNumber;
  if (/^=[^=\s]/.test(text)) return 'is a formula, not its result';
  return /^(?:\{\s*['"]|\[\s*[[{])/.test(text) && /[}\]]$/.test(text) ? 'is a structure of a program, not a value' : undefined;
}

/** Returns text with the characters that Excel's XML writes as `_x000D_`. */
export function withoutExcelEscapes(text: string): string {
  return text.replace(/_x00(0[9AD]|5F)_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Returns a text on one line, at most 60 characters of it. */
export function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return [...line].length > 60 ? `${[...line].slice(0, 60).join('')}…` : line;
}

/** Shortens a text to `max` characters: to its first parts if it is a list with semicolons, else at a space. */
export function shortenedTo(value: string, max: number): string {
  const start = [...value].slice(0, max - 1).join('');
  const [list, space] = [start.lastIndexOf(';'), start.search(/\s\S*$/)];
  return list > 0 ? start.slice(0, list).trim() : `${start.slice(0, space > max / 2 ? space : undefined).trim()}…`;
}
