// The visitor's own shortlist, in localStorage. It is read again each time, because another page may have changed it since.
import { parseStoredShortlist, type ShortlistLine, shortlistKey } from './shortlist-address.ts';

/** Returns this browser's shortlist; empty if storage is forbidden. */
export function readStoredShortlist(): ShortlistLine[] {
  try {
    return parseStoredShortlist(localStorage.getItem(shortlistKey));
  } catch {
    return [];
  }
}

/**
 * Replaces the stored shortlist, and dispatches the `storage` event that browsers send to other pages in this page too.
 * @returns false if storage is off or full; the list must then live in the address.
 */
export function storeShortlist(lines: readonly ShortlistLine[]): boolean {
  const newValue = JSON.stringify(lines);
  try {
    localStorage.setItem(shortlistKey, newValue);
  } catch {
    return false;
  }
  dispatchEvent(new StorageEvent('storage', { key: shortlistKey, newValue }));
  return true;
}
