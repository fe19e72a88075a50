/**
 * Returns what calls `say` at most once in `everyMs` for each key, the first time at once, and tells it how many calls
 * with that key were left out since. Keys are kept: they must be few.
 */
export function throttleByKey<Key>(everyMs: number, say: (key: Key, leftOut: number) => void): (key: Key) => void {
  const said = new Map<Key, { at: number; leftOut: number }>();
  return (key) => {
    const last = said.get(key);
    if (last && performance.now() - last.at < everyMs) {
      last.leftOut += 1;
      return;
    }
    said.set(key, { at: performance.now(), leftOut: 0 });
    say(key, last?.leftOut ?? 0);
  };
}
