/** Returns a number from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** Creates a deterministic generator: FNV-1a for the initial state, mulberry32 for the sequence. */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a random number from `low` to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** Returns a random item. @throws if the list is empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from: the list is empty');
  return item;
}
