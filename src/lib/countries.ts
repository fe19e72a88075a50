// Made when first needed: it takes some ms, which a start has no time for.
let regions: Intl.DisplayNames | undefined;

/** `GB` as `United Kingdom`; a code that names no country as it is. */
export function countryName(code: string): string {
  regions ??= new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });
  return regions.of(code) ?? code;
}
