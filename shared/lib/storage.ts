// Values that a browser keeps, as JSON. A storage is passed by its name: where storage is forbidden, even to refer to it throws.

type StorageName = 'localStorage' | 'sessionStorage';

/** Returns the value that is stored under a key; null if there is none, or storage is off. */
export function readStored(storage: StorageName, key: string): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value under a key or, without a value, deletes the key. @returns false if storage is off or full. */
export function writeStored(storage: StorageName, key: string, value?: unknown): boolean {
  try {
    if (value === undefined) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
