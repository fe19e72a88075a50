// Created on first use: it takes several ms, which would delay startup.
let regions: Intl.DisplayNames | undefined;

/** Returns the English name of a country: `United Kingdom` for `GB`. An unknown code is returned unchanged. */
export function countryName(code: string): string {
  regions ??= new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });
  return regions.of(code) ?? code;
}
