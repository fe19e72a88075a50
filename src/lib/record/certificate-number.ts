/** A number as people write it: any case, with blanks, hyphen, dash or nothing between letters and digits, with or without zeros. */
const written = String.raw`CR[\s\p{Pd}\u2212_.]*0*(\d{1,15})(?![\p{L}\p{N}])`;
const alone = new RegExp(`^${written}$`, 'iu');
/** A number in a text, also within the address of a certificate or of a file of it. */
const within = new RegExp(String.raw`(?:https?://\S*/)?(?<![\p{L}\p{N}])${written}(?:\.(?:json|pdf|tlog-proof)\b)?`, 'giu');

/** Returns the number of the certificate of an entry, in the one way in which it is written: `CR-000005`. */
export function certificateNumber(entry: number | string): string {
  return `CR-${String(entry).padStart(6, '0')}`;
}

/** Returns the certificate's number that a text is, in any common writing: `cr 5`, `CR–000005`. Undefined: it is none. */
export function readCertificateNumber(text: string): string | undefined {
  const [, digits] = alone.exec(plain(text).trim()) ?? [];
  return digits && certificateNumber(digits);
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

/** Finds the numbers of certificates in pasted text, in any common writing, and what else is in it. */
export function findCertificateNumbers(text: string): PastedNumbers {
  const folded = plain(text);
  const all = [...new Set([...folded.matchAll(within)].map(([, digits = '']) => certificateNumber(digits)))];
  const rest = folded.replaceAll(within, ' ').split(/[\s,;]+/u);
  return {
    numbers: all.slice(0, disclosureLimit),
    beyondLimit: all.slice(disclosureLimit),
    ignored: [...new Set(rest.filter((part) => /[\p{L}\p{N}]/u.test(part)))],
  };
}

/** Drops what cannot be seen, such as a soft hyphen, and folds wide letters and digits. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}
