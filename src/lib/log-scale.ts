/** Where a duration stands between two others on a scale of equal ratios: 0 at `least`, 1 at `most`. All in one unit. */
export function logShare(duration: number, { least, most }: { least: number; most: number }): number {
  const share = Math.log(duration / least) / Math.log(most / least);
  return Math.max(0, Math.min(1, share));
}
