/** Returns a QR code, given row by row, as a path for a stroke of width 1: a line for each dark run, half the text that squares need. */
export function qrCodePath(modules: boolean[][]): string {
  const runsIn = (row: boolean[]) => row.map(Number).join('').matchAll(/1+/g);
  return modules.flatMap((row, y) => [...runsIn(row)].map(({ 0: run, index }) => `M${index} ${y}.5h${run.length}`)).join('');
}
