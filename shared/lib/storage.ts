// What a browser keeps, as JSON. By the name of the storage, because a browser that forbids it refuses even to name it.

type StorageName = 'localStorage' | 'sessionStorage';

/** Returns what is stored under a key; null without anything, and where storage is off. */
export function readStored(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value; without one, what was there is deleted. @returns false if storage is off or full. */
export function writeStored(storage: StorageName, key: string, value?: unknown): boolean {
  try {
    if (value === undefined) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
