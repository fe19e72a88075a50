/** Returns a function that counts its calls. A second after the first, `emit` gets their number and the first call's argument. */
export function countPerSecond<First = void>(emit: (count: number, first: First) => void): (argument: First) => void {
  let count = 0;
  return (first) => {
    count += 1;
    if (count > 1) return;
    const timer = setTimeout(() => {
      emit(count, first);
      count = 0;
    }, 1_000);
    timer.unref();
  };
}

/**
 * Returns a function that calls `emit` at most once every `everyMs` for each key: immediately the first time, and with the
 * number of calls skipped for that key since. Keys are never forgotten, so there must be few of them.
 */
export function throttleByKey<Key>(everyMs: number, emit: (key: Key, skipped: number) => void): (key: Key) => void {
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
