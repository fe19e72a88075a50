/** Rounds to one decimal, which is precise enough for coordinates of drawings. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
