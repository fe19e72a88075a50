'use client';

import { atomWithStorage } from 'jotai/utils';
import { parseStored, type ShortlistLine, shortlistKey } from '#src/lib/shortlist-address.ts';

/** localStorage, read with care. A change is announced in this page too: the header's count listens, and needs no React. */
const storage = {
  getItem: (key: string, initial: ShortlistLine[]) => {
    try {
      return parseStored(localStorage.getItem(key));
    } catch {
      return initial;
    }
  },
  setItem: (key: string, lines: ShortlistLine[]) => {
    const newValue = JSON.stringify(lines);
    try {
      localStorage.setItem(key, newValue);
    } catch {
      // Storage is off or full: the list lives in the page, and in its address.
    }
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  },
  removeItem: (key: string) => {
    try {
      localStorage.removeItem(key);
    } catch {}
    dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
  },
  subscribe: (key: string, changed: (lines: ShortlistLine[]) => void) => {
    const listen = (event: StorageEvent) => event.key === key && changed(parseStored(event.newValue));
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  },
};

/** The shortlist that this browser keeps. */
export const shortlistAtom = atomWithStorage<ShortlistLine[]>(shortlistKey, [], storage);

/** Whether a list that was just set outlives this page. If not, it belongs into an address. */
export function isKept(lines: ShortlistLine[]): boolean {
  try {
    return localStorage.getItem(shortlistKey) === JSON.stringify(lines);
  } catch {
    return false;
  }
}
