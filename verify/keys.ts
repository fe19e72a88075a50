import { areEqual } from './bytes.ts';
import { keyText, readVerifierKey, type VerifierKey } from './note.ts';
import { formatUtcInstant } from './text.ts';

/**
 * A key that signs or has signed the checkpoints of a log. `from`: the time (ISO 8601, UTC) of the first checkpoint that it
 * signed; absent if unknown, or if it has not signed yet. `until`: the time of the first checkpoint that it no longer signed;
 * absent if it still signs.
 */
export type LogKey = { key: VerifierKey; from?: string; until?: string };

/** An instant as `Date.toISOString` writes it; milliseconds may be left out. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
/** More keys than a log uses in a century. */
const maxKeys = 100;

/**
 * Reads the keys of a log: one a line, `name+hash+key FROM UNTIL`, where both times may be missing. Blank lines and lines that
 * begin with `#` are ignored. Undefined if a line is neither, if two are the same key, or if there is none.
 */
export async function readKeys(text: string): Promise<LogKey[] | undefined> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (given.length === 0 || given.length > maxKeys) return undefined;
  const keys: LogKey[] = [];
  for (const line of given) {
    const [keyText = '', from, until, ...rest] = line.split(/[ \t]+/);
    const key = await readVerifierKey(keyText);
    const areTimes = [from, until].every((time) => time === undefined || (instant.test(time) && !Number.isNaN(Date.parse(time))));
    if (!key || !areTimes || rest.length > 0 || findKey(keys, key)) return undefined;
    keys.push({ key, ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) });
  }
  return keys;
}

/** Writes the keys of a log in the format of `readKeys`. */
export function writeKeys(keys: readonly LogKey[]): string {
  return keys.map(({ key, from, until }) => `${[keyText(key), from, until].filter(Boolean).join(' ')}\n`).join('');
}

/** Finds what is known about a key among the keys of a log. */
export function findKey(keys: readonly LogKey[], { name, publicKey }: VerifierKey): LogKey | undefined {
  return keys.find(({ key }) => key.name === name && areEqual(key.publicKey, publicKey));
}

/** Describes when a key was used, to follow "signed by": `the log's key`, or `the key used until 1 June 2027, 09:00 UTC`. */
export function describeKey({ until }: LogKey): string {
  return until === undefined ? "the log's key" : `the key used until ${formatUtcInstant(new Date(until))}`;
}
