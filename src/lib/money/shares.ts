/** Shares are rounded to tenths of a per cent. */
const tenthsInWhole = 1_000;

/**
 * Returns each quantity's share of the total, in per cent with one decimal. The shares add up to exactly 100 (largest remainder
 * method), or are all 0 if the total is 0.
 */
export function exactShares(quantities: readonly number[]): number[] {
  const total = quantities.reduce((sum, quantity) => sum + quantity, 0);
  if (total === 0) return quantities.map(() => 0);
  const parts = quantities.map((quantity, index) => ({
    index,
    floor: Math.floor((quantity * tenthsInWhole) / total),
    remainder: (quantity * tenthsInWhole) % total,
  }));
  const unallocated = tenthsInWhole - parts.reduce((sum, { floor }) => sum + floor, 0);
  const roundedUp = new Set(
    parts
      .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
      .slice(0, unallocated)
      .map(({ index }) => index),
  );
  return parts.map(({ index, floor }) => (floor + (roundedUp.has(index) ? 1 : 0)) / 10);
}
