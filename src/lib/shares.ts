/** In which parts shares are said: tenths of a per cent. */
const whole = 1_000;

/**
 * The shares of quantities in per cent, with one decimal, which add up to exactly 100: by the method of largest remainders.
 * @returns a share for each quantity, in their order; of nothing, zero each.
 */
export function exactShares(quantities: readonly number[]): number[] {
  const total = quantities.reduce((sum, quantity) => sum + quantity, 0);
  if (total === 0) return quantities.map(() => 0);
  const parts = quantities.map((quantity, index) => ({
    index,
    floor: Math.floor((quantity * whole) / total),
    rest: (quantity * whole) % total,
  }));
  const left = whole - parts.reduce((sum, { floor }) => sum + floor, 0);
  const first = new Set(
    parts
      .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return parts.map(({ index, floor }) => (floor + (first.has(index) ? 1 : 0)) / 10);
}
