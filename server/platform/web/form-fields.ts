import { roomOf } from '#src/schemas/contact.ts';

/** Fields of an urlencoded form at most, and parts of one with a file. Our largest has a dozen, and a shortlist 20 lines. */
export const maxFields = 100;
export const maxParts = 20;

/** A form has more fields than any of ours. */
export class TooManyFields extends Error {
  constructor() {
    super('A form has too many fields');
  }
}

/**
 * The fields of an urlencoded form, counted before anything is made of them; each as far as it has room (`roomOf`).
 * @throws TooManyFields
 */
export function fieldsOf(form: string): URLSearchParams {
  if (form.split('&', maxFields + 1).length > maxFields) throw new TooManyFields();
  return new URLSearchParams([...new URLSearchParams(form)].map(([name, value]) => [name, boundedText(name, value)]));
}

/** A text as far as its field has room. What is cut off is one character past it at least, so that its schema still refuses it. */
export function boundedText(field: string, text: string): string {
  const room = roomOf(field);
  if (text.length <= room) return text;
  const cut = text.slice(0, room + 2);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** What a form holds beside its files. */
export function textsOf(form: FormData): [name: string, value: string][] {
  return [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** The first name that comes twice. */
export function repeatedName(names: Iterable<string>): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
