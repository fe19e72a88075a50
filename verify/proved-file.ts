import { duplicateKey } from './text.ts';

/** A certificate, or any other entry, as a file that anyone can check independently of this site. */
export type ProvedFile = {
  format: 'carma-record@v2';
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
/** A text with its salt; or that it was erased, or lost from the site's database and is with the holder alone. */
export type ProvedText = { text: string; salt: string } | { erased: true } | { notOnFile: true };
/** A later entry, with its proof. */
type ProvedRelated = { index: number; canonical: string; proof: string };

/** Why a file is not read, with what it calls itself or the name that it repeats. */
export type Unreadable =
  | { problem: 'notRecord' }
  | { problem: 'repeated'; name: string }
  | { problem: 'malformed' | 'newerFile'; format: string };

const version = 2;
const fields = ['format', 'number', 'index', 'canonical', 'proof', 'texts', 'related', 'knownUpTo'];

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
    stated === version &&
    Object.keys(file).every((field) => fields.includes(field)) &&
    (file.number === undefined || typeof file.number === 'string') &&
    isEntry(file) &&
    isObject(file.texts) &&
    Object.values(file.texts).every(isText) &&
    Array.isArray(file.related) &&
    file.related.every((entry) => isObject(entry) && isEntry(entry)) &&
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
const isText = (value: unknown) => {
  if (!isObject(value)) return false;
  if (Object.keys(value).length === 1) return value.erased === true || value.notOnFile === true;
  return Object.keys(value).length === 2 && typeof value.text === 'string' && typeof value.salt === 'string';
};
