/** Returns a QR code, given row by row, as a path for a stroke of width 1: a line for each dark run, half the text that squares need. */
export function codePath(modules: boolean[][]): string {
  return modules.map(rowPath).join('');
}

function rowPath(row: boolean[], y: number): string {
  let end = 0;
  const lines = row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return [];
    const gap = x - end;
    const length = [...row, false].indexOf(false, x) - x;
    end = x + length;
    return [`m${gap} 0h${length}`];
  });
  return `M0 ${y}.5${lines.join('')}`;
}
