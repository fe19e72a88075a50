import { certificateNumber } from './entry.ts';
import { fromUtf8, normalised } from './text.ts';

/** A certificate, or any other entry, as a file that anyone can check independently of this site. */
export type ProvedFile = {
  format: 'carma-record@v1';
  /** The number of the certificate, if the entry has one. */
  number?: string | undefined;
  index: number;
  /** The bytes of the entry in the log, as UTF-8 text. */
  canonical: string;
  /** c2sp.org/tlog-proof@v1 */
  proof: string;
  /** Texts whose salted SHA-256 hashes are in the entry. */
  texts: Record<string, ProvedText>;
  /** Later entries about this one, such as corrections, each proved in the checkpoint of `proof`. */
  related: ProvedRelated[];
  /** The number of entries among which `related` has all that are about this one: the size of that checkpoint. */
  knownUpTo: number;
};
/** A text with its salt; or it was erased; or it is not on file, because the site's database lost it: only its holder has it. */
export type ProvedText = { text: string; salt: string } | { erased: true } | { notOnFile: true };
type ProvedRelated = { index: number; canonical: string; proof: string };

/** Why a file is not read. `format`: what the file calls itself. `name`: the key that one object has twice, with the way to it. */
export type Unreadable =
  | { problem: 'notRecord' }
  | { problem: 'repeated'; name: string }
  | { problem: 'malformed' | 'newerFile'; format: string };

const version = 1;
const fields: Readonly<Record<keyof ProvedFile, true>> = {
  ...{ format: true, number: true, index: true, canonical: true, proof: true, texts: true, related: true, knownUpTo: true },
};

/** Reads a file in the format of ProvedFile. */
export function readProvedFile(text: string): ProvedFile | Unreadable {
  const file = parseObject(text) as (Partial<ProvedFile> & Record<string, unknown>) | undefined;
  const format = typeof file?.format === 'string' ? file.format : '';
  const stated = Number(/^carma-record@v([1-9]\d{0,5})$/.exec(format)?.[1]);
  if (!file || Number.isNaN(stated)) return { problem: 'notRecord' };
  const name = duplicateKey(text);
  if (name !== undefined) return { problem: 'repeated', name };
  if (stated > version) return { problem: 'newerFile', format };
  const isValid =
    Object.keys(file).every((field) => Object.hasOwn(fields, field)) &&
    (file.number === undefined || typeof file.number === 'string') &&
    isEntry(file) &&
    isObject(file.texts) &&
    Object.values(file.texts).every(isProvedText) &&
    Array.isArray(file.related) &&
    file.related.every((entry) => isObject(entry) && isEntry(entry) && Object.keys(entry).length === 3) &&
    Number.isSafeInteger(file.knownUpTo);
  return isValid ? (file as unknown as ProvedFile) : { problem: 'malformed', format };
}

/** Parses a JSON object; undefined for anything else. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEntry = ({ index, canonical, proof }: Record<string, unknown>) =>
  Number.isSafeInteger(index) && typeof canonical === 'string' && typeof proof === 'string';
const isProvedText = (value: unknown) => {
  if (!isObject(value)) return false;
  if (Object.keys(value).length === 1) return value.erased === true || value.notOnFile === true;
  return Object.keys(value).length === 2 && typeof value.text === 'string' && typeof value.salt === 'string';
};

/**
 * Checks whether bytes are a PDF. Like readers of PDF, it accepts something before the PDF in the first kilobyte: mail programs and
 * spreadsheets leave a byte order mark, a line or a header there. What begins as JSON is not a PDF, even if it has the text "%PDF-".
 */
export function isPdf(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 1_024));
  return start.includes('%PDF-') && !/^(?:\xef\xbb\xbf)?\s*[{[]/.test(start);
}

/**
 * Finds the JSON that is attached to a PDF of ours: the one stream that is not compressed and begins as a file of the record does.
 * Undefined if there is none, or more than one, as in a PDF that another program has saved again.
 */
export function readPdf(bytes: Uint8Array): string | undefined {
  // One character for each byte.
  const text = new TextDecoder('windows-1252').decode(bytes);
  const starts = [...text.matchAll(/stream\r?\n(?=\{\s*"format":\s*"carma-record@v\d)/g)].map((match) => match.index + match[0].length);
  const [start = 0] = starts;
  const end = text.indexOf('\nendstream', start);
  return starts.length === 1 && end !== -1 ? fromUtf8(bytes.subarray(start, end)) : undefined;
}

/** The numbers of certificates in a text, as people write them: any case, with blanks, hyphen, dash or nothing before the digits. */
export const writtenNumbers = /(?<![\p{L}\p{N}])CR[\s\p{Pd}\u2212_.]{0,5}0{0,29}(0|[1-9]\d{0,14})(?![\p{L}\p{N}])/giu;
/** Most characters of a text that is read as a number. */
const longestNumber = 100;

/** Returns the number of a certificate, given in any common way: `cr 5`, `CR–000005`. Undefined: the text is no such number. */
export function readCertificateNumber(text: string): string | undefined {
  const written = text.length > longestNumber ? '' : withoutInvisible(text).trim();
  const [[found, digits] = []] = written.matchAll(writtenNumbers);
  return digits === undefined || found !== written ? undefined : certificateNumber(digits);
}

/** Returns the index of the entry that a text names by its number: 11 for `Entry 12`. Undefined: the text names no entry. */
export function readEntryNumber(text: string): number | undefined {
  const [, digits] = text.length > longestNumber ? [] : (/^entry\s{1,5}0*([1-9]\d{0,14})$/iu.exec(withoutInvisible(text).trim()) ?? []);
  return digits === undefined ? undefined : Number(digits) - 1;
}

/** Drops what cannot be seen, such as a soft hyphen, and folds wide letters and digits. */
export function withoutInvisible(text: string): string {
  return normalised(text, 'NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/**
 * Returns the first key that occurs twice in one object of a valid JSON text, with the way to it (`projects.0.quantity`); JSON.parse
 * would silently use the last.
 */
export function duplicateKey(json: string): string | undefined {
  /** The objects and arrays around the token: the keys that each object has had, and the current key or index. */
  const around: { keys?: Set<string>; at: string | number }[] = [];
  /** Where the string around the token begins, and the last string. No pattern matches a whole string: its stack could overflow. */
  let start: number | undefined;
  let lastString = '';
  for (const { 0: token, index } of json.matchAll(/\\.|["{}[\],:]/g)) {
    const inner = around.at(-1);
    if (token === '"') {
      if (start !== undefined) lastString = json.slice(start, index + 1);
      start = start === undefined ? index : undefined;
    } else if (start !== undefined) continue;
    else if (token === '{') around.push({ keys: new Set(), at: '' });
    else if (token === '[') around.push({ at: 0 });
    else if (token === '}' || token === ']') around.pop();
    else if (token === ',') {
      if (typeof inner?.at === 'number') inner.at += 1;
    } else if (inner?.keys) {
      inner.at = JSON.parse(lastString) as string;
      if (inner.keys.has(inner.at)) return around.map(({ at }) => at).join('.');
      inner.keys.add(inner.at);
    }
  }
  return undefined;
}
