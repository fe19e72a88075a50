// Created on first use: it takes several ms, which would delay startup.
let regions: Intl.DisplayNames | undefined;
/** Cached names of known codes: the filters sort dozens of names, and each lookup takes 10 µs. */
const names = new Map<string, string>();

/** Returns the English name of a country: `United Kingdom` for `GB`. What is no known code is returned unchanged. */
export function countryName(code: string): string {
  // Intl throws for what has not the form of a code.
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const cached = names.get(code);
  if (cached) return cached;
  regions ??= new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });
  const name = regions.of(code) ?? code;
  if (name !== code) names.set(code, name);
  return name;
}
