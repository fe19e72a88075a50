/** Returns the most UTF-16 units that a text field may have, by its name. */
export type TextLimit = (field: string) => number;

/** The most fields of an urlencoded form, and parts of a multipart one. Our largest form has a dozen; a shortlist has 20 lines. */
export const maxFields = 100;
export const maxParts = 20;

/** A form has more fields than any of ours could. */
export class TooManyFields extends Error {
  constructor() {
    super('A form has too many fields');
  }
}

/**
 * Parses an urlencoded form, counting its fields first, and cuts each value at its maximum length.
 * @throws TooManyFields
 */
export function fieldsOf(form: string, limitOf: TextLimit): URLSearchParams {
  if (form.split('&', maxFields + 1).length > maxFields) throw new TooManyFields();
  return new URLSearchParams([...new URLSearchParams(form)].map(([name, value]) => [name, boundedText(value, limitOf(name))]));
}

/** Cuts a text at its field's maximum length, but at least one character beyond it, so that the schema still rejects it. */
export function boundedText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit + 2);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Returns the text fields of a form, without its files. */
export function textsOf(form: FormData): [name: string, value: string][] {
  return [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** Returns the first name that occurs twice. */
export function repeatedName(names: Iterable<string>): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
