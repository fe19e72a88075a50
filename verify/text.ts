const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const toUtf8 = (text: string) => encoder.encode(text);
/** Decodes UTF-8. Bytes that are not UTF-8 become U+FFFD. A byte order mark stays, so that a text with one differs from a text without. */
export const fromUtf8 = (bytes: Uint8Array) => decoder.decode(bytes);

/** Encodes bytes as standard base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Decodes standard base64; undefined for anything but its canonical form. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}

/** Encodes bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes lower-case hexadecimal digits; undefined for anything else. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})*$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** Returns the kind of UTF-16 that the byte order mark at the start of a file names; undefined without one. */
export function markedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Recognises UTF-16 without a mark: over a tenth of its characters (two bytes each) are Latin, with a zero byte always on one side. */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, 4_096);
  const zerosAt = (side: number) => start.filter((byte, index) => byte === 0 && index % 2 === side).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const enough = start.length / 20;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

/**
 * Decodes a text in UTF-16, if it begins with the mark of that or `unmarkedUtf16` recognises it, or else in UTF-8. Windows writes UTF-16
 * when a command's output is sent to a file. Undefined if the bytes are neither. A byte order mark at the start is left out.
 */
export function decodeUnicode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(markedUtf16(bytes) ?? unmarkedUtf16(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The names of the placeholders in a text, such as `count` in '{count} credits'. */
type Placeholder<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;
/** A value for each placeholder of a text. Where the text is known only when the program runs, the compiler accepts any names. */
type Values<T extends string> = Readonly<Record<string extends T ? string : Placeholder<T>, string>>;

/** Returns a text with its placeholders, such as `{count}`, replaced by values. @throws Error if one has no value. */
export function fill<T extends string>(text: T, values: Values<T>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (values as Record<string, string | undefined>)[name];
    if (value === undefined) throw new Error(`No value for {${name}} in “${text}”`);
    return value;
  });
}

/**
 * Returns the number that a text states: decimal, at most `max`, without sign or leading zeros. Any other text gives undefined, so that a
 * number has only one address, and one form in a note.
 */
export function canonicalNumber(text: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Infinity;
  return number <= max ? number : undefined;
}

const counts = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** Formats 12400 as `12,400`. */
export const formatCount = (value: number) => counts.format(value);

/** Writes the number of an entry for people, who count entries from 1; the index, for machines, counts from 0. */
export const entryNumber = (index: number) => String(index + 1);
export const entryNamed = (index: number) => `entry ${entryNumber(index)}`;

/** Returns the address of an entry's page, which has its number; that of its file ends in `.json`. */
export const entryPath = (index: number) => `/record/entries/${entryNumber(index)}`;

/** Joins words as a sentence does: `a, b and c`. */
export const joinWords = (words: readonly string[]) => lists.format(words);
const lists = new Intl.ListFormat('en-GB');

const dayOptions = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
// Made on first use, unlike `counts` and `lists`: a format of dates takes several ms, which would delay the start of the site.
let days: Intl.DateTimeFormat | undefined;
let instants: Intl.DateTimeFormat | undefined;

/** Formats a day, given as `2026-12-07`, as `7 December 2026`. */
export function formatDay(text: string): string {
  days ??= new Intl.DateTimeFormat('en-GB', dayOptions);
  return days.format(new Date(text));
}

/** Formats a date as `30 June 2026 UTC`. The days of the record are UTC's, wherever its reader is. */
export const formatUtcDate = (date: Date) => `${formatDay(date.toISOString())} UTC`;

/** Formats an instant of the record as `30 June 2026, 23:30 UTC`. */
export function formatUtcInstant(moment: Date): string {
  instants ??= new Intl.DateTimeFormat('en-GB', { ...dayOptions, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
  return instants.format(moment).replace(' at ', ', ');
}

/**
 * What may reorder its surroundings: letters of Hebrew, Arabic, Syriac, Thaana, N’Ko, Adlam and others' blocks; the right-to-left mark,
 * embeddings, overrides and isolates.
 */
const reordering = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a name to put into a sentence or a line of plain text: one that is `reordering` stands between a first strong isolate and a pop
 * directional isolate (Unicode's bidirectional algorithm, UAX #9), so that it does not reorder what stands beside it. Isolates of its own
 * are left out: one that pops would end the outer one. In markup `<bdi>` does all this.
 */
export function isolate(name: string): string {
  return reordering.test(name) ? `\u2068${name.replace(/[\u2066-\u2069]/g, '')}\u2069` : name;
}

/**
 * Writes control characters, which a terminal or a spreadsheet may obey, and characters that embed or override a direction as escapes,
 * such as `\u001b`. Tabs and line breaks stay, and JSON stays JSON with the same values.
 */
export function visible(text: string): string {
  return text.replace(
    /\r(?!\n)|[^\P{Cc}\t\n\r]|[\u202a-\u202e]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Combining marks after the thirtieth in a row: Unicode's stream-safe form (UAX #15, 13) has no more, and no language as many. */
const endlessMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * Returns a text from outside in a normal form of Unicode, by default NFC, with at most thirty marks in a row: `normalize` takes time
 * that grows with the square of their number.
 */
export function normalised(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string {
  return text.replace(endlessMarks, '$1').normalize(form);
}

/** Formats the vintage of units on the record, given as ISO dates. */
export function vintageOf({ vintageStart, vintageEnd }: { vintageStart: string; vintageEnd: string }): string {
  return [...new Set([vintageStart.slice(0, 4), vintageEnd.slice(0, 4)])].join(' to ');
}

/** Formats a unit type of the Climate Action Data Trust for readers: `Removal – technical` for the stored `Removal - technical`. */
export const unitTypeName = (unitType: string) => unitType.replace(' - ', ' – ');
