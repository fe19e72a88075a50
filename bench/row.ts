/** A measured value beside its bar, which is a maximum unless `isMinimum`. `note` says what else was seen. */
export type Row = { measure: string; value: number; bar: number; unit: '' | '×' | 'ms' | 'MB'; isMinimum?: boolean; note?: string };

/** Checks whether a row's value is within its bar. A value that could not be measured (NaN) is not. */
export function holds({ value, bar, isMinimum = false }: Row): boolean {
  return isMinimum ? value >= bar : value <= bar;
}

/** Formats a row as one line: measure, value, bar, whether it holds, note. */
export function formatRow(row: Row): string {
  const { measure, bar, unit, isMinimum = false, note = '' } = row;
  const shown = (value: number) => [unit === 'ms' || unit === 'MB' ? Math.round(value) : value.toFixed(2), unit].join(' ').trim();
  const line = [
    measure.padEnd(56),
    shown(row.value).padStart(9),
    `${isMinimum ? '≥' : '≤'} ${shown(bar)}`.padStart(10),
    (holds(row) ? 'holds' : 'MISSED').padEnd(6),
    note,
  ];
  return line.join('  ').trimEnd();
}

/** Returns the smallest of the values that at least a `share` (0 to 1) of them do not exceed. */
export function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}

/** Returns the value in the middle, or the lower of the two. */
export const median = (values: number[]) => quantile(values, 0.5);
