import { log } from './log.ts';

/**
 * Returns a function that logs a warning at most once every `everyMs` for each set of facts: immediately the first time, and with the
 * number of those left out since (`leftOut`). Facts are never forgotten, so there must be few of them.
 */
export function warningEvery(everyMs: number, event: { event: string }, text: string): (facts?: object) => void {
  const logged = new Map<string, { at: number; leftOut: number }>();
  return (facts) => {
    const key = JSON.stringify(facts ?? {});
    const { at, leftOut } = logged.get(key) ?? { at: Number.NEGATIVE_INFINITY, leftOut: 0 };
    const isDue = performance.now() - at >= everyMs;
    logged.set(key, isDue ? { at: performance.now(), leftOut: 0 } : { at, leftOut: leftOut + 1 });
    if (isDue) log().warn({ ...event, ...facts, leftOut }, text);
  };
}
