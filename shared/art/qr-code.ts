import { encode } from 'uqr';

/**
 * Returns the QR code of a text as a path for a stroke of width 1, in a square of `size` units, one for each module: a line for each dark
 * run, half the text that squares need. `border`: how many light modules there are on each side.
 */
export function qrCode(text: string, { border }: { border: number }): { size: number; path: string } {
  const { size, data } = encode(text, { border });
  const runsIn = (row: boolean[]) => row.map(Number).join('').matchAll(/1+/g);
  const path = data.flatMap((row, y) => [...runsIn(row)].map(({ 0: run, index }) => `M${index} ${y}.5h${run.length}`)).join('');
  return { size, path };
}
