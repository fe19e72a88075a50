import { type Limits, limits as siteLimits } from '#server/platform/limits.ts';

/** Settings, whose names are in capitals, and limits, whose names are not. */
export type SettingsAndLimits = Partial<Record<keyof Limits, string>> & { [setting: Uppercase<string>]: string };

/** Passes limits to the site's modules in this process, also to those that are loaded again, for the rest of a test file. */
export function passLimits(limits: Partial<Limits>): void {
  Object.assign(siteLimits, limits);
  Object.assign(globalThis, { carmaLimits: { ...siteLimits } });
}

/** Returns Node's options that pass limits to a process. */
export function limitOptions(limits: Partial<Limits>): string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(`globalThis.carmaLimits=${JSON.stringify(limits)}`)}`];
}

/** Separates limits from settings. An empty value means the default, as of a setting. */
export function splitLimits(values: SettingsAndLimits): { limits: Partial<Limits>; settings: Record<string, string> } {
  const all = Object.entries(values);
  const limits = all.filter(([name, value]) => name in siteLimits && value !== '').map(([name, value]) => [name, Number(value)]);
  return { limits: Object.fromEntries(limits), settings: Object.fromEntries(all.filter(([name]) => !(name in siteLimits))) };
}
