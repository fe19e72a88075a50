const regions = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });

/** `GB` as `United Kingdom`; a code that names no country as it is. */
export function countryName(code: string): string {
  return regions.of(code) ?? code;
}
