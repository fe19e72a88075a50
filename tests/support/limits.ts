import { type Limits, limits } from '#server/platform/limits.ts';

/** Passes limits to the site's modules in this process, also to those that are loaded again, for the rest of a test file. */
export function passLimits(own: Partial<Limits>): void {
  Object.assign(limits, own);
  Object.assign(globalThis, { carmaLimits: { ...limits } });
}

/** Returns Node's options that pass limits to a process. */
export function limitOptions(own: Partial<Limits>): string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(`globalThis.carmaLimits=${JSON.stringify(own)}`)}`];
}

/** Separates limits from settings. An empty value means the default, as of a setting. */
export function splitLimits(given: Record<string, string>): { own: Partial<Limits>; settings: Record<string, string> } {
  const all = Object.entries(given);
  const own = all.filter(([name, value]) => name in limits && value !== '').map(([name, value]) => [name, Number(value)]);
  return { own: Object.fromEntries(own), settings: Object.fromEntries(all.filter(([name]) => !(name in limits))) };
}
