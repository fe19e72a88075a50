/** The brand's drawing colours (brand.md), named by role. */
export const palette = {
  paper: '#F5F1E6',
  paperDeep: '#ECE6D6',
  rule: '#D6CDB8',
  ink: '#15211B',
  canopy: '#1E4B39',
  canopyDeep: '#12332A',
  lichen: '#CFE35A',
  clay: '#B5542D',
  tide: '#2F6F7E',
  sun: '#D9A441',
  moss: '#7C9A5E',
} as const;

/** Mixes two hex colours in sRGB. `share`: of the second, 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const channel = (start: number) => {
    const a = Number.parseInt(from.slice(start, start + 2), 16);
    const b = Number.parseInt(to.slice(start, start + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
