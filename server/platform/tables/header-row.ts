/** How many records are looked at to find the header. */
export const sampleSize = 20;

/**
 * Returns the position of the header among the first records of a file, of which titles, dates and the like may come first: the
 * one with most names that `isColumn` knows, otherwise the first, of those with at least half as many cells as the widest.
 */
export function headerIndex(records: readonly unknown[][], isColumn: (name: string) => boolean = () => false): number {
  const sample = records
    .slice(0, sampleSize)
    .map((cells) => ({ filled: cells.filter(isFilled).length, known: knownNames(cells, isColumn) }));
  const widest = Math.max(...sample.map(({ filled }) => filled));
  const candidates = [...sample.entries()].filter(([, { filled, known }]) => 2 * filled >= widest || (filled > 0 && known === filled));
  const most = Math.max(...candidates.map(([, { known }]) => known));
  return candidates.find(([, { known }]) => known === most)?.[0] ?? 0;
}

/** Counts the cells that `isColumn` knows as names of columns. */
export function knownNames(cells: readonly unknown[], isColumn: (name: string) => boolean): number {
  return cells.filter((cell) => typeof cell === 'string' && cell !== '' && isColumn(cell)).length;
}

/** Checks whether a cell has content. */
export function isFilled(cell: unknown): boolean {
  return cell !== null && cell !== undefined && String(cell).trim() !== '';
}
