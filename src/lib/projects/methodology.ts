/**
 * Returns a methodology as it is cited: "VM0047, version 1.0", or "Biochar Methodology, Edition 2022" if the version is more
 * than a number. Undefined without a methodology.
 */
export function citedMethodology(methodology: string | null, version: string | null): string | undefined {
  if (!methodology) return undefined;
  if (!version) return methodology;
  return `${methodology}, ${/^\d/.test(version) ? `version ${version}` : version}`;
}
