import { normalised } from './text.ts';

/** A number in a text, as people write it: any case, with blanks, hyphen, dash or nothing before the digits; or in a file's name. */
const written = /(?<![\p{L}\p{N}])CR[\s\p{Pd}\u2212_.]{0,5}(\d{1,30})(?![\p{L}\p{N}])(?:\.(?:json|pdf|tlog-proof)\b)?/giu;
/** A text that is such a number and nothing else. */
const alone = /^CR[\s\p{Pd}\u2212_.]{0,5}(\d{1,30})$/iu;
/** Most characters of a text that is read as a number. */
const longestNumber = 100;
/** Digits of the number of an entry, without zeros in front. */
const digitsOfEntry = /^0*(\d{1,15})$/;

/** Returns the number of the certificate of an entry, in the one way in which it is written: `CR-000005`. */
export function certificateNumber(entry: number | string): string {
  return `CR-${String(entry).padStart(6, '0')}`;
}

/** Returns the certificate's number that a text is, in any common writing: `cr 5`, `CR–000005`. Undefined: it is none. */
export function readCertificateNumber(text: string): string | undefined {
  const [, digits = ''] = text.length > longestNumber ? [] : (alone.exec(plain(text).trim()) ?? []);
  return fromDigits(digits);
}

/** Returns the number of the entry that a text names, as in `Entry 12`. Undefined: it names none. */
export function readEntryNumber(text: string): number | undefined {
  const [, digits] = text.length > longestNumber ? [] : (/^entry\s{1,5}(\d{1,15})$/iu.exec(plain(text).trim()) ?? []);
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Returns whether a text that is no serial is words, such as a name: one line, not the number of a certificate or an entry, and not a
 * file's text.
 */
export function isWords(text: string): boolean {
  const words = text.trim();
  const isNumber = readCertificateNumber(words) !== undefined || readEntryNumber(words) !== undefined;
  return words !== '' && words.length <= 300 && !/^[{[]|[\r\n]/.test(words) && !isNumber;
}

function fromDigits(digits: string): string | undefined {
  const [, entry] = digitsOfEntry.exec(digits) ?? [];
  return entry === undefined ? undefined : certificateNumber(entry);
}

/** Most certificates in one disclosure. */
export const disclosureLimit = 50;

/** What of a pasted text was taken as numbers of certificates, in order and each once, and what was not. */
export type PastedNumbers = {
  numbers: string[];
  /** Numbers beyond the limit. */
  beyondLimit: string[];
  /** What is no number of a certificate, as it was written. */
  ignored: string[];
};

/** Finds the numbers of certificates in pasted text, in any common writing, also in addresses of certificates, and what else is in it. */
export function findCertificateNumbers(text: string): PastedNumbers {
  const found = new Set<string>();
  const rest = plain(text).replaceAll(written, (whole, digits: string) => {
    const number = fromDigits(digits);
    if (number === undefined) return whole;
    found.add(number);
    return ' ';
  });
  const others = rest.split(/[\s,;]+/u).filter((part) => /[\p{L}\p{N}]/u.test(part) && !part.endsWith('/certificates/'));
  return { numbers: [...found].slice(0, disclosureLimit), beyondLimit: [...found].slice(disclosureLimit), ignored: [...new Set(others)] };
}

/** Drops what cannot be seen, such as a soft hyphen, and folds wide letters and digits. */
function plain(text: string): string {
  return normalised(text, 'NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}
