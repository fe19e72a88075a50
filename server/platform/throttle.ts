/**
 * Returns a function that calls `emit` at most once every `everyMs` for each key: immediately the first time, and with the
 * number of calls skipped for that key since. Keys are never forgotten, so there must be few of them.
 */
export function throttleByKey<Key = void>(everyMs: number, emit: (key: Key, skipped: number) => void): (key: Key) => void {
  const emitted = new Map<Key, { at: number; skipped: number }>();
  return (key) => {
    const last = emitted.get(key);
    if (last && performance.now() - last.at < everyMs) {
      last.skipped += 1;
      return;
    }
    emitted.set(key, { at: performance.now(), skipped: 0 });
    emit(key, last?.skipped ?? 0);
  };
}
