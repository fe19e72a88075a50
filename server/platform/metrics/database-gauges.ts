import type { Gauge } from 'prom-client';
import { withTimeout } from '#server/platform/with-timeout.ts';

type Family = {
  gauges: Gauge[];
  /** Reads the values from the database. Resolves to a function that sets them. */
  read: () => Promise<() => void>;
};

const families = new Map<string, Family>();

/** Registers gauges that are read from the database at each scrape, under a name for all of them. */
export function registerDatabaseGauges(name: string, family: Family): void {
  families.set(name, family);
}

/**
 * Sets all registered gauges; if the database does not answer within `ms`, it resets them instead.
 * @returns whether it answered.
 */
export async function readDatabaseGauges(ms: number): Promise<boolean> {
  const registered = [...families.values()];
  const setters = await withTimeout(ms, Promise.all(registered.map(({ read }) => read()))).catch(() => undefined);
  for (const gauge of registered.flatMap(({ gauges }) => gauges)) gauge.reset();
  for (const set of setters ?? []) set();
  return setters !== undefined;
}
