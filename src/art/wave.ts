/** Returns path data of ground with a rolling upper edge, 1200 by 60 units. Each seed gives a different edge. */
export function wave(seed: number): string {
  const points = Array.from({ length: 41 }, (_, i) => {
    const turn = (i / 40) * Math.PI * 2;
    const swell =
      15 * Math.sin(turn * (1.2 + seed * 0.17) + seed * 1.9) + 7 * Math.sin(turn * 3.1 + seed * 2.7) + 3 * Math.sin(turn * 6.3 + seed);
    return `${i * 30} ${Math.round(28 + swell)}`;
  });
  return `M0 60L${points.join('L')}L1200 60Z`;
}
