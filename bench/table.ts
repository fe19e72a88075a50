/** A row of the table: what was measured, the number of projects, the results. Columns that do not apply are empty. */
export type Row = { measure: string; projects: number | ''; site: string; bare?: string; ratio?: string; p50?: string; p99?: string };

const titles = { measure: 'measure', projects: 'projects', site: 'site', bare: 'bare server', ratio: 'ratio', p50: 'p50', p99: 'p99' };

/** Formats the rows as a Markdown table that is also readable in a terminal. */
export function formatTable(rows: Row[]): string {
  const keys = Object.keys(titles) as (keyof Row)[];
  const cells = [titles, ...rows].map((row) => keys.map((key) => String(row[key] ?? '')));
  const widths = keys.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), rule, ...body.map(line)].join('\n');
}

/** Returns the value below which a `share` (0 to 1) of the values lie. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: number[]) => quantile(values, 0.5);
export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
