// The shortlist that a browser keeps, in localStorage: read anew each time, because another page may have changed it since.
import { parseStored, type ShortlistLine, shortlistKey } from './shortlist-address.ts';

/** The shortlist that this browser keeps at this moment; empty where storage is forbidden. */
export function readKept(): ShortlistLine[] {
  try {
    return parseStored(localStorage.getItem(shortlistKey));
  } catch {
    return [];
  }
}

/**
 * Keeps a shortlist in place of the one before, and announces that in this page as browsers do in all others.
 * @returns false where storage is off or full: the list then lives in an address.
 */
export function keepLines(lines: readonly ShortlistLine[]): boolean {
  const newValue = JSON.stringify(lines);
  try {
    localStorage.setItem(shortlistKey, newValue);
  } catch {
    return false;
  }
  dispatchEvent(new StorageEvent('storage', { key: shortlistKey, newValue }));
  return true;
}
